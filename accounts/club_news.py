"""The page of a club's announcements, and of one that is edited."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.club_forms import AnnouncementForm, EditForm
from accounts.club_requests import carry_out, for_those_who_may, person_behind, show, to_page
from accounts.club_rights import Right
from accounts.club_selectors import announcement_lines, announcements_page, standing_of
from accounts.clubs import announcing, telling
from accounts.clubs.refusals import ClubRefused
from accounts.models import Announcement, Club


@require_http_methods(["GET", "HEAD"])
@for_those_who_may(Right.READ)
def announcements(request: HttpRequest, club: Club) -> HttpResponse:
    """All that is announced, and the form for those who may announce."""
    return _page(request, club, AnnouncementForm())


@require_http_methods(["POST"])
@for_those_who_may(Right.ANNOUNCE)
def announce(request: HttpRequest, club: Club) -> HttpResponse:
    """Tell the members something."""
    form = AnnouncementForm(request.POST)
    if not form.is_valid():
        return _page(request, club, form, 422)
    try:
        announcing.announce(club, person_behind(request), **form.cleaned_data, now=timezone.now())
    except ClubRefused as refusal:
        form.refuse(refusal)
        return _page(request, club, form, refusal.status)
    messages.success(request, _("It is announced."))
    return to_page(club, "club-announcements")


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who_may(Right.ANNOUNCE)
def one_announcement(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Edit an announcement; pin, unpin and remove are buttons of the list."""
    found = get_object_or_404(Announcement, club=club, pk=pk, removed_at__isnull=True)
    act = request.POST.get("act", "")
    if request.method == "POST" and act in {"pin", "unpin", "remove"}:
        return _press(request, club, found, act)
    is_sent = request.method == "POST"
    form = EditForm(request.POST if is_sent else None, initial={"text": found.text})
    template, context = "accounts/club_announcement.html", {"form": form, "announcement": found}
    if not is_sent or not form.is_valid():
        return show(request, club, template, context, 422 if is_sent else 200)
    try:
        text = form.cleaned_data["text"]
        announcing.edit(club, person_behind(request), pk, text, now=timezone.now())
    except ClubRefused as refusal:
        form.refuse(refusal)
        return show(request, club, template, context, refusal.status)
    messages.success(request, _("It is announced anew."))
    return to_page(club, "club-announcements")


def _press(request: HttpRequest, club: Club, found: Announcement, act: str) -> HttpResponse:
    user, now = person_behind(request), timezone.now()
    if act == "remove":
        done = _("The announcement is removed.")
        carry_out(request, lambda: announcing.remove(club, user, found.pk, now=now), done)
        return to_page(club, "club-announcements")
    is_pinned = act == "pin"
    done = _("It stays at the top.") if is_pinned else _("It is one among the others.")
    carry_out(
        request,
        lambda: announcing.pin(club, user, found.pk, is_pinned=is_pinned, now=now),
        done,
    )
    return to_page(club, "club-announcements")


def _page(
    request: HttpRequest, club: Club, form: AnnouncementForm, status: int = 200
) -> HttpResponse:
    page = announcements_page(club, request.GET.get("page", "1"))
    lines = announcement_lines(page)
    seen, user = [line.pk for line in lines], person_behind(request)
    subject = telling.Subject.ANNOUNCEMENT
    telling.note_shown(telling.Shown(user, subject, timezone.now(), club, seen))
    context = {
        "form": form,
        "page": page,
        "announcements": lines,
        "can_announce": standing_of(request.user, club).may(Right.ANNOUNCE),
    }
    return show(request, club, "accounts/club_announce.html", context, status)
