from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match
from tests import drivers
from tests.factories import log_in, make_player, open_table, start_match

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def post(client, match, action, *, sequence=None, key="k", **headers):
    data = {
        "action": action,
        "sequence": drivers.state_of(match).sequence if sequence is None else sequence,
        "key": key,
    }
    return client.post(reverse("games:table-action", args=[match.slug]), data, headers=headers)


def test_an_action_without_script_goes_back_to_the_table(client):
    match = start_match()
    answer = post(log_in(client, drivers.to_move(match)), match, "turn 0")
    assert (answer.status_code, answer.url) == (302, match.get_absolute_url())
    assert drivers.state_of(match).sequence == 2


def test_an_action_with_htmx_answers_with_the_table_as_it_stands(client):
    match = start_match()
    answer = post(log_in(client, drivers.to_move(match)), match, "turn 0", **HTMX)
    assert answer.status_code == 200
    assert 'data-sequence="2"' in answer.text
    assert "<html" not in answer.text


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    ("action", "sequence", "key", "status", "code"),
    [
        ("turn 1", 1, "other", 409, "stale"),
        ("draw", None, "k", 422, "not_lawful"),
        ("turn 99", None, "k", 422, "malformed"),
        ("turn 1", "x", "k", 422, "bad_sequence"),
        ("turn 1", "99999999999999999999", "k", 422, "bad_sequence"),
        ("turn 1", "-1", "k", 422, "bad_sequence"),
        ("turn 1", None, "", 422, "bad_key"),
        ("", None, "k", 422, "malformed"),
        ("turn 1\x00", None, "k", 422, "malformed"),
    ],
)
def test_a_refusal_has_a_code_a_sentence_and_the_present_table(
    client, headers, action, sequence, key, status, code
):
    match = start_match()
    player = drivers.to_move(match)
    drivers.submit(match, player, "turn 0")
    answer = post(log_in(client, player), match, action, sequence=sequence, key=key, **headers)
    assert (answer.status_code, answer.headers["X-Refusal"]) == (status, code)
    assert 'data-sequence="2"' in answer.text
    assert "<p>" in answer.text.split('id="table-message"')[1]
    assert drivers.state_of(match).sequence == 2


def test_a_stranger_a_spectator_and_the_next_player_can_not_act(client):
    match = start_match()
    codes = {}
    codes["stranger"] = post(Client(), match, "turn 0")
    codes["spectator"] = post(log_in(Client(), make_player()), match, "turn 0")
    codes["next"] = post(log_in(client, drivers.player_at(match, 1)), match, "turn 0")
    assert {who: answer.status_code for who, answer in codes.items()} == {
        "stranger": 403,
        "spectator": 403,
        "next": 409,
    }
    assert {who: answer.headers["X-Refusal"] for who, answer in codes.items()} == {
        "stranger": "log_in",
        "spectator": "not_seated",
        "next": "not_your_turn",
    }
    assert match.actions.count() == 1


def test_an_action_without_csrf_token_is_refused():
    match = start_match()
    client = log_in(Client(enforce_csrf_checks=True), drivers.to_move(match))
    assert post(client, match, "turn 0").status_code == 403
    assert match.actions.count() == 1


def test_an_action_from_a_foreign_page_is_refused():
    match = start_match()
    client = log_in(Client(enforce_csrf_checks=True), drivers.to_move(match))
    client.get(match.get_absolute_url())
    token = client.cookies["golf_csrf"].value
    answer = post(
        client, match, "turn 0", **{"X-CSRFToken": token, "Origin": "https://elsewhere.example"}
    )
    assert answer.status_code == 403
    assert match.actions.count() == 1


def test_a_form_that_is_too_large_is_refused_and_nothing_is_lost(client):
    match = start_match()
    answer = post(log_in(client, drivers.to_move(match)), match, "x" * 100_000)
    assert answer.status_code in (400, 413)
    assert match.actions.count() == 1


def test_only_lawful_taps_are_offered(client):
    match = start_match()
    log_in(client, drivers.to_move(match))
    view = client.get(match.get_absolute_url()).context["table"]
    assert [slot.action for row in view.own.rows for slot in row] == [f"turn {n}" for n in range(6)]
    assert (view.stock.action, view.discard.action, view.discard.href) == (None, None, None)
    drivers.open_cards(match)
    drivers.catch_up(client, match)
    view = client.get(match.get_absolute_url()).context["table"]
    assert view.stock.action == "draw"
    assert view.discard.href == f"{match.get_absolute_url()}?pick=discard"
    assert {slot.action for row in view.own.rows for slot in row} == {None}


def test_the_discard_pile_is_picked_up_and_put_into_a_slot(client):
    match = start_match()
    drivers.open_cards(match)
    log_in(client, drivers.to_move(match))
    drivers.catch_up(client, match)
    view = client.get(f"{match.get_absolute_url()}?pick=discard").context["table"]
    assert [slot.action for row in view.own.rows for slot in row] == [f"take {n}" for n in range(6)]
    assert view.discard.is_picked
    assert post(client, match, "take 5").status_code == 302


def test_a_drawn_card_is_swapped_in_or_thrown_away_for_a_hidden_one(client):
    match = start_match()
    drivers.open_cards(match)
    drivers.act(match, "draw")
    log_in(client, drivers.to_move(match))
    view = client.get(match.get_absolute_url()).context["table"]
    assert [slot.action for row in view.own.rows for slot in row] == [f"swap {n}" for n in range(6)]
    view = client.get(f"{match.get_absolute_url()}?pick=throw").context["table"]
    actions = [slot.action for row in view.own.rows for slot in row]
    assert actions == [None, None, "discard 2", "discard 3", "discard 4", "discard 5"]


def test_a_pick_that_leads_nowhere_is_dropped(client):
    match = start_match()
    log_in(client, drivers.to_move(match))
    for pick in ("discard", "throw", "nonsense", "\x00"):
        view = client.get(match.get_absolute_url(), {"pick": pick}).context["table"]
        assert view.pick == ""


def test_a_spectator_sees_the_table_and_may_do_nothing(client):
    match = start_match()
    view = client.get(match.get_absolute_url()).context["table"]
    assert view.own is None
    assert len(view.others) == 2
    assert not view.can_act


def test_a_private_table_does_not_exist_for_others(client):
    match = start_match(is_listed=False)
    assert client.get(match.get_absolute_url()).status_code == 404
    assert log_in(client, make_player()).get(match.get_absolute_url()).status_code == 404
    assert post(client, match, "turn 0").status_code == 404
    assert (
        log_in(client, drivers.player_at(match, 0)).get(match.get_absolute_url()).status_code == 200
    )


def test_the_invite_link_lets_one_in(client):
    match = open_table(is_listed=False)
    assert client.get(reverse("games:invite", args=["wrong"])).status_code == 404
    assert client.get(reverse("games:invite", args=[match.invite])).status_code == 200
    assert client.get(match.get_absolute_url()).status_code == 200
    log_in(client, make_player())
    client.get(reverse("games:invite", args=[match.invite]))
    answer = client.post(reverse("games:table-join", args=[match.slug]))
    assert (answer.status_code, answer.url) == (302, match.get_absolute_url())
    assert Match.objects.get(pk=match.pk).status == Match.Status.RUNNING


def test_the_invite_is_shown_to_the_seated_alone(client):
    match = open_table()
    assert match.invite not in client.get(match.get_absolute_url()).text
    log_in(client, match.host)
    assert match.invite in client.get(match.get_absolute_url()).text


@pytest.mark.parametrize("what", ["join", "leave", "bot", "start", "rematch", "return", "actions"])
def test_nothing_is_done_by_a_link(client, what):
    match = start_match()
    log_in(client, match.host)
    address = f"{match.get_absolute_url()}{what}"
    assert client.get(address).status_code == 405
    assert client.post("/tables/nowhere/" + what).status_code == 404


def test_a_full_table_refuses_with_a_sentence(client):
    match = start_match()
    answer = log_in(client, make_player()).post(reverse("games:table-join", args=[match.slug]))
    assert (answer.status_code, answer.headers["X-Refusal"]) == (409, "already_started")
    assert "This match has already started." in answer.text


def test_whoever_left_sees_what_a_spectator_sees(client):
    match = start_match(preset="clubhouse-fixed", openers_seen="peek")
    player = drivers.player_at(match, 0)
    log_in(client, player)
    own = client.get(match.get_absolute_url()).context["table"].own
    assert own.rows[0][0].card.is_known
    client.post(reverse("games:table-leave", args=[match.slug]))
    view = client.get(match.get_absolute_url()).context["table"]
    assert view.own is None
    assert view.can_return
    assert {slot.card.face for row in view.others[0].rows for slot in row} == {None}


def test_the_table_page_takes_a_constant_number_of_queries(client, django_assert_max_num_queries):
    match = start_match(*[make_player() for _seat in range(6)])
    log_in(client, drivers.player_at(match, 0))
    drivers.play_on(match, drivers.is_at_score_card)
    with django_assert_max_num_queries(21):
        client.get(match.get_absolute_url())


def test_what_others_do_at_the_same_time_overtakes_no_press(client):
    match = start_match(preset="arena")
    log_in(client, drivers.player_at(match, 1))
    before = client.get(match.get_absolute_url()).context["table"]
    drivers.submit(match, drivers.player_at(match, 0), "turn 0")
    drivers.catch_up(client, match)
    after = client.get(match.get_absolute_url()).context["table"]
    assert (before.sequence, after.sequence, after.since) == (1, 2, 1)
    drivers.submit(match, drivers.player_at(match, 1), "turn 0", based_on=before.sequence)


def test_a_press_in_turn_is_overtaken_by_any_action(client):
    match = start_match()
    drivers.open_cards(match)
    log_in(client, drivers.to_move(match))
    drivers.catch_up(client, match)
    view = client.get(match.get_absolute_url()).context["table"]
    assert view.since == view.sequence
