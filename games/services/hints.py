"""Who may have a hint, which looks at the order of the stock: who plays a practice hole."""

from __future__ import annotations

from games import engine
from games.engine.solitaire import Hole
from games.engine.solitaire.match import SolitaireMatch
from games.models import DailyEntry, Match, Player, Position
from games.services.refusals import Refused


def hole_for_hint(match: Match, player: Player) -> Hole:
    """The hole that a hint is asked for. Raises ``Refused``.

    Of nine holes and of a day's there are none: what they count is held against others.
    """
    if not match.seats.filter(player=player).exists():
        raise Refused("not_seated")
    state = engine.decode_state(Position.objects.only("state").get(match=match).state)
    if not isinstance(state, SolitaireMatch):
        raise Refused("other_game")
    if not state.ruleset.undo or DailyEntry.objects.filter(match=match).exists():
        raise Refused("no_hints")
    is_running = match.status == Match.Status.RUNNING
    if not is_running or state.phase is not engine.MatchPhase.HOLE or state.hole is None:
        raise Refused("hole_over")
    return state.hole
