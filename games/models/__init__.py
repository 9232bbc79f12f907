"""Players, matches, seats, holes and actions: the actions are the truth, the rest projections.

Only services write these rows. ``Position.state`` and ``Action.body`` hold hidden cards: nothing
outside ``games.services`` and ``games.selectors`` may read them.
"""

from games.models.history import Action, Hole, HoleStrokes
from games.models.matches import Match, MatchQuerySet, Position, Seat
from games.models.names import new_invite, new_slug
from games.models.pars import ExpectedStrokes
from games.models.players import Player
from games.models.presets import SEATS_MAX, HouseRules, Preset, PresetToggle

__all__ = [
    "SEATS_MAX",
    "Action",
    "ExpectedStrokes",
    "Hole",
    "HoleStrokes",
    "HouseRules",
    "Match",
    "MatchQuerySet",
    "Player",
    "Position",
    "Preset",
    "PresetToggle",
    "Seat",
    "new_invite",
    "new_slug",
]
