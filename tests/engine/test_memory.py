"""Rule 6: ``memory=unassisted`` shows hidden cards only in the action that revealed them."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.engine import MatchPhase, Ruleset, face_of, new_match, observe, retell
from games.engine.retelling import hidden_cards
from tests.engine.drivers import SMALL, Table, with_hole
from tests.engine.strategies import few, randoms, rulesets

LAYOUTS = "AC 2C 3C 4C AD 2D 3D 4D"


def unassisted(stock: str = "JC 9C 10C", **fields: Any) -> Table:
    rules = {
        **SMALL.to_fields(),
        "memory": "unassisted",
        "refuse": "no_flip",
        "knock": True,
        "powers": {"J": "peek_own"},
        **fields,
    }
    return Table(Ruleset.from_fields(rules), 2).deal(f"{LAYOUTS} 8H {stock}")


def faces(table: Table, viewer: int | None, seat: int = 0) -> list[str | None]:
    return [card.face for card in observe(table.state, viewer).layouts[seat]]


def told(table: Table, viewer: int | None = None) -> list[list[dict[str, Any]]]:
    actions = retell(table.start, table.actions, viewer)
    return [list(facts) for facts in actions]


def test_peeked_card_is_shown_until_the_next_action() -> None:
    table = unassisted().play("0 draw", "0 discard peek 2")
    assert faces(table, 0) == ["AC", None, "3C", None]
    table.play("1 draw")
    assert faces(table, 0) == ["AC", None, None, None]


def test_assisted_memory_keeps_showing_it() -> None:
    table = unassisted(memory="assisted").play("0 draw", "0 discard peek 2")
    assert (table.hole.fresh, table.hole.fresh_public) == ((0, 0), 0)
    table.play("1 draw")
    assert faces(table, 0) == ["AC", None, "3C", None]


def test_openers_are_peeked_at_one_by_one() -> None:
    table = unassisted(openers=2, openers_seen="peek", openers_mode="choose").play("0 turn 1")
    assert faces(table, 0) == [None, "2C", None, None]
    assert faces(table, 1) == faces(table, None) == [None] * 4
    table.play("0 turn 3")
    assert faces(table, 0) == [None, None, None, "4C"]
    table.play("1 turn 0")
    assert faces(table, 0) == [None] * 4


def test_fixed_openers_are_peeked_at_with_the_deal() -> None:
    table = unassisted(openers=2, openers_seen="peek")
    assert faces(table, 0) == ["AC", "2C", None, None]
    assert faces(table, 0, seat=1) == [None] * 4
    assert faces(table.play("0 draw"), 0) == [None] * 4


def test_card_laid_face_down_is_shown_in_the_action_that_laid_it() -> None:
    table = unassisted("9C", replaced_face="down").play("0 draw", "0 swap 2")
    assert (faces(table, 0)[2], faces(table, 1)[2]) == ("9C", None)
    table.play("1 take 3")
    assert faces(table, 0)[2] is None
    assert faces(table, 0, seat=1)[3] == faces(table, None, seat=1)[3] == "3C"
    table.play("0 draw")
    assert faces(table, 1, seat=1)[3] is faces(table, None, seat=1)[3] is None
    assert (table.hole.fresh, table.hole.fresh_public) == ((0, 0), 0)


def test_shuffle_that_follows_by_itself_does_not_end_the_look() -> None:
    table = unassisted("JC")
    stock = table.hole.stock
    table.state = with_hole(
        table.state, stock=stock[-1:], discard=(*stock[:-1], *table.hole.discard)
    )
    table.play("0 draw", "0 discard peek 2").reshuffle()
    assert faces(table, 0) == ["AC", None, "3C", None]


def test_knowledge_that_is_not_shown_is_kept() -> None:
    table = unassisted().play("0 draw", "0 discard peek 2", "1 draw")
    assert table.hole.seen[0] >> table.hole.layouts[0][2] & 1


def test_log_names_a_face_that_went_face_down_only_while_it_is_the_latest() -> None:
    table = unassisted("9C", replaced_face="down").play("0 draw", "0 discard", "1 take 2")
    _deal, _draw, discarded, placed = told(table)
    assert discarded == [{"kind": "discarded", "seat": 0, "card": None}]
    assert placed[0]["card"] == "9C"
    table.play("0 draw")
    placed = told(table)[3]
    assert (placed[0]["card"], placed[0]["discarded"]) == (None, "3D")


def test_log_of_an_action_keeps_what_lies_open() -> None:
    table = unassisted("9C").play("0 draw", "0 swap 0", "1 draw")
    assert told(table)[2][0]["card"] == "9C"
    assert told(table)[2][0]["discarded"] == "AC"


def test_log_tells_a_peeker_the_card_only_while_it_is_the_latest() -> None:
    table = unassisted().play("0 draw", "0 discard peek 2")
    assert told(table, 0)[2][1]["card"] == "3C"
    assert "card" not in told(table, 1)[2][1]
    assert told(table.play("1 draw"), 0)[2][1]["card"] is None


def test_log_tells_a_drawer_a_card_that_went_face_down_no_more() -> None:
    table = unassisted("9C", replaced_face="down").play("0 draw")
    assert told(table, 0)[1][0]["card"] == "9C"
    table.play("0 swap 2")
    assert told(table, 0)[1][0]["card"] is None
    assert told(table, 0)[2][0]["card"] == "9C"


def test_log_with_assisted_memory_tells_everything_it_told() -> None:
    table = unassisted(memory="assisted", replaced_face="down")
    table.play("0 draw", "0 discard", "1 take 2", "0 draw")
    assert told(table)[2][0]["card"] == "JC"
    assert told(table)[3][0]["card"] == "JC"


def test_log_of_a_hole_that_is_over_names_everything() -> None:
    table = unassisted("9C", replaced_face="down", last_turns=0)
    table.play("0 draw", "0 discard", "1 take 2", "0 knock")
    assert told(table)[2][0]["card"] == "9C"


@few
@given(
    rules=rulesets(memory="unassisted", holes=1, tie="shared"), seats=st.integers(2, 5), rng=randoms
)
def test_retold_facts_name_open_cards_only(rules: Ruleset, seats: int, rng: Any) -> None:
    table = Table(rules, seats)
    while table.state.phase is not MatchPhase.FINISHED and len(table.actions) < 30:
        table.do(table.next_action(rng))
    hidden = {face_of(card) for card in hidden_cards(table.state)}
    # With several packs a face may lie open and hidden at once.
    hole = table.hole
    open_ones = {face_of(card) for card in hole.discard}
    for cards, up in zip(hole.layouts, hole.up, strict=True):
        open_ones |= {face_of(card) for slot, card in enumerate(cards) if up >> slot & 1}
    latest = max(at for at, action in enumerate(table.actions) if action.kind != "reshuffle")
    for viewer in (None, *range(seats)):
        facts = retell(new_match(rules, seats), table.actions, viewer)
        for at, entries in enumerate(facts):
            for fact in entries:
                named = {fact.get(key) for key in ("card", "discard", "discarded")} - {None}
                assert at == latest or not named & (hidden - open_ones)
