"""The pages of one club, for its members and for those who run it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.club_acts import acts_of
from accounts.club_forms import CloseClubForm, ClubForm, HandOverForm, InviteForm
from accounts.club_lists import heirs_of, members_page
from accounts.club_requests import carry_out, for_those_who_may, person_behind, show, to_page
from accounts.club_rights import Right
from accounts.club_selectors import standing_of
from accounts.clubs import founding, joining, roles, telling
from accounts.clubs.refusals import ClubRefused
from accounts.models import Club, Membership, User


@require_safe
@for_those_who_may(Right.READ)
def members(request: HttpRequest, club: Club) -> HttpResponse:
    """The members, and what those who run the club may do about them."""
    return _members(request, club, InviteForm())


@require_POST
@for_those_who_may(Right.INVITE)
def invite(request: HttpRequest, club: Club) -> HttpResponse:
    """Invite somebody by name."""
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _members(request, club, form, 422)
    user, now = person_behind(request), timezone.now()
    try:
        person = joining.find(form.cleaned_data["name"])
        joining.invite(club, user, person, now=now)
    except ClubRefused as refusal:
        form.add_error("name", refusal.message)
        return _members(request, club, form, refusal.status)
    messages.success(request, _("%(name)s is invited.") % {"name": person.display_name})
    return to_page(club, "club-members")


@require_POST
@for_those_who_may(Right.INVITE)
def withdraw_invitation(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Take an invitation back."""
    user, person, now = person_behind(request), _person(pk), timezone.now()
    done = _("%(name)s is invited no longer.") % {"name": person.display_name}
    carry_out(request, lambda: joining.withdraw_invitation(club, user, person, now=now), done)
    return to_page(club, "club-members")


@require_POST
@for_those_who_may(Right.INVITE)
def renew_link(request: HttpRequest, club: Club) -> HttpResponse:
    """Make another join link."""
    user, now = person_behind(request), timezone.now()
    done = _("There is a new join link. The one before leads nowhere.")
    carry_out(request, lambda: founding.renew_link(club, user, now=now), done)
    return to_page(club, "club-members")


@require_POST
@for_those_who_may(Right.ANSWER)
def answer_request(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Take somebody in who asked, or say no."""
    user, person, now = person_behind(request), _person(pk), timezone.now()
    accepts = "accept" in request.POST
    done = _("%(name)s is a member.") if accepts else _("%(name)s is told no.")
    carry_out(
        request,
        lambda: joining.answer(club, user, person, accepts=accepts, now=now),
        done % {"name": person.display_name},
    )
    return to_page(club, "club-members")


@require_POST
@for_those_who_may(Right.APPOINT)
def set_role(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Give a member another role."""
    user, person, now = person_behind(request), _person(pk), timezone.now()
    role = request.POST.get("role", "")
    label = Membership.Role(role).label if role in Membership.Role.values else role
    done = _("%(name)s: %(role)s from now on.") % {"name": person.display_name, "role": label}
    carry_out(request, lambda: roles.set_role(club, user, person, role, now=now), done)
    return to_page(club, "club-members")


@require_POST
@for_those_who_may(Right.REMOVE)
def remove(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Remove a member, who can't come back until let."""
    user, person, now = person_behind(request), _person(pk), timezone.now()
    done = _("%(name)s is removed and can't come back until you allow it.")
    carry_out(
        request,
        lambda: roles.remove(club, user, person, now=now),
        done % {"name": person.display_name},
    )
    return to_page(club, "club-members")


@require_POST
@for_those_who_may(Right.REMOVE)
def lift_bar(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Let somebody who was removed come back."""
    user, person, now = person_behind(request), _person(pk), timezone.now()
    done = _("%(name)s may join again.") % {"name": person.display_name}
    carry_out(request, lambda: roles.lift_bar(club, user, person, now=now), done)
    return to_page(club, "club-members")


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who_may(Right.SETTINGS)
def change_settings(request: HttpRequest, club: Club) -> HttpResponse:
    """Show and change what is set of the club."""
    user = person_behind(request)
    known = {name: getattr(club, name) for name in ClubForm.base_fields}
    form = ClubForm(request.POST if request.method == "POST" else None, initial=known)
    standing = standing_of(user, club)
    context = {
        "form": form,
        "can_hand_over": standing.may(Right.HAND_OVER),
        "can_close": standing.may(Right.CLOSE),
    }
    if request.method != "POST":
        return show(request, club, "accounts/club_settings.html", context)
    if not form.is_valid():
        return show(request, club, "accounts/club_settings.html", context, 422)
    try:
        founding.change_settings(club, user, form.settings, now=timezone.now())
    except ClubRefused as refusal:
        form.refuse(refusal)
        return show(request, club, "accounts/club_settings.html", context, refusal.status)
    messages.success(request, _("The settings are kept."))
    return to_page(club, "club-settings")


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who_may(Right.LEAVE)
def leave(request: HttpRequest, club: Club) -> HttpResponse:
    """Ask whether to leave, then leave."""
    user, is_asked = person_behind(request), request.method != "POST"
    try:
        if is_asked:
            roles.refuse_leaving(club, user)
            return show(request, club, "accounts/club_leave.html", {})
        roles.leave(club, user, now=timezone.now())
    except ClubRefused as refusal:
        context = {"refusal": refusal, "can_close": standing_of(user, club).may(Right.CLOSE)}
        status = 200 if is_asked else refusal.status
        return show(request, club, "accounts/club_leave.html", context, status)
    messages.success(request, _("You left %(club)s.") % {"club": club.name})
    return redirect("accounts:club-list")


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who_may(Right.HAND_OVER)
def hand_over(request: HttpRequest, club: Club) -> HttpResponse:
    """Make another member the owner."""
    user = person_behind(request)
    heirs = heirs_of(club, user)
    form = HandOverForm(request.POST if request.method == "POST" else None, heirs=heirs)
    context = {"form": form, "has_heirs": bool(heirs)}
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return show(request, club, "accounts/club_hand_over.html", context, status)
    heir, stays = _person(form.cleaned_data["heir"]), form.cleaned_data["stays"]
    try:
        roles.hand_club_over(club, user, heir, stays=stays, now=timezone.now())
    except ClubRefused as refusal:
        form.refuse(refusal)
        return show(request, club, "accounts/club_hand_over.html", context, refusal.status)
    messages.success(request, _("%(name)s owns the club now.") % {"name": heir.display_name})
    return redirect(club if stays else reverse("accounts:club-list"))


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who_may(Right.CLOSE)
def close(request: HttpRequest, club: Club) -> HttpResponse:
    """Ask for the club's name, then close it for good."""
    form = CloseClubForm(request.POST if request.method == "POST" else None, club=club)
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return show(request, club, "accounts/club_close.html", {"form": form}, status)
    try:
        founding.close(club, person_behind(request), now=timezone.now())
    except ClubRefused as refusal:
        form.refuse(refusal)
        return show(request, club, "accounts/club_close.html", {"form": form}, refusal.status)
    messages.success(request, _("%(club)s is closed.") % {"club": club.name})
    return redirect("accounts:club-list")


@require_safe
@for_those_who_may(Right.READ_ACTS)
def acts(request: HttpRequest, club: Club) -> HttpResponse:
    """All that was done in the club, latest first."""
    page = acts_of(club, request.GET.get("before", ""))
    return show(request, club, "accounts/club_acts.html", {"acts": page})


def _members(request: HttpRequest, club: Club, form: InviteForm, status: int = 200) -> HttpResponse:
    user, now = person_behind(request), timezone.now()
    page = members_page(user, club, request.GET.get("page", "1"))
    if page.asking:
        telling.note_shown(telling.Shown(user, telling.Subject.REQUEST, now, club))
    context = {"members": page, "form": form}
    return show(request, club, "accounts/club_members.html", context, status)


def _person(pk: int) -> User:
    return get_object_or_404(User, pk=pk, closed_at__isnull=True)
