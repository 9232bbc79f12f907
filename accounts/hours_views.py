"""The page of one's hours of rest, and the vacations that are announced there."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import hours
from accounts.hours_form import HoursForm, VacationForm
from accounts.models import User, Vacation
from accounts.zones import zone_named


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def own_hours(request: HttpRequest) -> HttpResponse:
    """Show and set when one's clocks stand."""
    user = cast("User", request.user)
    form = HoursForm(request.POST if request.method == "POST" else None, rest=hours.rest_of(user))
    if request.method != "POST":
        return _page(request, form, VacationForm())
    if not form.is_valid():
        return _page(request, form, VacationForm(), 422)
    try:
        hours.set_hours(
            user,
            time_zone=form.cleaned_data["time_zone"],
            sleep=form.sleep,
            weekend_off=form.cleaned_data["weekend_off"],
            now=timezone.now(),
        )
    except hours.HoursRefused as refusal:
        form.add_error(None, refusal.message)
        return _page(request, form, VacationForm(), 409)
    messages.success(request, _("Your clocks run by these hours now."))
    return redirect("accounts:hours")


@require_POST
@login_required
def announce_vacation(request: HttpRequest) -> HttpResponse:
    """Announce days off at every table."""
    user, form = cast("User", request.user), VacationForm(request.POST)
    known = HoursForm(rest=hours.rest_of(user))
    if not form.is_valid():
        return _page(request, known, form, 422)
    try:
        hours.announce_vacation(user, *form.days, now=timezone.now())
    except hours.HoursRefused as refusal:
        form.add_error(None, refusal.message)
        return _page(request, known, form, 409)
    messages.success(request, _("Your vacation is announced at your tables."))
    return redirect("accounts:hours")


@require_POST
@login_required
def cancel_vacation(request: HttpRequest, pk: int) -> HttpResponse:
    """Call off a vacation, or what is left of it."""
    try:
        hours.cancel_vacation(cast("User", request.user), pk, now=timezone.now())
    except hours.HoursRefused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("These days count again."))
    return redirect("accounts:hours")


def _page(
    request: HttpRequest, form: HoursForm, vacation_form: VacationForm, status: int = 200
) -> HttpResponse:
    user, now = cast("User", request.user), timezone.now()
    rest, today = hours.rest_of(user), hours.today_of(user, now)
    coming = Vacation.objects.filter(user=user, last_day__gte=today)
    context: dict[str, Any] = {
        "form": form,
        "vacation_form": vacation_form,
        "zone": zone_named(rest.time_zone),
        "now": now,
        "next_change_at": hours.next_change_at(user, now),
        "vacations": [
            {
                "row": vacation,
                "has_begun": vacation.first_day <= today,
                "ends": vacation.last_day > today,
            }
            for vacation in coming
        ],
        "allowances": [
            (year, hours.days_left(rest.vacations, year)) for year in (today.year, today.year + 1)
        ],
    }
    return render(request, "accounts/hours.html", context, status=status)
