"""Pages that explain: the rules, in general and of one table, and the strokes of a hole."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Preset
from games.selectors import rules_page
from games.selectors.bot_levels import levels
from games.selectors.event_seal import is_sealed
from games.selectors.hole_story import hole_story
from games.selectors.solitaire_story import solitaire_story
from games.services import rulesets
from games.services.refusals import Refused
from games.views.viewers import match_or_404


@never_cache
@require_safe
def explain_hole(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """How every seat's strokes of a scored hole came about, or its fragment for htmx."""
    match = match_or_404(request, slug)
    is_for_one = match.seat_count == 1
    if is_for_one and is_sealed(match):
        raise PermissionDenied(Refused("same_cards").message)
    story = solitaire_story(match, number) if is_for_one else hole_story(match, number)
    if story is None:
        raise Http404
    is_fragment = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    template = story.template if is_fragment else "games/hole.html"
    return render(request, template, {"story": story, "is_dialog": is_fragment})


@never_cache
@require_safe
def table_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules in force at one table."""
    match = match_or_404(request, slug)
    context = {"rules": rules_page.table_rules(match), "club": match.club}
    return render(request, "games/rules_of.html", context)


@require_safe
def preset_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a preset as they are before a host changes any."""
    shown = Preset.objects.filter(Q(is_offered=True) | Q(game=Preset.Game.SOLITAIRE))
    preset = get_object_or_404(shown.prefetch_related("toggles"), slug=slug)
    if preset.game == Preset.Game.SOLITAIRE:
        view = rules_page.solitaire_rules(preset)
    else:
        view = rules_page.preset_rules(preset, rulesets.resolve(preset, {}, preset.seats_min))
    return render(request, "games/rules_of.html", {"rules": view})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of the club: what all games share, its presets and its decisions."""
    context = {"presets": rules_page.preset_rows(), "levels": levels()}
    return render(request, "games/rules.html", context)
