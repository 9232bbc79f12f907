"""What others did since one last looked, step by step: nothing later, and no card too many."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games import engine
from games.engine import codec
from games.models import Action, Match, Position, Seat
from games.selectors.access import Viewer
from games.selectors.catch_up import first_missed, table_at
from games.selectors.past import past
from games.services import play
from games.services.due import carry_out_due
from games.services.lobby import Terms
from tests import drivers
from tests.factories import NOW, log_in, make_player, start_match
from tests.games.test_non_interference import TOKEN
from tests.games.worlds import swap_unseen

pytestmark = pytest.mark.django_db


def see(match, player, sequence):
    Seat.objects.filter(match=match, player=player).update(seen_sequence=sequence, looked_at=NOW)


def fresh(match):
    return Match.objects.select_related("host__user", "preset").get(pk=match.pk)


def missed_turn(**choices):
    """A match in which seat 1 has had a turn since seat 0's; returns it and seat 0's player."""
    match = start_match(**choices)
    drivers.open_cards(match)
    drivers.act(match, "draw")
    drivers.act(match, "swap 5")
    drivers.act(match, "draw")
    drivers.act(match, "swap 5")
    return fresh(match), drivers.player_at(match, 0)


def view_of(match, player, sequence):
    return table_at(fresh(match), Viewer(player.pk), sequence)


def test_what_others_did_since_ones_own_action_was_missed():
    match, player = missed_turn()
    assert (match.sequence, first_missed(match, Viewer(player.pk))) == (9, 7)
    other = drivers.player_at(match, 1)
    assert first_missed(match, Viewer(other.pk)) is None


def test_nothing_is_missed_that_was_looked_at_nor_by_those_who_only_watch():
    match, player = missed_turn()
    see(match, player, 9)
    for viewer in (Viewer(player.pk), Viewer(make_player().pk), Viewer()):
        assert first_missed(match, viewer) is None


def test_a_page_that_was_out_of_sight_is_led_back_to_what_it_last_showed(client):
    match, player = missed_turn()
    see(match, player, 9)
    log_in(client, player)
    line = client.get(reverse("games:missed", args=[match.slug, 7])).text
    assert f'href="{match.get_absolute_url()}since/7/"' in line
    assert "2 new actions: step through" in line
    assert "One new action" in client.get(reverse("games:missed", args=[match.slug, 8])).text
    # Nothing new, what is one's own, and a table that one only watches.
    assert client.get(reverse("games:missed", args=[match.slug, 9])).text.strip() == ""
    log_in(client, drivers.player_at(match, 1))
    assert client.get(reverse("games:missed", args=[match.slug, 7])).text.strip() == ""
    client.logout()
    assert client.get(reverse("games:missed", args=[match.slug, 7])).text.strip() == ""


def test_opening_the_table_leads_to_what_was_missed_and_there_step_by_step(client):
    match, player = missed_turn()
    log_in(client, player)
    table = match.get_absolute_url()
    assert client.get(table).url == f"{table}since/7/"
    shown = []
    address = f"{table}since/7/"
    while address:
        page = client.get(address)
        shown.append((page.context["catch_up"].left, page.context["table"].prompt))
        assert page.context["table"].log[0].sequence == page.context["catch_up"].sequence
        assert 'name="action"' not in page.text
        assert 'data-can-act="no"' in page.text
        address = page.context["catch_up"].next_url
    assert shown == [
        (2, "Since you last looked 2 things happened."),
        (1, f"{drivers.player_at(match, 1).name} drew a card from the stock."),
        (0, shown[-1][1]),
    ]
    assert "put the drawn card" in shown[-1][1]
    done = client.post(f"{table}caught-up", {"sequence": "9"})
    assert done.url == table
    assert client.get(table).status_code == 200


def test_it_only_counts_as_looked_at_once_it_was_seen_or_skipped(client):
    match, player = missed_turn()
    log_in(client, player)
    table = match.get_absolute_url()
    for address in (table, f"{table}since/7/", f"{table}since/8/"):
        client.get(address)
    seat = match.seats.get(player=player)
    assert (seat.looked_at, seat.seen_sequence) == (None, 0)
    client.get(f"{table}since/9/")
    seat.refresh_from_db()
    assert seat.looked_at is not None
    assert seat.seen_sequence == 9


def test_what_is_skipped_counts_as_looked_at(client):
    match, player = missed_turn()
    drivers.catch_up(log_in(client, player), match)
    seat = match.seats.get(player=player)
    assert seat.looked_at is not None
    assert seat.seen_sequence == 9


def test_what_happens_meanwhile_is_shown_next_and_jumps_in_nowhere(client):
    match, player = missed_turn(preset="arena")
    log_in(client, player)
    table = match.get_absolute_url()
    see(match, player, 8)
    assert client.get(f"{table}since/9/").context["catch_up"].next_url is None
    see(match, drivers.player_at(match, 1), 9)
    drivers.submit(match, drivers.player_at(match, 0), "draw")
    drivers.submit(match, drivers.player_at(match, 0), "swap 4")
    drivers.submit(match, drivers.player_at(match, 1), "draw")
    page = client.get(f"{table}since/9/")
    assert page.context["table"].sequence == 9
    assert page.context["catch_up"].left == 3


def test_seen_to_an_action_leads_on_to_what_came_after_it(client):
    match, player = missed_turn()
    log_in(client, player)
    table = match.get_absolute_url()
    client.post(f"{table}caught-up", {"sequence": "8"})
    assert client.get(table).url == f"{table}since/8/"


@pytest.mark.parametrize("sequence", ["10", "x", "-1", "99999999999", "9\x00"])
def test_one_can_not_have_seen_what_did_not_happen(client, sequence):
    match, player = missed_turn()
    log_in(client, player)
    answer = client.post(f"{match.get_absolute_url()}caught-up", {"sequence": sequence})
    assert answer.status_code == 404
    assert match.seats.get(player=player).seen_sequence == 0


@pytest.mark.parametrize("sequence", [0, 10, 10**9])
def test_there_are_no_steps_beyond_the_match(client, sequence):
    match, player = missed_turn()
    address = reverse("games:since", args=[match.slug, sequence])
    assert log_in(client, player).get(address).status_code == 404


def test_only_those_who_sit_there_get_steps(client):
    match, _player = missed_turn()
    address = reverse("games:since", args=[match.slug, 8])
    assert client.get(address).status_code == 404
    assert log_in(client, make_player()).get(address).status_code == 404
    assert client.get(address.replace(match.slug, "nowhere")).status_code == 404


def to_the_end_of_a_hole(**choices):
    match = start_match(**choices)
    drivers.play_on(match, drivers.is_at_score_card)
    return fresh(match)


def test_the_action_that_ends_a_hole_is_seen_before_the_score_card():
    match = to_the_end_of_a_hole()
    end = match.sequence
    closer = match.actions.get(sequence=end).seat.number
    player = drivers.player_at(match, 1 - closer)
    table = view_of(match, player, end).table
    assert (table.phase, table.score_card, table.hole_label) == ("playing", None, "Hole 1 of 3")
    assert {seat.total for seat in (table.own, *table.others)} == {0}
    assert not any("is scored" in line.text for line in table.log)
    assert {slot.card.is_up for row in table.own.rows for slot in row} == {True}


def test_the_score_card_is_a_step_of_its_own_before_the_next_deal(client):
    match = to_the_end_of_a_hole()
    end = match.sequence
    for player in [drivers.player_at(match, 0), drivers.player_at(match, 1)]:
        drivers.submit(match, player, "dismiss")
    player = drivers.player_at(match, 0)
    match = fresh(match)
    assert [row.kind for row in match.actions.filter(sequence__gt=end).order_by("sequence")] == [
        "dismiss",
        "dismiss",
        "deal",
    ]
    ended = view_of(match, player, end)
    assert (ended.left, ended.next_url[-9:]) == (2, f"since/{end + 1}/"[-9:])
    card = view_of(match, player, end + 1)
    assert card.table.phase == "score_card"
    assert [row.total for row in card.table.score_card.rows] == sorted(
        strokes.strokes for strokes in match.holes.get(number=0).strokes.all()
    )
    assert any("Hole 1 is scored" in line.text for line in card.table.log)
    deal = view_of(match, player, end + 3)
    assert (card.next_url[-9:], deal.table.hole_label) == (f"since/{end + 3}/"[-9:], "Hole 2 of 3")
    assert deal.table.score_card is not None


def test_a_score_card_that_others_put_away_is_nothing_missed():
    match = to_the_end_of_a_hole()
    player, other = drivers.player_at(match, 0), drivers.player_at(match, 1)
    see(match, player, match.sequence)
    drivers.submit(match, other, "dismiss")
    assert first_missed(fresh(match), Viewer(player.pk)) is None


def test_the_end_of_the_match_comes_after_its_last_action(client):
    match = start_match()
    drivers.play_on(match, drivers.is_finished)
    match = fresh(match)
    last = match.actions.get(sequence=match.sequence).seat.number
    player = drivers.player_at(match, 1 - last)
    log_in(client, player)
    page = client.get(match.get_absolute_url(), follow=True)
    while page.context["catch_up"].next_url:
        page = client.get(page.context["catch_up"].next_url)
    table = page.context["table"]
    assert (table.phase, table.hole_label) == ("playing", "Hole 3 of 3")
    before = past(match, match.sequence, 2).before
    assert [seat.total for seat in sorted((table.own, *table.others), key=by_number)] == list(
        before.totals
    )
    assert "won" not in page.text
    assert "first place" not in page.text
    drivers.catch_up(client, match)
    assert client.get(match.get_absolute_url()).context["table"].phase == "finished"


def by_number(seat):
    return seat.number


def test_title_and_badge_do_not_tell_what_comes(client):
    match, player = missed_turn()
    log_in(client, player)
    assert drivers.to_move(match) == player
    page = client.get(reverse("games:since", args=[match.slug, 8]))
    assert f"<title>What happened at the table of {match.host.name} · Golf Club" in page.text
    assert f'data-address="/matches/count?but={match.slug}"' in page.text
    assert client.get(f"/matches/count?but={match.slug}").json()["count"] == 0


def in_the_second_hole(state):
    return state.hole_index == 1 and sum(state.hole.turns) == 4


@pytest.mark.parametrize(
    ("preset", "choices"),
    [
        ("arena", {}),
        # Where nothing counts all are tied, and the second hole is an extra one.
        ("house", {"holes": 1, "tie": "extra_hole", "values": dict.fromkeys(engine.RANKS, 0)}),
    ],
)
def test_a_moment_is_what_the_whole_match_replayed_up_to_it_gives(preset, choices):
    match = start_match(preset=preset, **choices)
    drivers.play_on(match, in_the_second_hole)
    match = fresh(match)
    rows = list(match.actions.order_by("sequence").values_list("body", "hole__number", "kind"))
    actions = [codec.decode_action(body) for body, _hole, _kind in rows]
    ruleset = codec.decode_ruleset(match.ruleset)
    played = engine.states(ruleset, match.seat_count, actions)
    for at, transition in enumerate(played, start=1):
        if rows[at - 1][2] != "dismiss":
            then = past(match, at, rows[at - 1][1]).state
            for viewer in (0, 1, None):
                expected = engine.observe(transition.state, viewer)
                assert engine.observe(then, viewer) == expected


@pytest.mark.parametrize("choices", [{}, {"openers_seen": "peek"}])
def test_a_step_shows_what_the_viewer_knew_then(choices):
    preset = "clubhouse-fixed" if choices else "clubhouse"
    match, player = missed_turn(preset=preset, **choices)
    for sequence in range(1, match.sequence + 1):
        then = past(match, sequence, 0).state
        seen = engine.observe(then, 0)
        own = view_of(match, player, sequence).table.own
        faces = [slot.card.face for row in own.rows for slot in row]
        assert faces == [card.face for card in seen.layouts[0]]


def test_what_a_bot_saw_in_my_place_is_not_shown():
    match = start_match(preset="clubhouse-fixed", openers_seen="peek")
    player = drivers.to_move(match)
    number = engine.seats_to_act(drivers.state_of(match))[0]
    play.leave_match(match.pk, player, now=NOW, rng=random.Random(1))
    play.submit_for_bot(match.pk, number, "draw", based_on=1, now=NOW, rng=random.Random(1))
    play.return_to_match(match.pk, player, now=NOW)
    table = view_of(match, player, 2).table
    assert (table.drawn.face, table.drawn.is_up) == (None, False)
    assert {slot.card.face for row in table.own.rows for slot in row} == {None}


def test_what_the_clock_did_for_me_is_shown_and_marked():
    match = start_match(terms=Terms("3d"))
    player = drivers.to_move(match)
    carry_out_due(NOW + timedelta(days=3), random.Random(1))
    match = fresh(match)
    assert first_missed(match, Viewer(player.pk)) == 1
    assert "By the clock" in view_of(match, player, 2).table.prompt


def test_unassisted_memory_gets_no_face_back_that_lies_hidden_now():
    match = start_match(preset="four-card", memory="unassisted")
    number = drivers.state_of(match).hole.to_move
    player, other = drivers.player_at(match, number), drivers.player_at(match, 1 - number)
    drivers.submit(match, player, "turn 0")
    drivers.submit(match, player, "turn 1")
    drivers.submit(match, other, "turn 0")
    for sequence in range(1, 5):
        table = view_of(match, player, sequence).table
        assert {slot.card.face for row in table.own.rows for slot in row} == {None}


def test_unassisted_memory_forgets_a_discard_that_was_taken_face_down():
    match = start_match(
        preset="house",
        layout="2x2",
        openers=0,
        replaced_face="down",
        knock=True,
        memory="unassisted",
    )
    taken = engine.observe(drivers.state_of(match), None).discard[-1]
    player = drivers.player_at(match, 1 - drivers.state_of(match).hole.to_move)
    drivers.act(match, "take 0")
    assert view_of(match, player, 2).table.others[0].rows[0][0].card.face == taken
    drivers.act(match, "draw")
    first, second, third = (view_of(match, player, sequence).table for sequence in (1, 2, 3))
    assert first.discard.card.face is None
    assert second.others[0].rows[0][0].card.face is None
    assert taken not in str([first, second, third])


@pytest.mark.parametrize(
    ("preset", "choices", "viewer"),
    [
        ("clubhouse", {}, 0),
        ("clubhouse-fixed", {"openers_seen": "peek"}, 1),
        ("four-card", {"memory": "unassisted"}, 0),
    ],
)
def test_unseen_cards_change_no_byte_of_any_step(preset, choices, viewer):
    match = start_match(preset=preset, **choices)
    drivers.play_on(match, lambda state: sum(state.hole.turns) >= 4)
    player = drivers.player_at(match, viewer)
    before = steps(match, player)
    assert swap_unseen(match, viewer, random.Random(9)) >= 20
    assert [at for at, page in steps(match, player).items() if page != before[at]] == []


def steps(match, player):
    client = log_in(Client(), player)
    drivers.catch_up(client, match)
    count = Match.objects.get(pk=match.pk).sequence
    addresses = [reverse("games:since", args=[match.slug, at]) for at in range(1, count + 1)]
    pages = {address: client.get(address) for address in addresses}
    assert {page.status_code for page in pages.values()} == {200}
    return {address: TOKEN.sub(b"token", page.content) for address, page in pages.items()}


@pytest.mark.parametrize("turns", [1, 12])
def test_a_step_takes_a_constant_number_of_queries(client, django_assert_num_queries, turns):
    match = start_match(*[make_player() for _seat in range(4)])
    drivers.play_on(match, lambda state: sum(state.hole.turns) >= turns)
    match = fresh(match)
    log_in(client, drivers.player_at(match, 0))
    address = reverse("games:since", args=[match.slug, match.sequence - 1])
    with django_assert_num_queries(14):
        client.get(address)


def test_a_step_replays_its_own_hole_and_nothing_else():
    match = start_match()
    drivers.play_on(match, lambda state: state.hole_index == 1 and state.hole is not None)
    match = fresh(match)
    of_second = match.actions.filter(hole__number=1).count()
    assert 0 < of_second < match.sequence
    assert len(past(match, match.sequence, 1).actions) == of_second


def test_looking_back_writes_nothing():
    match, player = missed_turn()
    before = list(Position.objects.values()), list(Action.objects.values())
    view_of(match, player, 4)
    assert (list(Position.objects.values()), list(Action.objects.values())) == before
