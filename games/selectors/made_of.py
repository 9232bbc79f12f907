"""What a row of a leaderboard or of a season is made of: its matches, and their sum written out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.db.models import Count, F, Q, QuerySet, Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.zones import zone_named
from games.leaderboards.scoring import Part, Tally
from games.leaderboards.standing import Row
from games.models import Board, Correction, Line, Match, Player, Result, Season
from games.selectors.access import Viewer
from games.selectors.card_words import number
from games.selectors.correction_words import CorrectionView, corrections_of
from games.selectors.leaderboard_rows import (
    ROWS,
    PagesView,
    day_view,
    exact,
    gross_of,
    missing_words,
    net_of,
    page_named,
    pages_of,
    place_on,
    short,
    sum_words,
)
from games.selectors.leaderboards import Asked
from games.selectors.match_labels import MatchLabel, match_labels
from games.selectors.season_page import season_matches, season_rows
from games.selectors.season_table import rules_of, season_results, table_of, tallies_of
from games.selectors.season_words import figure_words, measure_words, separated_words
from games.selectors.when import WhenView

TERMS_MOST, QUOTIENT_MOST = 30, 12
"""Matches up to which a sum is written out term by term, and one of strokes by one of holes."""

_TEN = 10


@dataclass(frozen=True, slots=True)
class PartView:
    """A match behind a row: what it adds, or in ``dropped`` why it doesn't count."""

    match: MatchLabel
    when: WhenView
    strokes: str
    holes: int
    place: str
    adds: str
    dropped: str
    marks: tuple[str, ...]
    corrections: tuple[CorrectionView, ...]


@dataclass(frozen=True, slots=True)
class MadeOfView:
    """Why somebody has their place; ``sum`` is "" while nothing counts.

    ``above`` says who is one place up, ``archived`` of a closed season what its archive says.
    """

    player: int
    name: str
    player_url: str
    board: str
    board_url: str
    url: str
    measure: str
    adds: str
    place: int | None
    figure: str
    missing: str
    sum: str
    above: str
    archived: str
    parts: tuple[PartView, ...]
    counted: int
    pages: PagesView | None

    @property
    def close_url(self) -> str:
        """What puts the matches away again, where they were opened in place."""
        return f"{self.url}{'&' if '?' in self.url else '?'}closed"


def board_made_of(
    asked: Asked,
    player: Player,
    results: QuerySet[Result],
    viewer: Viewer,
    needed: int,
    zone: ZoneInfo | None = None,
) -> MadeOfView | None:
    """The matches behind a row of a leaderboard of all time; None where there is no such row.

    ``results`` are those that the board counts, of everybody. Dates are those of ``zone``, a club's
    of the club's.
    """
    board = asked.board()
    line = None if board is None else board.lines.filter(player=player).first()
    if board is None or line is None:
        return None
    zone = zone_named(asked.club.time_zone) if asked.club else zone
    own = results.filter(player=player)
    page, pages = page_named(asked.page, line.matches)
    shown = list(own.order_by("-finished_at", "-match")[(page - 1) * ROWS : page * ROWS])
    lines, is_net = asked.ranked(board), asked.is_net
    is_ranked = line.is_net_ranked if is_net else line.is_ranked
    value = line.net_average if is_net else line.average
    matches = line.net_matches if is_net else line.matches
    url = reverse("games:leaderboard-player", args=[asked.name, player.pk])
    parts = [_board_part(result, is_net) for result in shown]
    return MadeOfView(
        player=player.pk,
        name=player.name,
        player_url=player.get_absolute_url(),
        board=_("Leaderboard: %(title)s") % {"title": asked.title},
        board_url=asked.url(),
        url=f"{url}?by=net" if is_net else url,
        measure=_("Net strokes a hole") if is_net else _("Strokes a hole"),
        adds=_("Net strokes") if is_net else "",
        place=place_on(lines, asked.column, value or 0) if is_ranked else None,
        figure=exact(net_of(line) if is_net else gross_of(line)) if matches else "",
        missing="" if is_ranked else missing_words(needed - matches),
        sum=_board_sum(own, shown, asked),
        above=_above(lines, asked, value or 0) if is_ranked else "",
        archived="",
        parts=_views(parts, {result.match_id: result for result in shown}, viewer, player, zone),
        counted=matches,
        pages=pages_of(page, pages, url, "by=net" if is_net else ""),
    )


def season_made_of(season: Season, player: Player, viewer: Viewer) -> MadeOfView | None:
    """The matches behind a row of a season's table; None for who has none in it."""
    rules = rules_of(season)
    results = list(season_results(season).filter(player=player).order_by("finished_at", "match"))
    archived = _archived(season, player, viewer)
    voided = list(_voided(season, player))
    if not results and not voided and archived is None:
        return None
    tally = tallies_of(rules, results).get(player.pk)
    row, above = (None, "") if season.archive is not None else _season_place(season, player)
    parts = [] if tally is None else [*tally.counted, *tally.dropped]
    parts.sort(key=lambda part: (part.finished_at, part.match), reverse=True)
    kept = {result.match_id: result for result in results}
    zone = zone_named(season.club.time_zone)
    place = row.place if row else None
    return MadeOfView(
        player=player.pk,
        name=player.name,
        player_url=player.get_absolute_url(),
        board=season.name,
        board_url=season.get_absolute_url(),
        url=reverse("games:season-player", args=[season.club.slug, season.pk, player.pk]),
        measure=measure_words(season.scoring, season.best_of),
        adds=_adds_head(season.scoring),
        place=place,
        figure=figure_words(tally.figure, season.scoring) if tally else "",
        missing=missing_words(tally.missing) if tally and tally.missing else "",
        sum=_season_sum(tally, season.scoring) if tally else "",
        above=above,
        archived=archived or "",
        parts=_views(
            [_season_part(part, season.scoring) for part in parts], kept, viewer, player, zone
        )
        + _void_views(voided, viewer, player, zone),
        counted=len(tally.counted) if tally else 0,
        pages=None,
    )


@dataclass(frozen=True, slots=True)
class _Told:
    """What a match adds as printed, and why it doesn't count."""

    match: int
    adds: str
    dropped: str


def _board_part(result: Result, is_net: bool) -> _Told:
    if not is_net:
        return _Told(result.match_id, "", "")
    if result.net_tenths is None:
        return _Told(result.match_id, "", _("no handicap yet when it was played"))
    return _Told(result.match_id, exact(Fraction(result.net_tenths, _TEN), 1), "")


def _season_part(part: Part, scoring: str) -> _Told:
    adds = {
        "average": "",
        "net": exact(part.amount, 1),
    }.get(scoring, short(part.amount))
    if part.reason == "no_net":
        return _Told(part.match, "", _("no handicap yet when it was played"))
    return _Told(part.match, adds, _("others were better") if part.reason else "")


def _views(
    parts: Sequence[_Told],
    results: dict[int, Result],
    viewer: Viewer,
    player: Player,
    zone: ZoneInfo | None,
) -> tuple[PartView, ...]:
    labels = match_labels(results, viewer, player.pk)
    corrections = corrections_of(results, zone)
    return tuple(
        PartView(
            match=labels[part.match],
            when=day_view(result.finished_at, zone),
            strokes=number(result.strokes),
            holes=result.holes,
            place=place_words(result),
            adds=part.adds,
            dropped=part.dropped,
            marks=marks_of(result),
            corrections=tuple(
                view
                for seat, view in corrections.get(part.match, ())
                if labels[part.match].url or seat in (None, result.pk)
            ),
        )
        for part in parts
        for result in [results[part.match]]
    )


def place_words(result: Result) -> str:
    """The place in a match: "2 of 4"; shared places say so."""
    told = {"place": result.place, "seats": result.seats}
    if result.sharing > 1:
        return _("%(place)d of %(seats)d, shared") % told
    return _("%(place)d of %(seats)d") % told


def marks_of(result: Result) -> tuple[str, ...]:
    """What is to be known of a result, in words."""
    return tuple(
        words
        for words, is_so in (
            (_("ended by a bot"), result.ended_by_bot),
            (_("%(n)d by the clock") % {"n": result.by_clock}, result.by_clock > 0),
            (_("with bots"), result.with_bots),
            (_("corrected"), result.is_corrected),
        )
        if is_so
    )


def _board_sum(own: QuerySet[Result], shown: Sequence[Result], asked: Asked) -> str:
    usable = own.filter(net_tenths__isnull=False) if asked.is_net else own
    column = "net_tenths" if asked.is_net else "strokes"
    sums = usable.aggregate(count=Count("pk"), total=Sum(column), holes_played=Sum("holes"))
    if not sums["count"]:
        return ""
    scale = _TEN if asked.is_net else 1
    terms = [
        (Fraction(getattr(result, column), scale), result.holes)
        for result in reversed(shown)
        if getattr(result, column) is not None
    ]
    if len(terms) < sums["count"]:
        terms = []
    return _quotient(terms, Fraction(sums["total"], scale), sums["holes_played"])


def _season_sum(tally: Tally, scoring: str) -> str:
    if tally.figure is None:
        return ""
    if tally.divisor:
        terms = [(part.amount, part.over) for part in tally.counted]
        return _quotient(terms, tally.total, tally.divisor)
    figure = figure_words(tally.figure, scoring)
    if not 1 < len(tally.counted) <= TERMS_MOST:
        return figure
    return f"{sum_words([part.amount for part in tally.counted])} = {figure}"


def _quotient(terms: Sequence[tuple[Fraction, int]], total: Fraction, holes: int) -> str:
    """Strokes by holes: the sums of both, then what comes out."""
    steps = [f"{short(total)} \u00f7 {holes}", exact(total / holes)]
    if 1 < len(terms) <= QUOTIENT_MOST:
        strokes = sum_words([amount for amount, _over in terms])
        over = sum_words([Fraction(over) for _amount, over in terms])
        steps.insert(0, f"({strokes}) \u00f7 ({over})")
    return " = ".join(steps)


def _above(lines: QuerySet[Line], asked: Asked, value: float) -> str:
    better = lines.filter(**{f"{asked.column}__lt": value}).select_related("player__user")
    line = better.order_by(F(asked.column).desc(), "pk").first()
    if line is None:
        return ""
    figure = exact(net_of(line) if asked.is_net else gross_of(line))
    return _("Next above: %(name)s with %(figure)s.") % {"name": line.player.name, "figure": figure}


def _season_place(season: Season, player: Player) -> tuple[Row | None, str]:
    board = Board.objects.filter(season=season).first()
    if board is None:
        return None, ""
    lines = list(board.lines.all())
    rows = table_of(season, lines)
    own = next((row for row in rows if row.player == player.pk), None)
    if own is None or own.place is None:
        return own, ""
    better = [row for row in rows if row.place is not None and row.place < own.place]
    if not better:
        return own, ""
    above = better[-1]
    name = Player.objects.select_related("user").get(pk=above.player).name
    told = {"name": name, "figure": figure_words(above.tally.figure, season.scoring)}
    if above.tally.key != own.tally.key:
        return own, _("Next above: %(name)s with %(figure)s.") % told
    first = next(row for row in rows if row.place == own.place)
    told["how"] = separated_words(first.separated_by)
    return own, _("Next above: %(name)s with %(figure)s as well, %(how)s.") % told


def _archived(season: Season, player: Player, viewer: Viewer) -> str | None:
    if season.archive is None:
        return None
    row = next((row for row in season_rows(season, viewer) if row.player == player.pk), None)
    if row is None:
        return None
    told = {"place": row.place, "figure": row.figure, "matches": row.matches}
    if row.place is None:
        return _("When the season was closed: no place, after %(matches)d matches.") % told
    return _("When the season was closed: place %(place)d with %(figure)s.") % told


def _voided(season: Season, player: Player) -> Iterable[Match]:
    """The player's matches that would count, had an organiser not decided otherwise."""
    decided = Correction.objects.filter(seat__isnull=True, match__in=season_matches(season))
    latest = {row.match_id: row.kind for row in decided.order_by("pk")}
    void = [match for match, kind in latest.items() if kind == Correction.Kind.VOID]
    return Match.objects.filter(pk__in=void, seats__player=player) if void else ()


def _void_views(
    matches: Sequence[Match], viewer: Viewer, player: Player, zone: ZoneInfo
) -> tuple[PartView, ...]:
    if not matches:
        return ()
    ids = [match.pk for match in matches]
    seats = {seat.match_id: seat for seat in player.seats.filter(match__in=ids)}
    labels, corrections = match_labels(ids, viewer, player.pk), corrections_of(ids, zone)
    counts = dict(
        Match.objects.filter(pk__in=ids)
        .annotate(count=Count("holes", filter=Q(holes__strokes__seat__number=0)))
        .values_list("pk", "count")
    )
    return tuple(
        PartView(
            match=labels[match.pk],
            when=day_view(match.finished_at or match.created_at, zone),
            strokes=number(seats[match.pk].total),
            holes=counts[match.pk],
            place="",
            adds="",
            dropped=_("taken out by an organiser"),
            marks=(),
            corrections=tuple(view for seat, view in corrections[match.pk] if seat is None),
        )
        for match in matches
    )


def _adds_head(scoring: str) -> str:
    return {
        "best": _("Strokes of nine holes"),
        "points": _("Points"),
        "wins": _("Won"),
        "net": _("Net strokes"),
    }.get(scoring, "")
