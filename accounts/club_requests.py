"""What the views of clubs share: who may come in, and how an act is answered."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from accounts.club_rights import Right
from accounts.club_selectors import club_for, club_frame, standing_of
from accounts.clubs.refusals import ClubRefused
from accounts.models import Club, User

ClubView = Callable[Concatenate[HttpRequest, Club, ...], HttpResponse]


def person_behind(request: HttpRequest) -> User:
    """Who is logged in; for views that nobody else reaches."""
    return cast("User", request.user)


def club_or_404(request: HttpRequest, slug: str) -> Club:
    """The club that the request may see. Raises ``Http404``."""
    try:
        return club_for(person_behind(request), slug)
    except Club.DoesNotExist:
        raise Http404 from None


def for_those_who_may(right: Right) -> Callable[[ClubView], Callable[..., HttpResponseBase]]:
    """Give the view the club of its address, if the request may do that there.

    A stranger is sent to the log-in page, whatever the address; for others the pages of a club that
    they are no member of don't exist, and those that their role doesn't open are forbidden. The
    view tells the right as its ``right``.
    """

    def decorate(view: ClubView) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        @never_cache
        def wrapped(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(_way_back(request, slug))
            club = club_or_404(request, slug)
            standing = standing_of(request.user, club)
            if not standing.is_inside:
                raise Http404
            if not standing.may(right):
                raise PermissionDenied
            return view(request, club, **kwargs)

        wrapped.right = right  # type: ignore[attr-defined]
        return wrapped

    return decorate


def for_everybody_logged_in(view: ClubView) -> Callable[..., HttpResponseBase]:
    """Give the view the club of its address; a stranger is sent to the log-in page."""

    @wraps(view)
    @never_cache
    def wrapped(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(_way_back(request, slug))
        return view(request, club_or_404(request, slug), **kwargs)

    return wrapped


def carry_out(request: HttpRequest, act: Callable[[], object], done: str) -> bool:
    """Do it and say so, or say why not; whether it was done."""
    try:
        act()
    except ClubRefused as refusal:
        messages.error(request, refusal.message)
        return False
    messages.success(request, done)
    return True


def show(
    request: HttpRequest, club: Club, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """One of a club's own pages, under its name and links."""
    frame = club_frame(request.user, club, request.path)
    return render(request, template, {"club": frame, **context}, status=status)


def to_page(club: Club, name: str) -> HttpResponse:
    """Lead on to a page of the club by its name in ``accounts``, such as "club-members"."""
    return redirect(f"accounts:{name}", slug=club.slug)


def _way_back(request: HttpRequest, slug: str) -> str:
    """Where to go after the log-in: an act is not done by going there."""
    if request.method in {"GET", "HEAD"}:
        return request.get_full_path()
    return reverse("accounts:club-members", args=[slug])
