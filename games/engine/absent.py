"""What is done for a seat whose player lets the time run out: always lawful, never a gamble.

Draw, then throw the card away and turn the first hidden card, or turn nothing where that is
lawful; openers and peeks from the first slot; score cards are put away. Never a knock or a power.

>>> from games.engine.actions import Knock, Swap
>>> default_action((Draw(0), Take(0, 0), Knock(0)))
Draw(seat=0)
>>> default_action((Swap(0, 0), Discard(0, 1), Discard(0, 2)))
Discard(seat=0, flip=1)
>>> default_action((Swap(0, 0), Discard(0, 1), Discard(0)))
Discard(seat=0, flip=None)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.actions import Discard, Dismiss, Draw, Take, TurnUp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.actions import Action, SeatAction


def default_action(legal: Sequence[Action]) -> SeatAction:
    """Return the one of a seat's lawful actions that is done in its player's absence.

    Raises ValueError for a seat that is not to act.
    """
    for kind in (Dismiss, TurnUp, Draw):
        if found := next((action for action in legal if isinstance(action, kind)), None):
            return found
    thrown = [action for action in legal if isinstance(action, Discard)]
    if thrown:
        return min(thrown, key=lambda action: -1 if action.flip is None else action.flip)
    # A stock that is empty before a turn leaves the discard pile (rules 2.7).
    if taken := next((action for action in legal if isinstance(action, Take)), None):
        return taken
    raise ValueError("the seat is not to act")
