"""What games for one are called, and where a deal by its number is found."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.engine.solitaire import DealWhen, SolitaireRules
from games.models import Match

NINE = 9


def game_title(match: Match) -> str:
    """What a game for one is: a deal by its number, a day's nine, or so many holes.

    Loaded with ``numbered_deal`` and ``daily__nine__club`` it asks nothing more.
    """
    if (deal := getattr(match, "numbered_deal", None)) is not None:
        return _("Deal %(number)s") % {"number": deal.number}
    if (entry := getattr(match, "daily", None)) is not None:
        values = {"day": date_format(entry.nine.day, "j F Y")}
        if entry.nine.club is None:
            return _("Daily nine, %(day)s") % values
        values["club"] = entry.nine.club.name
        return _("Daily nine of %(club)s, %(day)s") % values
    holes = engine.decode_ruleset(match.ruleset).holes
    if holes == NINE:
        return _("Nine holes")
    return ngettext("%d hole", "%d holes", holes) % holes


def match_title(match: Match) -> str:
    """What a match is called where its host is known: a game for one by what it is."""
    if match.seat_count == 1:
        return game_title(match)
    return _("Table of %(host)s") % {"host": match.host.name}


def deal_fields(rules: SolitaireRules) -> Iterable[tuple[str, str]]:
    """The toggles as a form sends them, those that differ from the plain game."""
    if rules.queens_on_kings:
        yield "queens_on_kings", "on"
    if rules.turn_the_corner:
        yield "turn_the_corner", "on"
    if rules.deal_when is DealWhen.STUCK:
        yield "deal_when", rules.deal_when.value
    if rules.packs != 1:
        yield "packs", str(rules.packs)


def deal_url(number: int | str, rules: SolitaireRules, **more: str) -> str:
    """The address of a deal by its number and rules, as one sends it to others."""
    address = reverse("games:solitaire-deal", args=[int(number)])
    query = urlencode([*deal_fields(rules), *more.items()])
    return f"{address}?{query}" if query else address
