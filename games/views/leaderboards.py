"""Leaderboards and seasons' tables, and what their rows are made of."""

from __future__ import annotations

from typing import Any, cast

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.club_selectors import club_frame
from accounts.models import Club, User
from games.models import Board, Player, Preset, Season
from games.selectors.access import Viewer
from games.selectors.due import watch_of
from games.selectors.leaderboards import Asked, board_page
from games.selectors.made_of import MadeOfView, board_made_of, season_made_of
from games.selectors.season_page import season_links, season_page
from games.services import lines
from games.services.seasons import may_run_seasons
from games.views.club_doors import public_club, readable_club, season_of
from games.views.viewers import viewer_behind

NOBODY = Viewer()


@require_safe
def show_leaderboards(request: HttpRequest) -> HttpResponse:
    """The leaderboard of everybody, or of a kind of game."""
    asked = asked_board(request)
    if "embed" in request.GET:
        return _embedded(request, asked)
    view = board_page(asked, viewer_behind(request), lines.MATCHES_MIN)
    return _page(request, "games/leaderboard.html", {"board": view})


@require_safe
def show_club_leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's own leaderboard."""
    if "embed" in request.GET:
        return _embedded(request, asked_board(request, public_club(slug)))
    club = readable_club(request, slug)
    view = board_page(asked_board(request, club), viewer_behind(request), lines.MATCHES_MIN)
    context = {"board": view, "club": club_frame(request.user, club, request.path)}
    return _page(request, "games/leaderboard.html", context)


@never_cache
@require_safe
def list_seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's seasons, the latest first."""
    club = readable_club(request, slug)
    context = {
        "seasons": season_links(club, timezone.now()),
        "can_run": may_run_seasons(cast("User", request.user), club),
        "club": club_frame(request.user, club, request.path),
    }
    return render(request, "games/seasons.html", context)


@require_safe
def show_season(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A season's table."""
    is_embedded = "embed" in request.GET
    club = public_club(slug) if is_embedded else readable_club(request, slug)
    season, now = season_of(club, pk), timezone.now()
    page = request.GET.get("page", "")
    if is_embedded:
        return embed(request, {"season": season_page(season, NOBODY, page, now), "club": club})
    context = {
        "season": season_page(season, viewer_behind(request), page, now),
        "change_url": _change_url(request, season),
        "club": club_frame(request.user, club, request.path),
    }
    return _page(request, "games/season.html", context)


def _change_url(request: HttpRequest, season: Season) -> str:
    """Where an organiser changes an open season; "" for everybody else."""
    may = season.closed_at is None and may_run_seasons(cast("User", request.user), season.club)
    return reverse("games:season-change", args=[season.club.slug, season.pk]) if may else ""


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def explain_row(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """The matches behind a row of a leaderboard."""
    kind, _dash, slug = key.partition("-")
    club = readable_club(request, slug) if kind == "club" else None
    asked = asked_board(request, club, slug if kind == "preset" else "")
    if asked.name != key:
        raise Http404
    board = get_object_or_404(Board, key=asked.key)
    viewer, player = viewer_behind(request), _player(pk)
    counting, zone = lines.counting(board), watch_of(viewer, timezone.now()).zone
    made_of = board_made_of(asked, player, counting, viewer, lines.MATCHES_MIN, zone)
    return _explained(request, made_of, club)


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def explain_season_row(request: HttpRequest, slug: str, season: int, pk: int) -> HttpResponse:
    """The matches behind a row of a season's table."""
    club = readable_club(request, slug)
    made_of = season_made_of(season_of(club, season), _player(pk), viewer_behind(request))
    return _explained(request, made_of, club)


def asked_board(request: HttpRequest, club: Club | None = None, preset: str = "") -> Asked:
    """The leaderboard that a request asks for. Raises ``Http404`` for an unknown kind of game."""
    slug = preset or ("" if club else request.GET.get("preset", ""))
    return Asked(
        preset=get_object_or_404(Preset, slug=slug) if slug else None,
        club=club,
        is_net=request.GET.get("by") == "net",
        page=request.GET.get("page", ""),
    )


def embed(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """A table alone, for other sites' frames: the same for everybody, and without a cookie."""

    @csp_replace({"frame-ancestors": ["*"]})
    @xframe_options_exempt
    @conditional_page
    @cache_control(public=True, max_age=60)
    def alone(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(render_to_string("games/leaderboard_embed.html", context))

    return cast("HttpResponse", alone(request))


@never_cache
def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, context)


def _embedded(request: HttpRequest, asked: Asked) -> HttpResponse:
    view = board_page(asked, NOBODY, lines.MATCHES_MIN)
    return embed(request, {"board": view, "club": asked.club})


def _explained(request: HttpRequest, made_of: MadeOfView | None, club: Club | None) -> HttpResponse:
    if made_of is None:
        raise Http404
    context: dict[str, Any] = {"made_of": made_of}
    if request.htmx:  # type: ignore[attr-defined]
        if "closed" in request.GET:
            return HttpResponse()
        return render(request, "games/includes/_made_of.html", {**context, "is_inside": True})
    if club is not None:
        context["club"] = club_frame(request.user, club, request.path)
    return render(request, "games/leaderboard_player.html", context)


def _player(pk: int) -> Player:
    return get_object_or_404(Player.objects.select_related("user"), pk=pk)
