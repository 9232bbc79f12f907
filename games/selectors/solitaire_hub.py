"""Where one plays alone: what was begun, what is over, and a deal by its number."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from importlib import import_module

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.engine.solitaire import (
    LAST_NUMBER,
    SolitaireRules,
    new_hole,
    numbered_board,
    write_board,
)
from games.engine.solitaire.match import SolitaireMatch
from games.models import Match
from games.selectors.access import Viewer
from games.selectors.event_seal import sealed_among
from games.selectors.numbers import number as in_digits
from games.selectors.solitaire_board import SolitaireBoard, solitaire_board
from games.selectors.solitaire_deals import deal_fields, deal_url, game_title
from games.selectors.solitaire_words import against_par, toggles_line

BEGUN_LENGTH, OVER_LENGTH = 20, 10


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game for one in a list: what it is, by which rules, and how it stands or ended."""

    url: str
    title: str
    rules: str
    told: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SolitaireHub:
    """A player's games for one: those begun, and those that ended last."""

    begun: tuple[GameRow, ...] = ()
    over: tuple[GameRow, ...] = ()


@dataclass(frozen=True, slots=True)
class DealPage:
    """A deal by its number as it lies before its first card, which everybody may know.

    ``text`` is the deal as solvers read it. ``told`` says whether it can be cleared, "" unless that
    was asked.
    """

    number: str
    rules: str
    board: SolitaireBoard
    text: str
    fields: tuple[tuple[str, str], ...]
    url: str
    told_url: str
    told: str
    earlier_url: str | None
    later_url: str | None


def solitaire_hub(viewer: Viewer) -> SolitaireHub:
    """The viewer's games for one, in a constant number of queries."""
    if viewer.player_id is None:
        return SolitaireHub()
    mine = Match.objects.filter(host=viewer.player_id, seat_count=1)
    rows = mine.select_related("numbered_deal", "daily__nine__club").annotate(
        holes_dealt=Count("holes")
    )
    begun = rows.running().order_by("-created_at", "-pk")[:BEGUN_LENGTH]
    over = list(rows.finished().prefetch_related("seats").order_by("-finished_at")[:OVER_LENGTH])
    sealed = sealed_among(over)
    return SolitaireHub(
        begun=tuple(_begun(match) for match in begun),
        over=tuple(_over(match, is_sealed=match.pk in sealed) for match in over),
    )


def deal_page(number: int, rules: SolitaireRules, *, is_told: bool = False) -> DealPage | None:
    """A deal by its number and rules; None for a number that there is not."""
    if not 1 <= number <= LAST_NUMBER:
        return None
    dealt = numbered_board(number, rules)
    match = SolitaireMatch(rules, phase=engine.MatchPhase.HOLE, hole=new_hole(dealt, rules))
    return DealPage(
        number=str(number),
        rules=toggles_line(rules),
        board=solitaire_board(engine.observe(match, None)),
        text=write_board(dealt),
        fields=tuple(deal_fields(rules)),
        url=deal_url(number, rules),
        told_url=deal_url(number, rules, told="1"),
        told=_whether_clearable(match) if is_told else "",
        earlier_url=deal_url(number - 1, rules) if number > 1 else None,
        later_url=deal_url(number + 1, rules) if number < LAST_NUMBER else None,
    )


def _whether_clearable(match: SolitaireMatch) -> str:
    # Loads what is compiled, so only where it is asked for.
    solver = import_module("games.analysis.solitaire.solver")
    found = solver.solve(match.hole)
    if found.solvable:
        if not found.strokes:
            return _("This deal can be cleared with the last card of the stock.")
        text = ngettext(
            "This deal can be cleared with %d card left in the stock.",
            "This deal can be cleared with %d cards left in the stock.",
            -found.strokes,
        )
        words = text % -found.strokes
        return words if found.is_best else _("%(found)s Perhaps with more.") % {"found": words}
    if found.solvable is None:
        return _("Whether this deal can be cleared was not decided in the time there is.")
    text = ngettext(
        "This deal can't be cleared. At best %d card is left.",
        "This deal can't be cleared. At best %d cards are left.",
        found.strokes,
    )
    return text % found.strokes


def _begun(match: Match) -> GameRow:
    rules = _rules_of(match)
    values = {"number": max(match.holes_dealt, 1), "holes": rules.holes}  # type: ignore[attr-defined]
    told = _("Hole %(number)d of %(holes)d") % values if rules.holes > 1 else ""
    url = match.get_absolute_url()
    return GameRow(url, game_title(match), toggles_line(rules), told, match.created_at)


def _over(match: Match, *, is_sealed: bool) -> GameRow:
    rules = _rules_of(match)
    total = match.seats.all()[0].total
    told = _("%(strokes)s, %(against)s") % {
        "strokes": ngettext("%(count)s stroke", "%(count)s strokes", abs(total))
        % {"count": in_digits(total)},
        "against": against_par(total, (engine.par(rules) or 0) * rules.holes),
    }
    url = match.get_absolute_url()
    if not is_sealed:
        url = reverse("games:replay", args=[match.slug])
    at = match.finished_at or match.created_at
    return GameRow(url, game_title(match), toggles_line(rules), told, at)


def _rules_of(match: Match) -> SolitaireRules:
    rules = engine.decode_ruleset(match.ruleset)
    if not isinstance(rules, SolitaireRules):
        raise TypeError(f"not a game for one: {match.slug}")
    return rules
