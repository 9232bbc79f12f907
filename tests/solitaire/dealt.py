"""Boards and holes of Golf Solitaire for tests."""

from __future__ import annotations

from games.engine.solitaire import (
    Action,
    Board,
    Hole,
    SolitaireRules,
    apply,
    legal_actions,
    new_hole,
    numbered_board,
    rank_number,
    read_boards,
)

STRICT = SolitaireRules()


def numbered_hole(number: int, rules: SolitaireRules = STRICT) -> Hole:
    return new_hole(numbered_board(number, rules), rules)


def board(text: str, rules: SolitaireRules = STRICT) -> Board:
    (found,) = read_boards(text.splitlines(), rules)
    assert isinstance(found, Board), found
    return found


def played(hole: Hole, *actions: Action) -> Hole:
    for action in actions:
        hole = apply(hole, action)
    return hole


def every_end(hole: Hole) -> set[tuple[int, int]]:
    """Cards left and cards dealt of every state that the rules allow, one by one."""
    seen: set[tuple[tuple[int, ...], int, int]] = set()
    found: set[tuple[int, int]] = set()
    waiting = [hole]
    while waiting:
        state = waiting.pop()
        key = (state.heights, state.dealt, rank_number(state.top))
        if key in seen:
            continue
        seen.add(key)
        found.add((state.cards_left, state.dealt))
        waiting.extend(apply(state, action) for action in legal_actions(state))
    return found
