from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.db import transaction

from games import engine
from games.models import Action, Hole, Match
from games.services import play
from games.services.due import carry_out_due
from games.services.ledger import Ledger, lock_match
from games.services.refusals import Refused
from tests import drivers
from tests.factories import NOW, make_player, open_table, start_match

pytestmark = pytest.mark.django_db


def refusal_of(match, player, text, **how):
    before = list(Action.objects.values_list("match", "sequence", "text"))
    with pytest.raises(Refused) as caught:
        drivers.submit(match, player, text, **how)
    assert list(Action.objects.values_list("match", "sequence", "text")) == before
    return caught.value.code


def other_than(match, player):
    return next(s.player for s in match.seats.all() if s.player_id != player.pk)


def test_starting_deals_the_first_hole_as_action_one():
    match = start_match()
    deal = match.actions.get()
    assert (deal.sequence, deal.kind, deal.played_by, deal.seat) == (1, "deal", "chance", None)
    assert len(deal.body["order"]) == 52
    assert match.holes.get().starter == 0


def test_an_action_is_kept_with_its_public_facts():
    match = start_match()
    player = drivers.to_move(match)
    kept = drivers.submit(match, player, "turn 3")
    row = match.actions.get(sequence=2)
    assert kept == play.Submitted(2)
    assert (row.text, row.seat.player, row.played_by, row.at) == ("turn 3", player, "player", NOW)
    assert [fact["kind"] for fact in row.facts] == ["opener_turned"]


def test_a_drawn_card_is_not_among_the_public_facts():
    match = start_match()
    drivers.open_cards(match)
    drivers.act(match, "draw")
    row = match.actions.order_by("-sequence").first()
    assert row.facts == [{"kind": "drew", "seat": 0}]


def test_an_action_based_on_an_older_table_is_stale():
    match = start_match()
    player = drivers.to_move(match)
    drivers.submit(match, player, "turn 0")
    assert refusal_of(match, player, "turn 1", based_on=1) == "stale"


def test_a_sequence_that_never_was_is_refused():
    match = start_match()
    assert refusal_of(match, drivers.to_move(match), "turn 0", based_on=99) == "bad_sequence"


def test_the_same_message_twice_acts_once():
    match = start_match()
    player = drivers.to_move(match)
    first = drivers.submit(match, player, "turn 0", based_on=1, key="k")
    second = drivers.submit(match, player, "turn 0", based_on=1, key="k")
    assert (first.sequence, second.sequence, second.is_repeat) == (2, 2, True)
    assert match.actions.count() == 2


def test_a_key_used_for_another_action_is_stale():
    match = start_match()
    player = drivers.to_move(match)
    drivers.submit(match, player, "turn 0", based_on=1, key="k")
    assert refusal_of(match, player, "turn 1", based_on=1, key="k") == "stale"


def test_a_message_sent_twice_still_counts_after_the_match_is_over():
    match = start_match()
    player = drivers.to_move(match)
    drivers.submit(match, player, "turn 0", based_on=1, key="k")
    drivers.play_on(match, drivers.is_finished)
    assert drivers.submit(match, player, "turn 0", based_on=1, key="k").is_repeat


def test_who_is_not_to_move_is_refused():
    match = start_match()
    waiting = other_than(match, drivers.to_move(match))
    assert refusal_of(match, waiting, "turn 0") == "not_your_turn"


def test_who_has_no_seat_is_refused():
    match = start_match()
    assert refusal_of(match, make_player(), "turn 0") == "not_seated"


@pytest.mark.parametrize(
    "text",
    ["", "turn", "turn 6", "turn -1", "turn 0 1", "deal", "knock 1", "TURN 0", "turn ٣", "x" * 999],
)
def test_what_is_no_action_is_malformed(text):
    match = start_match()
    assert refusal_of(match, drivers.to_move(match), text, key="k") == "malformed"


@pytest.mark.parametrize("text", ["draw", "take 0", "swap 0", "discard", "dismiss"])
def test_an_action_of_another_moment_is_not_lawful(text):
    match = start_match()
    assert refusal_of(match, drivers.to_move(match), text) == "not_lawful"


@pytest.mark.parametrize("key", ["k" * 65, "a\x00b", "\n"])
def test_a_key_that_can_not_be_kept_is_refused(key):
    match = start_match()
    assert refusal_of(match, drivers.to_move(match), "turn 0", key=key) == "bad_key"


def test_a_match_that_has_not_started_takes_no_action():
    match = open_table()
    with pytest.raises(Refused, match="not_running"):
        play.submit_action(
            match.pk, match.host, "draw", based_on=0, key="k", now=NOW, rng=random.Random(1)
        )


def test_a_finished_match_takes_no_action():
    match = start_match()
    state = drivers.play_on(match, drivers.is_finished)
    player = drivers.player_at(match, 0)
    assert refusal_of(match, player, "draw", based_on=state.sequence) == "match_over"


def test_a_score_card_keeps_what_the_hole_came_to():
    match = start_match()
    state = drivers.play_on(match, drivers.is_at_score_card)
    hole = Hole.objects.get(match=match, number=0)
    kept = list(hole.strokes.order_by("seat__number").values_list("strokes", flat=True))
    assert kept == list(state.scored[0])
    assert hole.ended_at == NOW
    totals = match.seats.order_by("number").values_list("total", flat=True)
    assert list(totals) == list(state.totals)


def test_the_next_hole_waits_until_everybody_has_closed_the_score_card():
    match = start_match()
    drivers.play_on(match, drivers.is_at_score_card)
    drivers.submit(match, drivers.player_at(match, 0), "dismiss")
    assert match.holes.count() == 1
    drivers.submit(match, drivers.player_at(match, 1), "dismiss")
    assert match.holes.count() == 2


def test_two_people_close_a_score_card_from_the_same_page():
    match = start_match()
    sequence = drivers.play_on(match, drivers.is_at_score_card).sequence
    for number in (0, 1):
        drivers.submit(match, drivers.player_at(match, number), "dismiss", based_on=sequence)
    assert match.holes.count() == 2


def test_a_finished_match_gives_places_to_lowest_totals():
    match = start_match(make_player(), make_player(), make_player())
    state = drivers.play_on(match, drivers.is_finished)
    match.refresh_from_db()
    assert (match.status, match.finished_at) == (Match.Status.FINISHED, NOW)
    best = match.seats.order_by("total").first()
    assert (best.place, best.total) == (1, min(state.totals))
    assert not match.seats.filter(is_to_act=True).exists()


def test_only_the_seats_to_act_are_marked():
    match = start_match()
    drivers.open_cards(match)
    assert list(match.seats.filter(is_to_act=True).values_list("number", flat=True)) == [0]


def test_a_leaver_keeps_seat_and_cards_and_a_bot_plays():
    match = start_match()
    player = drivers.to_move(match)
    before = drivers.state_of(match).hole
    play.leave_match(match.pk, player, now=NOW, rng=random.Random(1))
    seat = match.seats.get(player=player)
    assert (seat.bot, seat.left_at, seat.number) == ("club", NOW, 0)
    assert drivers.state_of(match).hole == before
    match.refresh_from_db()
    assert match.clerk_due_at is not None
    assert refusal_of(match, player, "turn 0") == "left_table"


def test_a_leaver_holds_up_no_score_card():
    match = start_match()
    drivers.play_on(match, drivers.is_at_score_card)
    drivers.submit(match, drivers.player_at(match, 0), "dismiss")
    play.leave_match(match.pk, drivers.player_at(match, 1), now=NOW, rng=random.Random(1))
    assert match.holes.count() == 2


def test_who_left_may_take_the_seat_back():
    match = start_match()
    player = drivers.to_move(match)
    play.leave_match(match.pk, player, now=NOW, rng=random.Random(1))
    play.return_to_match(match.pk, player, now=NOW)
    drivers.submit(match, player, "turn 0")
    match.refresh_from_db()
    assert match.clerk_due_at is None


@pytest.mark.heavy
@pytest.mark.parametrize("moment", ["openers", "turn", "drawn", "score card"])
@pytest.mark.parametrize("who", [0, 1])
def test_whoever_leaves_whenever_the_match_can_be_finished(moment, who):
    reached = {
        "openers": lambda state: state.hole.phase is engine.HolePhase.OPENERS,
        "turn": lambda state: state.hole.phase is engine.HolePhase.TURN,
        "drawn": drivers.is_drawn,
        "score card": drivers.is_at_score_card,
    }[moment]
    match = start_match(preset="house", layout="2x2", holes=2)
    drivers.play_on(match, reached)
    play.leave_match(match.pk, drivers.player_at(match, who), now=NOW, rng=random.Random(1))
    play_with_bots(match)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def play_with_bots(match):
    rng = random.Random(5)
    for step in range(2000):
        state = drivers.state_of(match)
        if drivers.is_finished(state):
            return
        if not carry_out_due(NOW + timedelta(days=1, seconds=5 * step), rng):
            number = next(
                n for n in engine.seats_to_act(state) if not match.seats.get(number=n).bot
            )
            drivers.submit(
                match, drivers.player_at(match, number), engine.legal_actions(state, number)[0].text
            )
    raise AssertionError("the match does not end")


def test_nothing_is_told_before_the_commit(django_capture_on_commit_callbacks):
    match = start_match()
    with django_capture_on_commit_callbacks() as callbacks:
        drivers.act(match, "turn 0")
    assert len(callbacks) == 1


def test_nothing_is_told_of_a_refusal(django_capture_on_commit_callbacks):
    match = start_match()
    with django_capture_on_commit_callbacks() as callbacks:
        refusal_of(match, drivers.to_move(match), "draw")
    assert callbacks == []


def test_a_write_that_was_overtaken_is_stale():
    match = start_match()
    with pytest.raises(Refused, match="stale"):
        write_after_somebody_else(match)
    assert match.actions.count() == 1


def write_after_somebody_else(match):
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match.pk))
        ledger.append(engine.TurnUp(0, 0), Action.PlayedBy.PLAYER)
        Match.objects.filter(pk=match.pk).update(sequence=7)
        ledger.close(NOW)
