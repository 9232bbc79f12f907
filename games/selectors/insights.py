"""A player's insights: how they fare, where, against whom and over time. Lowest is best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django.db.models import Avg, Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import HoleStrokes, Match, Player, Seat
from games.selectors.access import Viewer, listed_for
from games.selectors.card_words import number
from games.selectors.insights_closing import ClosingView, closing_record
from games.selectors.insights_rivals import RivalsView, rivals
from games.selectors.insights_time import TimeView, over_time
from games.selectors.labels import table_label
from games.selectors.review_words import decimal

BEST_MOST = 10

PERIODS = {"all": None, "year": timedelta(days=365), "quarter": timedelta(days=90)}
_PERIOD_WORDS = {
    "all": gettext_lazy("all the time"),
    "year": gettext_lazy("12 months"),
    "quarter": gettext_lazy("90 days"),
}
_COMPANY_WORDS = {
    "all": gettext_lazy("people and bots"),
    "people": gettext_lazy("people only"),
    "bots": gettext_lazy("with bots"),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches count: of a period, and with whom; what is unknown is all of them."""

    period: str = "all"
    company: str = "all"

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Wanted:
        """As an address asks for it."""
        period, company = query.get("period", ""), query.get("with", "")
        return cls(
            period if period in PERIODS else "all",
            company if company in _COMPANY_WORDS else "all",
        )

    @property
    def is_all(self) -> bool:
        return self == Wanted()

    @property
    def query(self) -> str:
        """As an address says it, with its question mark; "" for all."""
        asked = {"period": self.period, "with": self.company}
        kept = {name: value for name, value in asked.items() if value != "all"}
        return f"?{urlencode(kept)}" if kept else ""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A link that chooses which matches count."""

    label: str
    url: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class GroupRow:
    """Matches of one kind: ``won`` counts shared first places too, ``mean`` is strokes a hole."""

    label: str
    matches: int
    won: int
    holes: int
    mean: str


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The matches told apart by one thing, which heads the first column."""

    title: str
    first: str
    rows: tuple[GroupRow, ...]


@dataclass(frozen=True, slots=True)
class BestHoleRow:
    """One of the lowest holes; those that are equal share a place."""

    place: int
    strokes: str
    label: str
    table: str
    at: datetime
    url: str


@dataclass(frozen=True, slots=True)
class InsightsPage:
    """A player's insights for one viewer; ``total`` is None where no match counts."""

    name: str
    is_own: bool
    is_filtered: bool
    periods: tuple[ChoiceView, ...]
    companies: tuple[ChoiceView, ...]
    total: GroupRow | None
    groups: tuple[GroupTable, ...]
    best: tuple[BestHoleRow, ...]
    closing: ClosingView | None
    rivals: RivalsView | None
    time: TimeView | None
    url: str
    player_url: str


def insights_page(player: Player, viewer: Viewer, wanted: Wanted, now: datetime) -> InsightsPage:
    """The insights about ``player``, in a constant number of queries.

    Finished matches count that the player sat through, as on the player's own page; of private
    ones those alone at whose tables the viewer sits.
    """
    seats = counted_seats(player, viewer, wanted, now)
    strokes = HoleStrokes.objects.filter(seat__in=seats)
    total = next(iter(_rows(strokes, lambda _row: "", "seat__player")), None)
    url = reverse("games:insights", args=[player.pk])
    return InsightsPage(
        name=player.name,
        is_own=viewer.player_id == player.pk,
        is_filtered=not wanted.is_all,
        periods=_choices(url, wanted, "period", _PERIOD_WORDS),
        companies=_choices(url, wanted, "company", _COMPANY_WORDS),
        total=total,
        groups=_groups(strokes) if total else (),
        best=_best_holes(strokes, player) if total else (),
        closing=closing_record(strokes) if total else None,
        rivals=rivals(seats, player) if total else None,
        time=over_time(seats, total.holes) if total else None,
        url=url,
        player_url=player.get_absolute_url(),
    )


def counted_seats(player: Player, viewer: Viewer, wanted: Wanted, now: datetime) -> QuerySet[Seat]:
    """The seats whose matches count: those that the player held to the end."""
    seats = Seat.objects.filter(
        player=player,
        match__status=Match.Status.FINISHED,
        match__what_if_of__isnull=True,
        match__seat_count__gt=1,
        left_at__isnull=True,
    )
    if viewer.player_id != player.pk:
        seats = seats.filter(listed_for(viewer, "match__"))
    span = PERIODS[wanted.period]
    if span is not None:
        seats = seats.filter(match__finished_at__gte=now - span)
    if wanted.company == "people":
        seats = seats.filter(~_bots_at("match"))
    elif wanted.company == "bots":
        seats = seats.filter(_bots_at("match"))
    return seats


def _bots_at(match: str) -> Exists:
    """Whether a bot held a seat when the match ended, its own or one that it took over."""
    return Exists(Seat.objects.filter(match=OuterRef(match)).exclude(bot=""))


def _choices(
    url: str, wanted: Wanted, field: str, words: Mapping[str, Any]
) -> tuple[ChoiceView, ...]:
    asked = {"period": wanted.period, "company": wanted.company}
    return tuple(
        ChoiceView(
            label=capfirst(str(label)),
            url=url + Wanted(**{**asked, field: value}).query,
            is_on=asked[field] == value,
        )
        for value, label in words.items()
    )


def _rows(
    strokes: QuerySet[HoleStrokes], label: Any, *columns: str, **annotations: Any
) -> list[GroupRow]:
    """A row for every group that differs in the columns, in their order."""
    found = (
        strokes.annotate(**annotations)
        .values(*columns)
        .annotate(
            matches=Count("seat", distinct=True),
            won=Count("seat", distinct=True, filter=Q(seat__place=1)),
            holes=Count("pk"),
            mean=Avg("strokes"),
        )
        .order_by(*columns)
    )
    return [
        GroupRow(label(row), row["matches"], row["won"], row["holes"], decimal(float(row["mean"])))
        for row in found
    ]


def _groups(strokes: QuerySet[HoleStrokes]) -> tuple[GroupTable, ...]:
    layouts = _rows(
        strokes,
        lambda row: row["layout"].replace("x", "\u00d7"),
        "layout",
        layout=KeyTextTransform("layout", "seat__match__ruleset"),
    )
    presets = _rows(
        strokes,
        lambda row: row["seat__match__preset__title"],
        "seat__match__preset__title",
        "seat__match__preset",
    )
    seats = _rows(strokes, _seats_label, "seat__match__seat_count")
    company = _rows(strokes, _company_label, "with_bots", with_bots=_bots_at("seat__match"))
    return (
        GroupTable(_("By kind of game"), _("Kind of game"), _most_played_first(presets)),
        GroupTable(_("By layout"), _("Layout"), _most_played_first(layouts)),
        GroupTable(_("By number of seats"), _("Seats"), tuple(seats)),
        GroupTable(_("By company"), _("Company"), tuple(company)),
    )


def _most_played_first(rows: Sequence[GroupRow]) -> tuple[GroupRow, ...]:
    return tuple(sorted(rows, key=lambda row: -row.holes))


def _seats_label(row: Mapping[str, Any]) -> str:
    count = row["seat__match__seat_count"]
    return ngettext("%(count)d seat", "%(count)d seats", count) % {"count": count}


def _company_label(row: Mapping[str, Any]) -> str:
    return capfirst(str(_COMPANY_WORDS["bots" if row["with_bots"] else "people"]))


def _best_holes(strokes: QuerySet[HoleStrokes], player: Player) -> tuple[BestHoleRow, ...]:
    """The lowest holes, the latest of equal ones first."""
    seats = Seat.objects.select_related("player__user").order_by("number")
    found = list(
        strokes.select_related("hole__match__preset")
        .prefetch_related(Prefetch("hole__match__seats", queryset=seats))
        .order_by("strokes", "-hole__ended_at", "-pk")[:BEST_MOST]
    )
    values = [row.strokes for row in found]
    return tuple(
        BestHoleRow(
            place=values.index(row.strokes) + 1,
            strokes=number(row.strokes),
            label=_("Hole %(number)d") % {"number": row.hole.number + 1},
            table=table_label(row.hole.match, row.hole.match.seats.all(), player.pk),
            at=row.hole.ended_at or row.hole.started_at,
            url=reverse("games:hole", args=[row.hole.match.slug, row.hole.number + 1]),
        )
        for row in found
    )
