"""Names: those of bots, and those that addresses hold, with their secrets."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SLUG_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_slug() -> str:
    """A table's public name: 12 symbols that are hard to mix up, about 59 bits."""
    return "".join(secrets.choice(SLUG_ALPHABET) for _symbol in range(12))


def new_invite() -> str:
    """An invite link's secret: 128 bits."""
    return secrets.token_urlsafe(16)


_BOTS: Mapping[str, str | Promise] = {
    "beginner": _("Beginner bot"),
    "steady": _("Steady bot"),
    "club": _("Club bot"),
    "pro": _("Pro bot"),
    "random": _("Random bot"),
}


def bot_name(bot: str, number: int) -> str:
    """What a bot is; from the second of its kind at a table on, which one."""
    name = str(_BOTS.get(bot, _("Bot")))
    return f"{name} {number}" if number > 1 else name
