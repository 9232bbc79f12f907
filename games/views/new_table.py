"""What a host sees before a table opens: the catalogue, the form, the rules kept under a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.club_selectors import membership_of
from accounts.models import Club
from games.forms import NewTableForm
from games.models import HouseRules, Match, Player, Preset
from games.selectors.catalogue import catalogue as all_entries
from games.selectors.catalogue import entry_of
from games.selectors.club_rules import presets_of, terms_of
from games.selectors.house_rules import house_rules_page, own_rules
from games.services import house_rules, lobby
from games.services.previews import preview
from games.services.refusals import Refused
from games.views.viewers import player_behind, player_or_refuse

if TYPE_CHECKING:
    from accounts.models import User

_TOKEN = re.compile(r"[-\w]{1,32}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,15}")


@never_cache
@require_safe
def catalogue(request: HttpRequest) -> HttpResponse:
    """Every kind of game that is offered."""
    return render(request, "games/catalogue.html", {"presets": all_entries()})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """The host's form; a table opens only for somebody who can sit at it."""
    form = _form(request)
    if request.method != "POST":
        return _page(request, form)
    return _carry_out(request, form, _open)


@never_cache
@require_POST
def check_table(request: HttpRequest) -> HttpResponse:
    """What the choices come to and what is wrong with them; nothing is written.

    For htmx the picture and the messages alone, for a browser without script the whole page.
    """
    form = _form(request)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "games/includes/_rules_check.html", {"form": form})
    return _page(request, form)


@never_cache
@require_POST
def keep_rules(request: HttpRequest) -> HttpResponse:
    """Keep the choices under a name."""
    return _carry_out(request, _form(request), _keep)


@never_cache
@require_safe
def show_rules(request: HttpRequest, token: str) -> HttpResponse:
    """Kept rules in words, for whoever has the link."""
    rules = get_object_or_404(_kept_rules(), token=token)
    player = player_behind(request)
    context = {
        "rules": house_rules_page(rules, player.pk if player else None),
        "picture": preview(rules.preset, rules.choices, rules.seats),
        "share_url": request.build_absolute_uri(rules.get_absolute_url()),
    }
    return render(request, "games/house_rules.html", context)


@require_POST
def delete_rules(request: HttpRequest, token: str) -> HttpResponse:
    """Forget rules of one's own."""
    try:
        house_rules.delete_rules(player_or_refuse(request), token)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("games:house-rules", token)
    messages.success(request, _("These house rules are deleted."))
    return redirect("games:table-new")


def _kept_rules() -> QuerySet[HouseRules]:
    return HouseRules.objects.select_related("preset", "owner__user").prefetch_related(
        "preset__toggles"
    )


def _form(request: HttpRequest) -> NewTableForm:
    """The form of the preset that is asked for, from kept rules if a link names some."""
    if (club := _club(request)) is not None:
        return _club_form(request, club)
    if request.method == "POST":
        return NewTableForm(_preset(request.POST.get("preset", "")), request.POST)
    token, is_listed = request.GET.get("rules"), _challenged(request) is None
    if token is None:
        return NewTableForm(_preset(request.GET.get("preset", "")), is_listed=is_listed)
    if not _TOKEN.fullmatch(token):
        raise Http404
    rules = get_object_or_404(_kept_rules(), token=token, preset__is_offered=True)
    return NewTableForm(rules.preset, saved=rules.choices, seats=rules.seats, is_listed=is_listed)


def _club_form(request: HttpRequest, club: Club) -> NewTableForm:
    """The form of a preset as a club's hosts have it."""
    terms = terms_of(club)
    given = request.POST if request.method == "POST" else request.GET
    slug, presets = given.get("preset", ""), presets_of(terms)
    found = next((preset for preset in presets if slug in ("", preset.slug)), None)
    if found is None:
        raise Http404
    data = request.POST if request.method == "POST" else None
    return NewTableForm(found, data, is_listed=_challenged(request) is None, terms=terms)


def _club(request: HttpRequest) -> Club | None:
    """The club whose table it is to be, for its members alone. Raises ``Http404``."""
    given = request.POST if request.method == "POST" else request.GET
    if not (slug := given.get("club")):
        return None
    user = cast("User", request.user)
    club = Club.objects.active().filter(slug=slug[:60]).first()
    if club is None or membership_of(user, club) is None:
        raise Http404
    return club


def _challenged(request: HttpRequest) -> Player | None:
    """The player who is to be invited to the new table, if a link or the form names one."""
    text = (request.POST if request.method == "POST" else request.GET).get("challenge")
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        raise Http404
    return get_object_or_404(Player.objects.select_related("user"), pk=int(text))


def _preset(slug: str) -> Preset:
    offered = Preset.objects.offered().prefetch_related("toggles")
    found = next((preset for preset in offered if slug in ("", preset.slug)), None)
    if found is None:
        raise Http404
    return found


def _carry_out(
    request: HttpRequest,
    form: NewTableForm,
    do: Callable[[HttpRequest, NewTableForm], Match | HouseRules],
) -> HttpResponse:
    if not form.is_valid():
        return _page(request, form, 422)
    try:
        return redirect(do(request, form))
    except Refused as refusal:
        form.refuse(refusal)
        return _page(request, form, refusal.status)


def _open(request: HttpRequest, form: NewTableForm) -> Match:
    return lobby.open_table(
        player_or_refuse(request),
        form.preset,
        form.choices,
        seats=form.seats,
        is_listed=form.cleaned_data["is_listed"],
        now=timezone.now(),
        terms=form.terms,
        challenged=_challenged(request),
        club=_club(request),
    )


def _keep(request: HttpRequest, form: NewTableForm) -> HouseRules:
    return house_rules.keep_rules(
        player_or_refuse(request),
        form.cleaned_data["rules_name"],
        form.preset,
        form.choices,
        seats=form.seats,
        now=timezone.now(),
    )


def _page(request: HttpRequest, form: NewTableForm, status: int = 200) -> HttpResponse:
    player = player_behind(request)
    entry, club = entry_of(form.preset), _club(request)
    presets: Iterable[Preset] = Preset.objects.offered()
    context = {
        "form": form,
        "preset": entry,
        "presets": presets if club is None else presets_of(terms_of(club)),
        "club": club,
        "own_rules": own_rules(player.pk if player and club is None else None),
        "challenged": _challenged(request),
        "here": request.get_full_path() if request.method == "GET" else entry.open_url,
    }
    return render(request, "games/table_new.html", context, status=status)
