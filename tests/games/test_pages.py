from __future__ import annotations

import random
import re

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Match, Player
from games.selectors.toggle_words import TERMS
from games.services import lobby
from tests import drivers
from tests.factories import NOW, log_in, make_player, make_preset, open_table, start_match

pytestmark = pytest.mark.django_db


def test_home_lists_open_tables_and_running_ones(client):
    waiting, running = open_table(), start_match()
    open_table(is_listed=False)
    answer = client.get("/")
    assert [row.url for row in answer.context["open_tables"]] == [waiting.get_absolute_url()]
    assert [row.url for row in answer.context["running_tables"]] == [running.get_absolute_url()]


def test_home_lists_ones_own_tables_once(client):
    ann, ben = make_player("Ann"), make_player("Ben")
    own, others = start_match(ann, ben), start_match(ben, make_player("Cleo"))
    own_open, others_open = open_table(ann), open_table(ben)
    answer = log_in(client, ann).get("/")
    assert [row.slug for row in answer.context["running_tables"]] == [others.slug]
    assert [row.slug for row in answer.context["open_tables"]] == [others_open.slug]
    mine = answer.context["my_matches"]
    assert {row.slug for row in (*mine.my_turn, *mine.waiting)} == {own.slug, own_open.slug}


def test_a_row_tells_tables_apart_by_game_company_and_shape(client):
    ann, ben, cleo = make_player("Ann"), make_player("Ben"), make_player("Cleo")
    match = start_match(ann, ben, cleo, layout="2x2")
    open_table(ben, preset="four-card")
    first, second, third = (seat.name for seat in match.seats.order_by("number"))
    row = client.get("/").context["running_tables"][0]
    assert row.title == f"Clubhouse with {first}, {second} and {third}"
    assert row.shape == "2\N{MULTIPLICATION SIGN}2 · 3 holes"
    page = log_in(client, ann).get("/").text
    assert re.search(r">Clubhouse with (Ben and Cleo|Cleo and Ben)</a>", page)
    assert ">Four cards with Ben</a>" in page


def test_the_lobby_alone_is_a_fragment(client):
    answer = client.get("/", headers={"HX-Request": "true"})
    assert answer.text.lstrip().startswith('<div id="lobby"')


@pytest.mark.parametrize("tables", [1, 6])
def test_the_lobby_takes_a_constant_number_of_queries(
    client, django_assert_max_num_queries, tables
):
    player = make_player()
    for _table in range(tables):
        open_table()
        start_match(player, make_player())
    log_in(client, player)
    with django_assert_max_num_queries(18):
        client.get("/")


def test_my_matches_come_with_my_turn_first(client):
    player = make_player()
    mine = [start_match(player, make_player(), seed=seed) for seed in range(6)]
    log_in(client, player)
    listed = client.get(reverse("games:matches")).context["matches"]
    my_turn = {m.get_absolute_url() for m in mine if drivers.to_move(m) == player}
    assert {row.url for row in listed.my_turn} == my_turn
    assert {row.url for row in listed.waiting} == {m.get_absolute_url() for m in mine} - my_turn
    assert listed.finished == ()


def test_a_stranger_has_no_matches(client):
    assert client.get(reverse("games:matches")).context["matches"].is_empty


def test_a_new_table_offers_exactly_the_presets_toggles(client):
    preset = make_preset()
    preset.toggles.filter(field="final_putt").update(is_locked=True)
    form = client.get(reverse("games:table-new")).context["form"]
    offered = ["seats", "layout", "openers", "holes", "is_listed"]
    assert list(form.fields) == [*offered, *TERMS, "rules_name"]


def test_a_new_table_is_opened_with_the_hosts_choices(client):
    make_preset()
    player = make_player()
    data = {"preset": "clubhouse", "seats": "3", "layout": "1", "openers": "0"}
    data |= {"final_putt": "1", "holes": "2"}
    answer = log_in(client, player).post(reverse("games:table-new"), data)
    match = Match.objects.get()
    assert answer.headers["Location"] == match.get_absolute_url()
    chosen = {name: match.ruleset[name] for name in ("layout", "openers", "final_putt", "holes")}
    assert chosen == {"layout": "2x2", "openers": 2, "final_putt": True, "holes": 3}
    assert (match.seat_count, match.is_listed, match.host) == (3, False, player)


@pytest.mark.parametrize(
    ("field", "value"), [("seats", "9"), ("layout", "99"), ("holes", ""), ("openers", "x")]
)
def test_a_form_that_was_tampered_with_opens_no_table(client, field, value):
    make_preset()
    data = {"preset": "clubhouse", "seats": "2", "layout": "0", "openers": "0"}
    data |= {"final_putt": "0", "holes": "0", field: value}
    answer = log_in(client, make_player()).post(reverse("games:table-new"), data)
    assert answer.status_code == 422
    assert not Match.objects.exists()


def test_rules_that_do_not_fit_together_are_explained(client):
    make_preset()
    data = {"preset": "clubhouse", "seats": "2", "layout": "1", "openers": "5"}
    data |= {"final_putt": "0", "holes": "0"}
    answer = log_in(client, make_player()).post(reverse("games:table-new"), data)
    assert answer.status_code == 422
    refused = "Openers can't be “5 cards” here: 0 to 3 on a 2x2 layout."
    assert answer.context["form"].errors == {"openers": [refused]}


def test_a_stranger_opens_no_table(client):
    make_preset()
    data = {"preset": "clubhouse", "seats": "2", "layout": "0", "openers": "0"}
    data |= {"final_putt": "0", "holes": "0"}
    assert client.post(reverse("games:table-new"), data).status_code == 403
    assert not Match.objects.exists()


@pytest.mark.parametrize("preset", ["nowhere", "\x00", "clubhouse' --"])
def test_a_preset_that_is_not_offered_is_not_found(client, preset):
    make_preset()
    assert client.get(reverse("games:table-new"), {"preset": preset}).status_code == 404


def test_one_press_seats_a_stranger_who_was_invited(client):
    match = open_table(is_listed=False)
    answer = client.post(reverse("games:invite-join", args=[match.invite]))
    assert (answer.status_code, answer.url) == (302, match.get_absolute_url())
    guest = User.objects.get(is_guest=True)
    assert match.seats.filter(player__user=guest).exists()
    assert client.get(match.get_absolute_url()).context["table"].own is not None


def test_an_invite_to_a_table_that_is_full_shows_it_and_says_why(client):
    match = start_match()
    answer = client.post(reverse("games:invite-join", args=[match.invite]), follow=True)
    assert answer.status_code == 200
    assert "This match has already started." in answer.text


def test_whoever_sits_there_already_goes_on_to_the_table(client):
    match = open_table()
    answer = log_in(client, match.host).get(reverse("games:invite", args=[match.invite]))
    assert answer.status_code == 302
    assert answer.headers["Location"] == match.get_absolute_url()


def test_a_players_page_counts_lowest_as_best(client):
    match = start_match()
    state = drivers.play_on(match, drivers.is_finished)
    best = min(state.totals)
    winner = match.seats.filter(total=best).first().player
    view = client.get(winner.get_absolute_url()).context["player"]
    number = match.seats.get(player=winner).number or 0
    strokes = [hole[number] for hole in state.scored]
    assert (view.figures.matches, view.figures.won, view.figures.holes) == (1, 1, 3)
    assert view.figures.best_hole == min(strokes)
    assert view.figures.mean_strokes == pytest.approx(sum(strokes) / 3)


def test_private_matches_show_to_those_who_sat_there_alone(client):
    match = start_match(is_listed=False)
    drivers.play_on(match, drivers.is_finished)
    one, two = (drivers.player_at(match, number) for number in (0, 1))
    assert client.get(one.get_absolute_url()).context["player"].matches == ()
    log_in(client, two)
    assert len(client.get(one.get_absolute_url()).context["player"].matches) == 1


@pytest.mark.parametrize(
    "path",
    ["/invite/%00/", "/tables/%00/", "/matches/%00/replay/", "/%00", "/tables/new/?preset=%00"],
)
def test_an_address_that_no_database_can_hold_is_not_found(client, path):
    make_preset()
    assert client.get(path).status_code == 404


def test_a_player_who_is_not_there_is_not_found(client):
    assert client.get("/players/999/").status_code == 404
    assert client.get("/players/99999999999999999999999/").status_code == 404


def test_a_guest_who_logs_in_brings_the_matches_along(client):
    match = open_table()
    client.post(reverse("games:invite-join", args=[match.invite]))
    owner = make_player("Marigold")
    client.post("/accounts/login/", {"login": "Marigold", "password": "a long password"})
    assert match.seats.filter(player=owner).exists()
    assert Player.objects.filter(user__is_guest=True).count() == 0


def test_closing_an_account_hands_its_seats_to_bots(client):
    match = start_match()
    player = drivers.to_move(match)
    waiting = open_table(player)
    log_in(client, player)
    client.post("/accounts/close/", {"password": "a long password"})
    seat = match.seats.get(player=player)
    assert (seat.bot, seat.name) == ("club", "Former player")
    assert Match.objects.get(pk=waiting.pk).status == Match.Status.CANCELLED
    lobby_page = client.get("/")
    assert lobby_page.status_code == 200


def test_the_practice_table_of_the_demo_starts_when_somebody_sits_down():
    from games.services.demo import make_demo

    make_preset()
    make_demo(NOW, random.Random(3))
    match = Match.objects.waiting().get()
    lobby.join_table(match.pk, make_player(), has_invite=False, now=NOW, rng=random.Random(1))
    assert Match.objects.get(pk=match.pk).status == Match.Status.RUNNING
    assert make_demo(NOW, random.Random(3)) == 0


@pytest.mark.parametrize("is_running", [True, False])
def test_a_guest_who_turns_out_to_sit_there_already_leaves_the_second_seat(client, is_running):
    owner = make_player("Foxglove")
    match = open_table(owner, seats=3)
    client.post(reverse("games:invite-join", args=[match.invite]))
    if is_running:
        client_of_third = make_player()
        lobby.join_table(match.pk, client_of_third, has_invite=True, now=NOW, rng=random.Random(1))
    client.post("/accounts/login/", {"login": "Foxglove", "password": "a long password"})
    bots = list(match.seats.exclude(bot="").values_list("bot", flat=True))
    assert match.seats.filter(player=owner).count() == 1
    assert (match.seats.count(), bots) == ((3, ["club"]) if is_running else (1, []))


def test_other_tables_hear_of_a_guests_new_name(client):
    match = open_table()
    client.post(reverse("games:invite-join", args=[match.invite]))
    version = Match.objects.get(pk=match.pk).version
    make_player("Larkspur")
    client.post("/accounts/login/", {"login": "Larkspur", "password": "a long password"})
    assert Match.objects.get(pk=match.pk).version > version


def test_one_press_sits_a_stranger_down_with_a_bot(client):
    make_preset()
    answer = client.post(reverse("games:practice"))
    match = Match.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, match.get_absolute_url())
    assert (match.status, match.is_listed, match.ruleset["holes"]) == ("running", False, 3)
    assert list(match.seats.order_by("chair").values_list("bot", flat=True)) == ["", "club"]


def test_a_stranger_takes_a_free_chair_as_a_guest(client):
    match = open_table()
    client.post(reverse("games:table-join", args=[match.slug]))
    assert User.objects.filter(is_guest=True, player__seats__match=match).exists()


def test_a_stranger_at_a_private_table_makes_no_guest(client):
    match = open_table(is_listed=False)
    answer = client.post(reverse("games:table-join", args=[match.slug]))
    assert answer.status_code == 404
    assert not User.objects.filter(is_guest=True).exists()


def test_long_lists_come_in_pages(client):
    player = make_player()
    match = start_match(player, make_player())
    drivers.play_on(match, drivers.is_finished)
    finished = Match.objects.get(pk=match.pk)
    for number in range(30):
        finished.pk, finished.slug, finished.invite = None, f"copy{number}", f"copy{number}"
        finished.save()
        finished.seats.create(player=player, chair=0, number=0, place=1, joined_at=NOW)
    log_in(client, player)
    first = client.get(reverse("games:matches")).context["matches"]
    assert (len(first.finished), first.pages.newer, first.pages.older) == (30, None, 2)
    last = client.get(reverse("games:matches"), {"page": "2"}).context["matches"]
    assert (len(last.finished), last.pages.newer, last.pages.older) == (1, 1, None)
    for page in ("0", "x", "99", "\x00"):
        assert client.get(player.get_absolute_url(), {"page": page}).status_code == 200


def test_a_running_match_says_how_far_it_is(client):
    match = start_match()
    drivers.play_on(match, drivers.is_at_score_card)
    row = client.get("/").context["running_tables"][0]
    assert row.progress == "Hole 1 of 3"


def test_the_end_of_a_hole_is_told_before_its_result(client):
    match = start_match()
    drivers.play_on(match, drivers.is_at_score_card)
    page = client.get(match.get_absolute_url())
    [told] = re.findall(r'<p class="closing-line"[^>]*>([^<]+)</p>', page.text)
    ending = match.actions.exclude(played_by="chance").order_by("-sequence").first()
    assert told.startswith(ending.seat.name)
    assert "scored" in page.context["table"].log[0].text
    assert "scored" not in told


def test_there_is_no_end_to_tell_while_a_hole_is_played(client):
    assert client.get(start_match().get_absolute_url()).context["table"].closing == ""
