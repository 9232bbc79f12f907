"""A club's events: listed, read, entered, and run by organisers."""

from __future__ import annotations

from collections.abc import Callable
from secrets import SystemRandom

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.club_requests import for_those_who_may, person_behind, show
from accounts.club_rights import Right
from accounts.clubs.standing import standing_of
from accounts.models import Club
from games.event_form import EventFields
from games.models import Event
from games.selectors.club_rules import presets_of, terms_of
from games.selectors.event_list import event_list
from games.selectors.event_page import event_page
from games.services import club_messages, event_entries, event_rounds, events
from games.services.refusals import Refused
from games.views.club_doors import readable_club
from games.views.viewers import player_or_refuse, viewer_behind


@never_cache
@require_safe
def list_events(request: HttpRequest, slug: str) -> HttpResponse:
    """What is to come and what was, with a calendar."""
    club = readable_club(request, slug)
    month, now = request.GET.get("month", ""), timezone.now()
    listed = event_list(club, viewer_behind(request), month, now)
    if request.user.is_authenticated:
        shown = [line.pk for line in listed.coming]
        club_messages.events_listed(person_behind(request), shown, now)
    context = {
        "events": listed,
        "may_run": standing_of(request.user, club).may(Right.EVENTS),
    }
    return show(request, club, "games/events.html", context)


@never_cache
@require_safe
def show_event(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """An event: how it is played, who plays, and how it stands."""
    club = readable_club(request, slug)
    standing, event, now = standing_of(request.user, club), _event(club, pk), timezone.now()
    page = event_page(event, viewer_behind(request), standing, now)
    if request.user.is_authenticated:
        club_messages.event_shown(person_behind(request), event, now)
    return show(request, club, "games/event.html", {"event": page, "pk": pk})


@require_POST
def enter_event(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Enter an event, or the line of its alternates."""
    event = _event(readable_club(request, slug), pk)

    def enter() -> str:
        player = player_or_refuse(request)
        if event_entries.enter(event.pk, player, now=timezone.now()).is_alternate:
            return _("You are in the line for a place.")
        return _("You have entered.")

    return _carry_out(request, event, enter)


@require_POST
def withdraw_from(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw from an event."""
    event = _event(readable_club(request, slug), pk)

    def withdraw() -> str:
        player = player_or_refuse(request)
        event_entries.withdraw(event.pk, player, now=timezone.now(), rng=SystemRandom())
        return _("You have withdrawn.")

    return _carry_out(request, event, withdraw)


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who_may(Right.EVENTS)
def new_event(request: HttpRequest, club: Club) -> HttpResponse:
    """Announce an event; with "check" only say what the choices come to."""
    given = request.POST if request.method == "POST" else request.GET
    presets, slug = presets_of(terms_of(club)), given.get("preset", "")
    preset = next((preset for preset in presets if slug in ("", preset.slug)), None)
    if preset is None:
        raise Http404
    form = EventFields(club, preset, _data(request))
    return _answer(
        request,
        club,
        form,
        lambda: events.announce_event(
            club, person_behind(request), form.wanted, now=timezone.now()
        ),
        _("The event is announced."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who_may(Right.EVENTS)
def change_event(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Change an event; with "check" only say what the choices come to."""
    event = _event(club, pk)
    if event.ended_at is not None:
        messages.error(request, Refused("event_over").message)
        return redirect(event)
    # As the club has the preset now, or as the site has it where the club no longer takes it.
    presets = (*presets_of(terms_of(club)), event.preset)
    preset = next(preset for preset in presets if preset.pk == event.preset_id)
    form = EventFields(club, preset, _data(request), event=event)
    return _answer(
        request,
        club,
        form,
        lambda: events.change_event(pk, person_behind(request), form.wanted, now=timezone.now()),
        _("The event is changed."),
    )


@require_POST
@for_those_who_may(Right.EVENTS)
def draw_round(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Draw and begin the round that the form names."""
    event, text = _event(club, pk), request.POST.get("round", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0

    def draw() -> str:
        event_rounds.draw_round(
            event.pk, person_behind(request), number, now=timezone.now(), rng=SystemRandom()
        )
        return _("Round %(n)d is drawn, and its tables play.") % {"n": number}

    return _carry_out(request, event, draw)


@require_POST
@for_those_who_may(Right.EVENTS)
def cancel_event(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Call an event off."""
    event = _event(club, pk)

    def cancel() -> str:
        events.cancel_event(event.pk, person_behind(request), now=timezone.now())
        return _("The event is called off.")

    return _carry_out(request, event, cancel)


def _event(club: Club, pk: int) -> Event:
    found = Event.objects.select_related("preset").prefetch_related("preset__toggles")
    event = get_object_or_404(found, pk=pk, club=club)
    event.club = club
    return event


def _data(request: HttpRequest) -> QueryDict | None:
    """The form's fields without its buttons, which are none of the rules."""
    if request.method != "POST":
        return None
    data = request.POST.copy()
    data.pop("check", None)
    return data


def _carry_out(request: HttpRequest, event: Event, act: Callable[[], str]) -> HttpResponse:
    try:
        done = act()
    except Refused as refusal:
        messages.error(request, refusal.message)
        response = redirect(event)
        response.headers["X-Refusal"] = refusal.code
        return response
    messages.success(request, done)
    return redirect(event)


def _answer(
    request: HttpRequest, club: Club, form: EventFields, do: Callable[[], Event], done: str
) -> HttpResponse:
    if request.method != "POST":
        return _page(request, club, form)
    if "check" in request.POST:
        if request.htmx:  # type: ignore[attr-defined]
            context = {"told": form.told, "form": form}
            return render(request, "games/includes/_event_check.html", context)
        return _page(request, club, form)
    if not form.is_valid():
        return _page(request, club, form, 422)
    try:
        event = do()
    except Refused as refusal:
        form.refuse(refusal)
        return _page(request, club, form, refusal.status)
    messages.success(request, done)
    return redirect(event)


def _page(request: HttpRequest, club: Club, form: EventFields, status: int = 200) -> HttpResponse:
    context = {
        # Asked for first, because it may find something wrong with the fields.
        "told": form.told,
        "form": form,
        "event": form.event,
        "preset": form.preset,
        "presets": presets_of(terms_of(club)) if form.event is None else (),
        "address": request.path,
    }
    return show(request, club, "games/event_form.html", context, status)
