"""The levels of bots that a person may choose from, each with what it does in a line."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.bots import LEVELS
from games.models import Seat
from games.models.names import bot_name

USUAL_LEVEL = "club"
"""The level where nobody chose one, and of the bot that plays for who is away."""

_ABOUT = {
    "beginner": _("Keeps low cards, turns others up, and soon forgets what it saw."),
    "steady": _("Weighs what every action is likely to cost itself, one action ahead."),
    "club": _("Works for pairs and watches what the others need and when to close."),
    "pro": _("Plays each action out hundreds of times before it chooses. It takes a moment."),
}


@dataclass(frozen=True, slots=True)
class LevelView:
    """One level as a list offers it; ``name`` is what its bot is called."""

    value: str
    name: str
    about: str
    is_chosen: bool


def levels(chosen: str = USUAL_LEVEL) -> tuple[LevelView, ...]:
    """Every level, from the weakest."""
    return tuple(
        LevelView(level, bot_name(level, 1), str(_ABOUT[level]), level == chosen)
        for level in LEVELS
    )


def level_of(seats: list[Seat]) -> str:
    """The level to offer first: that of the bot that was seated last."""
    seated = [seat for seat in seats if seat.player_id is None and seat.bot in LEVELS]
    return max(seated, key=lambda seat: seat.pk).bot if seated else USUAL_LEVEL
