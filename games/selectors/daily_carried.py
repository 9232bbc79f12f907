"""The results of a day's nine and the tables over days as plain data, to be carried away."""

from __future__ import annotations

from accounts.zones import zone_named
from games.models import DailyEntry, Player
from games.selectors.carried import Carried
from games.selectors.daily import Daily, zone_of
from games.selectors.daily_page import finished, par_of
from games.selectors.daily_table import Span, ranked


def carried_day(daily: Daily) -> Carried:
    """The results of a day, in the zone of its nine. For those alone who may see them."""
    zone, par, started = zone_named(daily.zone), par_of(daily), 0
    rows, place, last = [], 0, None
    if daily.nine is not None:
        started = daily.entries().count()
        for position, entry in enumerate(finished(daily).select_related("player__user"), 1):
            strokes = entry.strokes or 0
            place = place if strokes == last else position
            last = strokes
            rows.append(
                (
                    place,
                    entry.player_id,
                    entry.player.name,
                    strokes,
                    strokes - par,
                    entry.seconds,
                    entry.started_at.astimezone(zone),
                    entry.finished_at and entry.finished_at.astimezone(zone),
                )
            )
    return Carried(
        name=f"daily-nine-{_scope(daily.club.slug if daily.club else '')}{daily.day}",
        about={
            "daily_nine": daily.day.isoformat(),
            "club": daily.club and daily.club.name,
            "of": "site" if daily.owner is None else "club",
            "time_zone": daily.zone,
            "ends_at": daily.ends_at.astimezone(zone),
            "par": par,
            "started": started,
            "unfinished": started - len(rows),
        },
        columns=(
            *("place", "player", "name", "strokes", "against_par"),
            *("seconds", "started_at", "finished_at"),
        ),
        rows=tuple(rows),
    )


def carried_table(span: Span) -> Carried:
    """A table with all its rows; ``counted_to`` is the last day that counts in it, or null."""
    found = ranked(span, 0, None)
    names = _names(span)
    return Carried(
        name=f"daily-nine-{_scope(span.club.slug if span.club else '')}{span.kind}-{span.first}",
        about={
            "span": span.kind,
            "club": span.club and span.club.name,
            "of": "site" if span.owner is None else "club",
            "season": span.season and span.season.name,
            "first_day": span.first.isoformat(),
            "last_day": span.last.isoformat(),
            "counted_to": span.until.isoformat() if span.until >= span.first else None,
            "best_days": span.best_of,
            "time_zone": zone_of(span.owner),
        },
        columns=("place", "player", "name", "days", "strokes"),
        rows=tuple(
            (row.place, row.player, names[row.player], row.days, row.strokes) for row in found
        ),
    )


def _scope(slug: str) -> str:
    return f"{slug}-" if slug else ""


def _names(span: Span) -> dict[int, str]:
    """Names by player; one query, however many rows there are."""
    entries = DailyEntry.objects.filter(nine__day__range=(span.first, span.until))
    found = Player.objects.filter(pk__in=entries.values("player"))
    return {player.pk: player.name for player in found.select_related("user")}
