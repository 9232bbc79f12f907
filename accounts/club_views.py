"""Pages of all clubs: the list, a new one, and the ways to join. Those of one are in club_desk."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.club_forms import AskForm, ClubForm
from accounts.club_lists import clubs_page, rights_table
from accounts.club_requests import (
    carry_out,
    club_or_404,
    for_everybody_logged_in,
    person_behind,
)
from accounts.club_rights import ROLES
from accounts.club_selectors import club_head
from accounts.clubs import founding, joining, telling
from accounts.clubs.refusals import ClubRefused
from accounts.guests import become_guest
from accounts.hours import rest_of
from accounts.models import Club
from accounts.views import for_account_holders


@never_cache
@require_safe
def list_clubs(request: HttpRequest) -> HttpResponse:
    """One's own clubs, then those that are listed."""
    search, number, now = request.GET.get("q", ""), request.GET.get("page", "1"), timezone.now()
    page = clubs_page(request.user, search=search, number=number)
    if request.user.is_authenticated:
        invitation = telling.Subject.INVITATION
        telling.note_shown(telling.Shown(person_behind(request), invitation, now))
    return render(request, "accounts/club_list.html", {"clubs": page})


@require_safe
def show_rights(request: HttpRequest) -> HttpResponse:
    """What each role may do, from the table that the services check."""
    context = {"roles": list(ROLES.values()), "rights": rights_table()}
    return render(request, "accounts/club_rights.html", context)


@never_cache
@for_account_holders
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    user = person_behind(request)
    usual = {"time_zone": rest_of(user).time_zone, "language": "en", "is_listed": True}
    usual["joining"] = Club.Joining.REQUEST
    form = ClubForm(request.POST if request.method == "POST" else None, initial=usual)
    if request.method != "POST":
        return render(request, "accounts/club_new.html", {"form": form})
    if not form.is_valid():
        return render(request, "accounts/club_new.html", {"form": form}, status=422)
    try:
        club = founding.found(user, form.settings, now=timezone.now())
    except ClubRefused as refusal:
        form.refuse(refusal)
        return render(request, "accounts/club_new.html", {"form": form}, status=refusal.status)
    messages.success(request, _("The club is founded. Pass on the link to those who belong to it."))
    return redirect("accounts:club-members", slug=club.slug)


@sensitive_variables("token")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to join by the link; join by POST, for which a stranger becomes a guest."""
    club = Club.objects.active().filter(join_token=token).first()
    if club is None:
        raise Http404
    if request.method != "POST":
        head = club_head(request.user, club)
        return render(request, "accounts/club_join.html", {"head": head, "invites": club})
    if refusal := become_guest(request):
        return refusal
    user, now = person_behind(request), timezone.now()
    done = _("You are a member of %(club)s.") % {"club": club.name}
    carry_out(request, lambda: joining.join_by_link(token, user, now=now), done)
    return redirect(club)


@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Join a club that takes everybody; a stranger becomes a guest first."""
    club = club_or_404(request, slug)
    if club.joining == Club.Joining.OPEN and (refusal := become_guest(request)):
        return refusal
    if not request.user.is_authenticated:
        return redirect(club)
    user, now = person_behind(request), timezone.now()
    done = _("You are a member of %(club)s.") % {"club": club.name}
    carry_out(request, lambda: joining.join(club, user, now=now), done)
    return redirect(club)


@require_POST
@for_everybody_logged_in
def ask(request: HttpRequest, club: Club) -> HttpResponse:
    """Ask to join, or take that back."""
    user, now = person_behind(request), timezone.now()
    if "withdraw" in request.POST:
        done = _("You took your request back.")
        carry_out(request, lambda: joining.withdraw_request(club, user, now=now), done)
        return redirect(club)
    form = AskForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(error) for error in form.errors["words"]))
        return redirect(club)
    words = form.cleaned_data["words"]
    done = _("You asked to join. The organisers will answer.")
    carry_out(request, lambda: joining.ask(club, user, words, now=now), done)
    return redirect(club)


@require_POST
@for_everybody_logged_in
def answer_invitation(request: HttpRequest, club: Club) -> HttpResponse:
    """Say yes or no to an invitation."""
    user, now, accepts = person_behind(request), timezone.now(), "accept" in request.POST
    done = _("You are a member of %(club)s.") if accepts else _("You declined to join %(club)s.")
    carry_out(
        request,
        lambda: joining.answer_invitation(club, user, accepts=accepts, now=now),
        done % {"club": club.name},
    )
    return redirect(club if accepts else reverse("accounts:club-list"))
