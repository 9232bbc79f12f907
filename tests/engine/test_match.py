"""Rule 5: how a match goes on and ends."""

from __future__ import annotations

from random import Random

import pytest

from games.engine import (
    Deal,
    IllegalAction,
    MatchPhase,
    Reshuffle,
    Ruleset,
    is_current,
    observe,
    seats_to_act,
    standings,
)
from tests.engine.drivers import SMALL, Table, with_hole

QUICK = {**SMALL.to_fields(), "openers": 3, "last_turns": 0, "holes": 3}


def quick(**fields: object) -> Table:
    return Table(Ruleset.from_fields({**QUICK, **fields}))


def hole_of(table: Table, faces: str = "AC 2C 3C 4C AD 2D 3D 4D QS") -> Table:
    table.deal(faces)
    return table.play(f"{table.hole.to_move} take 3")


def test_score_card_follows_a_hole_and_shows_totals() -> None:
    table = hole_of(quick())
    assert table.state.phase is MatchPhase.SCORE_CARD
    assert (table.state.totals, table.state.scored) == ((12, 6), ((12, 6),))


def test_next_hole_waits_until_every_seat_has_dismissed() -> None:
    table = hole_of(quick())
    assert seats_to_act(table.state) == (0, 1)
    table.play("1 dismiss")
    assert table.told("dismissed") == [{"kind": "dismissed", "seat": 1}]
    assert seats_to_act(table.state) == (0,)
    assert table.texts(1) == []
    table.play("0 dismiss")
    assert (table.state.phase, table.state.hole_index) == (MatchPhase.AWAIT_DEAL, 1)


def test_score_card_is_dismissed_once() -> None:
    table = hole_of(quick()).play("1 dismiss")
    with pytest.raises(IllegalAction) as refused:
        table.play("1 dismiss")
    assert refused.value.code == "not_your_turn"


def test_match_is_finished_at_once_with_its_last_hole() -> None:
    table = hole_of(quick(holes=1))
    assert table.state.phase is MatchPhase.FINISHED
    assert table.told("match_finished") == [
        {"kind": "match_finished", "seat": None, "places": [2, 1]}
    ]
    assert seats_to_act(table.state) == ()


@pytest.mark.parametrize("line", ["0 dismiss", "0 draw"])
def test_nothing_goes_after_the_match(line: str) -> None:
    table = hole_of(quick(holes=1))
    with pytest.raises(IllegalAction) as refused:
        table.play(line)
    assert (refused.value.code, str(refused.value)) == ("match_over", "the match is over")


@pytest.mark.parametrize("action", [Deal(SMALL.pack_cards(2)), Reshuffle(())])
def test_nothing_is_dealt_after_the_match(action: Deal | Reshuffle) -> None:
    table = hole_of(quick(holes=1))
    with pytest.raises(IllegalAction) as refused:
        table.do(action)
    assert (refused.value.code, str(refused.value)) == ("match_over", "the match is over")


def test_totals_add_up_over_the_holes() -> None:
    table = quick(holes=3)
    for _ in range(2):
        hole_of(table).play("0 dismiss", "1 dismiss")
    hole_of(table)
    assert table.state.scored == ((12, 6), (6, 12), (12, 6))
    assert table.state.totals == (30, 24)


def test_match_ends_after_the_hole_in_which_a_total_reaches_the_limit() -> None:
    table = quick(holes=0, limit=18)
    hole_of(table).play("0 dismiss", "1 dismiss")
    hole_of(table)
    assert table.state.totals == (18, 18)
    assert table.state.phase is MatchPhase.FINISHED


def test_limit_that_is_not_reached_lets_the_match_go_on() -> None:
    table = quick(holes=0, limit=19)
    hole_of(table).play("0 dismiss", "1 dismiss")
    assert hole_of(table).state.phase is MatchPhase.SCORE_CARD


def test_holes_or_limit_whichever_comes_first() -> None:
    assert hole_of(quick(holes=3, limit=12)).state.phase is MatchPhase.FINISHED
    assert hole_of(quick(holes=1, limit=900)).state.phase is MatchPhase.FINISHED


def test_match_without_holes_ends_after_200() -> None:
    table = quick(holes=0, limit=1000)
    zeros = (0, 0)
    table.state = table.state._replace(hole_index=198, scored=(zeros,) * 198)
    assert hole_of(table).state.phase is MatchPhase.SCORE_CARD
    table.play("0 dismiss", "1 dismiss")
    assert hole_of(table).state.phase is MatchPhase.FINISHED


def test_equal_totals_share_a_place() -> None:
    rows = standings([7, -3, 7, 20])
    assert [(row.place, row.seat, row.total) for row in rows] == [
        *((1, 1, -3), (2, 0, 7), (2, 2, 7), (4, 3, 20)),
    ]
    assert [row.place for row in standings([4, 4, 9])] == [1, 1, 3]


def test_stale_sequence_is_not_current() -> None:
    table = Table(SMALL).deal().play("0 draw")
    assert is_current(table.state, 0, based_on=2)
    assert not is_current(table.state, 0, based_on=1)
    assert not is_current(table.state, 0, based_on=3)


def test_openers_of_others_at_once_make_nothing_stale() -> None:
    table = Table(Ruleset(openers_order="at_once"), seats=3).deal()
    table.play("2 turn 0", "1 turn 0")
    assert is_current(table.state, 0, based_on=1)
    assert is_current(table.state, 0, based_on=2)
    assert not is_current(table.state, 0, based_on=0)
    assert not is_current(table.state, 1, based_on=2)
    assert is_current(table.state, 1, based_on=3)
    assert not is_current(table.state, 3, based_on=1)


def test_first_turn_is_not_current_from_before_the_last_opener() -> None:
    table = Table(Ruleset(openers_order="at_once", openers=1)).deal().play("0 turn 0", "1 turn 0")
    assert not is_current(table.state, 0, based_on=2)
    assert is_current(table.state, 0, based_on=3)


def test_dismissals_of_others_make_nothing_stale() -> None:
    table = hole_of(quick())
    ended = table.state.sequence
    table.play("1 dismiss")
    assert is_current(table.state, 0, based_on=ended)
    assert not is_current(table.state, 0, based_on=ended - 1)
    assert not is_current(table.state, 1, based_on=ended)


def test_openers_in_turn_are_not_independent() -> None:
    table = Table(Ruleset()).deal().play("0 turn 0", "0 turn 1")
    assert not is_current(table.state, 1, based_on=1)


def test_whole_matches_end_for_eight_seats_and_every_layout() -> None:
    for layout in ("2x2", "2x3", "2x4", "3x3", "2x5", "3x4"):
        rules = Ruleset.from_fields({"layout": layout, "holes": 2, "openers_order": "at_once"})
        table = Table(rules, seats=8).run(Random(layout))
        assert len(table.state.scored) == 2


def test_hole_is_kept_for_its_score_card() -> None:
    table = hole_of(quick())
    assert with_hole(table.state).hole is not None
    assert table.hole.phase == "over"


LEVEL = "AC 2C 3C QD AD 2D 3D QH QS"


def tied(seats: int = 2, **fields: object) -> Table:
    """A match of one hole in which all seats stand level."""
    table = quick(holes=1, tie="extra_hole", **fields)
    return hole_of(table, LEVEL)


def dismissed(table: Table) -> Table:
    for seat in range(table.state.seats):
        table.play(f"{seat} dismiss")
    return table


def three(faces: str) -> Table:
    table = Table(Ruleset.from_fields({**QUICK, "holes": 1, "tie": "extra_hole"}), seats=3)
    return table.deal(faces).play("0 take 3")


def test_tied_leaders_share_where_no_extra_hole_is_played() -> None:
    table = hole_of(quick(holes=1), LEVEL)
    assert table.state.phase is MatchPhase.FINISHED
    assert table.told("match_finished")[0]["places"] == [1, 1]


def test_tied_leaders_play_an_extra_hole() -> None:
    table = dismissed(tied())
    table.deal("AC 2C 3C KC AD 2D 3D 4D QS")
    assert table.told("hole_dealt")[0]["hole"] == 1
    assert table.hole.starter == 1
    table.play("1 take 3")
    assert table.state.phase is MatchPhase.FINISHED
    assert (table.state.totals, table.state.scored) == ((12, 12), ((12, 12),))
    assert table.state.extra_scored == ((2, 12),)
    assert table.told("match_finished")[0]["places"] == [1, 2]
    assert table.told("hole_scored")[0]["is_extra"] is True


def test_leader_alone_plays_no_extra_hole() -> None:
    assert hole_of(quick(holes=1, tie="extra_hole")).state.phase is MatchPhase.FINISHED


def test_only_the_tied_leaders_play_extra_holes() -> None:
    # Seat 0 is far behind, seats 1 and 2 lead with 2 strokes each.
    table = dismissed(three("10C 9C 8C QC AC 2C 3C KC AD 2D 3D KD QS"))
    assert table.state.totals == (37, 2, 2)
    table.deal("AC 2C 3C 4C AD 2D 3D 4D QS")
    assert [len(cards) for cards in table.hole.layouts] == [0, 4, 4]
    assert (table.hole.players, table.hole.starter) == ((1, 2), 1)
    assert table.hole.up == (0b0000, 0b0111, 0b0111)
    table.play("1 draw", "1 swap 0", "2 draw", "2 swap 0")
    assert seats_to_act(table.state) == (1,)
    assert table.texts(0) == []
    seen = observe(table.state, 0)
    assert (seen.players, seen.layouts[0], seen.shown_strokes(0)) == ((1, 2), (), 0)
    table.play("1 take 3")
    assert table.hole.up == (0b0000, 0b1111, 0b1111)
    assert table.told("hole_scored")[0]["strokes"] == [None, *table.state.extra_scored[0][1:]]
    assert table.told("hole_scored")[0]["layouts"][0] == []
    assert table.told("match_finished")[0]["places"][0] == 3


def test_extra_hole_is_started_by_the_next_seat_that_plays_it() -> None:
    table = dismissed(three("AC 2C 3C QC AD 2D 3D KD AH 2H 3H KH KS"))
    assert table.state.totals == (2, 2, 2)
    table.state = table.state._replace(totals=(2, 9, 2))
    table.deal()
    assert (table.hole.players, table.hole.starter) == ((0, 2), 2)


def test_leaders_still_level_after_three_extra_holes_share() -> None:
    table = tied()
    for _ in range(3):
        hole_of(dismissed(table), LEVEL)
    assert table.state.phase is MatchPhase.FINISHED
    assert table.state.extra_scored == ((12, 12),) * 3
    assert table.state.totals == (12, 12)
    assert table.told("match_finished")[0]["places"] == [1, 1]


def test_only_those_still_level_play_on_and_the_others_are_ordered_by_strokes() -> None:
    table = three("AC 2C 3C QC AD 2D 3D KD AH 2H 3H KH KS")
    dismissed(table).deal("9C 2C 3C QC AD 2D 3D KD AH 2H 3H QH KS").play("1 take 3")
    assert table.state.extra_scored == ((20, 2, 12),)
    assert table.told("match_finished")[0]["places"] == [3, 1, 2]
    table = three("AC 2C 3C QC AD 2D 3D KD AH 2H 3H KH KS")
    dismissed(table).deal("9C 2C 3C QC AD 2D 3D KD AH 2H 3H KH KS").play("1 take 3")
    assert table.state.phase is MatchPhase.SCORE_CARD
    assert table.state.players == (1, 2)


def test_extra_hole_is_a_whole_match_to_replay() -> None:
    rules = Ruleset.from_fields({**QUICK, "holes": 1, "tie": "extra_hole", "limit": 12})
    table = Table(rules, seats=2)
    hole_of(table, LEVEL)
    hole_of(dismissed(table), LEVEL)
    assert table.state.extra_scored == ((12, 12),)
