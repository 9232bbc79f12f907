"""Standings and results to carry away: as CSV, as JSON, and as a feed."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from uuid import NAMESPACE_URL, uuid5
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.http import http_date
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from accounts.models import Club
from games.selectors.access import Viewer
from games.selectors.carried import (
    Carried,
    Cell,
    carried_board,
    carried_results,
    carried_season,
)
from games.selectors.club_feed import EntryView, feed_entries
from games.selectors.due import watch_of
from games.views.club_doors import public_club, readable_club, season_of
from games.views.leaderboards import asked_board
from games.views.viewers import player_behind

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a text for a formula."""


@conditional_page
@cache_control(no_cache=True, private=True)
@require_safe
def leaderboard(request: HttpRequest, form: str) -> HttpResponse:
    """The leaderboard of everybody or of a kind of game, with all rows."""
    return answer(carried_board(asked_board(request)), form)


@conditional_page
@cache_control(no_cache=True, private=True)
@require_safe
def club_leaderboard(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """A club's leaderboard, with all rows."""
    return answer(carried_board(asked_board(request, readable_club(request, slug))), form)


@conditional_page
@cache_control(no_cache=True, private=True)
@require_safe
def season(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponse:
    """A season's table."""
    return answer(carried_season(season_of(readable_club(request, slug), pk)), form)


@conditional_page
@cache_control(no_cache=True, private=True)
@require_safe
def own_results(request: HttpRequest, form: str) -> HttpResponse:
    """All results of whoever asks."""
    player = player_behind(request)
    if player is None:
        return redirect_to_login(request.get_full_path())
    zone = watch_of(Viewer(player.pk), timezone.now()).zone or ZoneInfo("UTC")
    return answer(carried_results(player, zone), form)


@conditional_page
@cache_control(public=True, max_age=300)
@require_safe
def club_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """A listed club's results as an Atom feed, in the club's language."""
    club = public_club(slug)
    with translation.override(club.language):
        feed = _feed(request, club, feed_entries(club))
    response = HttpResponse(feed.writeString("utf-8"), content_type=Feed.content_type)
    response["Last-Modified"] = http_date(feed.latest_post_date().timestamp())
    return response


def csv_text(carried: Carried) -> str:
    """A table as RFC 4180 has it, after a byte order mark, by which spreadsheets know UTF-8."""
    told = io.StringIO(newline="")
    told.write("\ufeff")
    writer = csv.writer(told, lineterminator="\r\n")
    writer.writerow(carried.columns)
    writer.writerows([_csv_cell(cell) for cell in row] for row in carried.rows)
    return told.getvalue()


def _csv_cell(cell: Cell) -> str | int | float:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, datetime):
        return cell.isoformat()
    if isinstance(cell, str) and cell.startswith(FORMULA_STARTS):
        return f"'{cell}"
    return cell


def answer(carried: Carried, form: str) -> HttpResponse:
    """A table in a form, "json" or "csv"."""
    if form == "json":
        rows = [
            dict(zip(carried.columns, map(_json_cell, row), strict=True)) for row in carried.rows
        ]
        about = {name: _json_cell(value) for name, value in carried.about.items()}
        return JsonResponse(
            {"v": 1, **about, "rows": rows}, json_dumps_params={"ensure_ascii": False}
        )
    return HttpResponse(
        csv_text(carried),
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": f'attachment; filename="{carried.name}.csv"'},
    )


def _json_cell(cell: Cell) -> Cell:
    return cell.isoformat() if isinstance(cell, datetime) else cell


class Feed(Atom1Feed):
    """An Atom feed that was last changed when its entries were, or when there were none yet."""

    content_type = "application/atom+xml; charset=utf-8"
    since = datetime(2026, 1, 1, tzinfo=UTC)

    def latest_post_date(self) -> datetime:
        """When the latest entry was changed."""
        return max((item["updateddate"] for item in self.items), default=self.since)


def _feed(request: HttpRequest, club: Club, entries: tuple[EntryView, ...]) -> Feed:
    feed = Feed(
        title=_("Results of %(club)s") % {"club": club.name},
        link=request.build_absolute_uri(club.get_absolute_url()),
        description=None,
        language=club.language,
        author_name=club.name,
        feed_url=request.build_absolute_uri(request.path),
        feed_guid=_urn(f"club:{club.pk}:{club.created_at.isoformat()}"),
    )
    feed.since = club.created_at
    for entry in entries:
        feed.add_item(
            title=_printable(entry.title),
            link=request.build_absolute_uri(entry.url),
            description="<br>".join(escape(_printable(line)) for line in entry.text.splitlines()),
            unique_id=_urn(f"match:{entry.slug}"),
            pubdate=entry.published,
            updateddate=entry.updated,
        )
    return feed


def _printable(text: str) -> str:
    """Without characters that XML can't hold."""
    return "".join(one for one in text if one.isprintable())


def _urn(name: str) -> str:
    """The same for the same thing for ever, by whatever address the site is reached."""
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'golf-club:{name}')}"
