"""What the site decides where the rules are silent: its page of rules says each of these."""

from __future__ import annotations

from typing import Any

from games.engine import (
    MatchPhase,
    Ruleset,
    chance_cards,
    new_match,
    score_hole,
    score_layout,
    seats_to_act,
)
from tests.engine.drivers import SMALL, Table, with_hole

TWO = "AC 2C 3C 4C AD 2D 3D 4D"
THREE = f"{TWO} AH 2H 3H 4H"
CLOSING = {**SMALL.to_fields(), "openers": 3, "last_turns": 0}


def at_table(stock: str, layouts: str = TWO, seats: int = 2, **fields: Any) -> Table:
    rules = {**SMALL.to_fields(), "refuse": "no_flip", **fields}
    return Table(Ruleset.from_fields(rules), seats).deal(f"{layouts} 8H {stock}")


def strokes(faces: str, **fields: Any) -> int:
    return score_layout(Ruleset.from_fields({"layout": "2x2", **fields}), faces.split())


def extra_hole(**fields: Any) -> Table:
    """Three seats, of which 1 and 2 lead with 2 strokes each; their extra hole is due."""
    rules = Ruleset.from_fields({**CLOSING, "tie": "extra_hole", **fields})
    table = Table(rules, 3).deal("10C 9C 8C QC AC 2C 3C KC AD 2D 3D KD QS").play("0 take 3")
    assert table.state.totals[1:] == (2, 2)
    return table.play("0 dismiss", "1 dismiss", "2 dismiss")


def test_two_equal_cards_make_a_column() -> None:
    assert strokes("QS 3C QS 4D") == 7


def test_opener_is_chosen_for_good() -> None:
    table = Table(Ruleset(layout="2x2")).deal().play("0 turn 1")
    assert table.texts(0) == ["turn 0", "turn 2", "turn 3"]


def test_replacing_a_shown_card_is_a_turn_also_in_a_last_turn() -> None:
    table = at_table("9C 10C", knock=True).play("0 knock", "1 draw", "1 swap 0")
    assert table.told("placed")[0]["was_hidden"] is False
    assert table.state.phase is MatchPhase.FINISHED


def test_lost_turn_neither_breaks_a_run_of_discards_nor_counts_in_it() -> None:
    table = at_table("JC 9C 10C", THREE, 3, jack_skips=True, stall_laps=1)
    table.play("0 draw", "0 discard")
    assert (table.kinds, table.hole.passes) == (["discarded", "turn_skipped"], 1)
    table.play("2 draw", "2 discard")
    assert table.hole.passes == 2
    table.play("0 draw", "0 discard")
    assert table.told("hole_ended")[0]["reason"] == "called_off"


def test_extra_turn_counts_among_the_turns_of_its_seat() -> None:
    table = at_table("AH 9C", golf_call=True).play("0 draw", "0 swap 2")
    assert (table.kinds, table.hole.turns) == (["placed", "golf_called"], (1, 0))
    assert table.play("0 draw", "0 discard").hole.turns == (2, 0)


def test_seat_that_has_had_200_turns_plays_on_until_all_have() -> None:
    table = at_table("9C 10C", stall_laps=20)
    table.state = with_hole(table.state, turns=(200, 199))
    assert table.play("0 draw", "0 discard").hole.turns == (201, 199)
    assert table.play("1 draw", "1 discard").told("hole_ended")[0]["reason"] == "turn_limit"


def test_jack_thrown_away_for_its_power_skips_too() -> None:
    table = at_table("JC", THREE, 3, jack_skips=True, powers={"J": "peek_own"})
    table.play("0 draw", "0 discard peek 1")
    assert table.kinds == ["discarded", "peeked", "turn_skipped"]
    assert seats_to_act(table.state) == (2,)


def test_jack_of_an_extra_turn_skips() -> None:
    table = at_table("AH JH", THREE.replace("AH", "5H"), 3, golf_call=True, jack_skips=True)
    table.play("0 draw", "0 swap 2", "0 draw", "0 discard")
    assert table.kinds == ["discarded", "turn_skipped"]
    assert seats_to_act(table.state) == (2,)


def test_extra_turn_may_be_a_knock() -> None:
    table = at_table("AH", golf_call=True, knock=True).play("0 draw", "0 swap 2", "0 knock")
    assert (table.hole.closer, seats_to_act(table.state)) == (0, (1,))


def test_column_whose_cards_count_on_calls_golf() -> None:
    keeping: dict[str, Any] = {
        "jokers_per_pack": 2,
        "line_overrides": {"X": "keep"},
        "golf_call": True,
    }
    table = at_table("X2", TWO.replace("AC", "X1"), **keeping).play("0 draw", "0 swap 2")
    assert table.kinds == ["placed", "golf_called"]


def test_card_that_one_has_seen_may_be_peeked_at_again() -> None:
    table = at_table("JC", openers_seen="peek", powers={"J": "peek_own"}).play("0 draw")
    assert "discard peek 0" in table.texts(0)


def test_block_counts_even_where_its_lines_would_count_less() -> None:
    low = {"values": {"2": -10}, "line_overrides": {"2": "keep"}}
    assert strokes("2C 2D 2H 2S", **low) == -40
    assert strokes("2C 2D 2H 2S", **low, block_score=-20) == -20


def test_block_with_a_wild_card_counts_only_where_that_is_less() -> None:
    wild = {"wild": ["JS"], "block_score": -20}
    assert strokes("9C 9D 9H JS", **wild) == -20
    assert strokes("9C 9D 9H JS", **wild, card_values={"JS": -60}) == 9 - 60


def test_closer_is_judged_where_the_hole_ends_for_want_of_a_stock() -> None:
    rules = {**CLOSING, "last_turns": 1, "closer_fails": "plus_10"}
    table = Table(Ruleset.from_fields(rules)).deal(f"10{TWO[1:]} KS")
    table.state = with_hole(table.state, stock=())
    table.play("0 take 3")
    assert table.told("hole_ended")[0]["reason"] == "no_stock"
    scored = table.told("hole_scored")[0]
    assert (scored["outcome"], scored["strokes"]) == ("failure", [21, 6])


def test_failed_closer_with_the_highest_strokes_counts_no_more() -> None:
    rules = Ruleset(layout="2x2", closer_fails="highest")
    score = score_hole(rules, [["9C", "AD", "10H", "KS"], ["3C", "KD", "AH", "KS"]], closer=0)
    assert (score.outcome, score.strokes) == ("failure", (20, 4))


def test_four_jokers_are_of_one_rank() -> None:
    rules = Ruleset(layout="2x2", packs=2, jokers_per_pack=2, adjacent_pairs_charge=10)
    score = score_hole(rules, [["X1", "X1", "X2", "X2"], ["3C", "KD", "AH", "KS"]])
    assert score.charges == (0, 10)


def test_several_who_win_at_once_share_and_play_no_extra_hole() -> None:
    four = {"four_of_a_kind": "wins_match", "tie": "extra_hole", "packs": 2}
    table = Table(Ruleset.from_fields({**CLOSING, **four}), 3)
    table.deal("9C 9D 9H 4C 8C 8D 8H 8S AC 2C 3C 4D 9S").play("0 take 3")
    assert table.state.phase is MatchPhase.FINISHED
    assert table.told("match_finished")[0]["places"] == [1, 1, 3]


def test_four_of_a_kind_wins_in_an_extra_hole_too() -> None:
    table = extra_hole(four_of_a_kind="wins_match")
    table.deal("AC 2C 3C 4C 9C 9D 9H 8S QS").play("1 draw", "1 swap 0", "2 draw", "2 swap 0")
    assert table.state.phase is MatchPhase.HOLE
    table = extra_hole(four_of_a_kind="wins_match")
    table.deal("9C 9D 9H 4C AD 2D 3D 4D 9S").play("1 take 3")
    assert (table.state.phase, table.state.winners) == (MatchPhase.FINISHED, (1,))


def test_extra_hole_compares_and_charges_the_seats_that_play_it() -> None:
    table = extra_hole(closer_bonus="minus_seats")
    table.deal("AC 2C 3C 4C AD 2D 3D 4D KS").play("1 take 3")
    assert table.state.extra_scored == ((None, 2 - 2, 6),)
    table = extra_hole(adjacent_pairs_charge=10)
    table.deal("9C 9D 9H 4C AD 2D 3D 4D 9S").play("1 take 3")
    assert table.state.extra_scored == ((None, 0, 16),)
    assert table.state.totals == (37, 2, 2)


def test_extra_hole_is_played_with_the_packs_of_the_whole_table() -> None:
    rules = Ruleset(layout="2x2", holes=1, tie="extra_hole")
    totals = (0, 0, 9, 9, 9, 9, 9)
    state = new_match(rules, 7)._replace(totals=totals, scored=(totals,))
    assert state.players == (0, 1)
    assert len(chance_cards(state) or ()) == 104


def test_score_card_of_an_extra_hole_is_closed_by_everybody() -> None:
    table = extra_hole().deal("AC 2C 3C 4C AD 2D 3D KD KS").play("1 take 3")
    assert table.state.extra_scored == ((None, 2, 2),)
    assert (table.state.phase, seats_to_act(table.state)) == (MatchPhase.SCORE_CARD, (0, 1, 2))
