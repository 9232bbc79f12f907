"""The page of one's messages, its devices, and the link that ends a kind of mail."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import push, reaching
from accounts.messages_form import MessagesForm, PushForm
from accounts.models import MessageChoice, Preferences, User


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def own_messages(request: HttpRequest) -> HttpResponse:
    """Show and set which messages come when, by which way."""
    user = cast("User", request.user)
    reach = reaching.reach_of([user.pk])[user.pk]
    form = MessagesForm(request.POST if request.method == "POST" else None, reach=reach)
    if request.method != "POST":
        return _page(request, form, reach)
    if not form.is_valid():
        return _page(request, form, reach, 422)
    reaching.choose(
        user,
        form.timings,
        quiet_minutes=form.cleaned_data["quiet_minutes"],
        digest_hour=form.cleaned_data["digest_hour"],
        now=timezone.now(),
    )
    messages.success(request, _("The club writes to you like this now."))
    return redirect("accounts:messages")


def _page(
    request: HttpRequest, form: MessagesForm, reach: reaching.Reach, status: int = 200
) -> HttpResponse:
    user = cast("User", request.user)
    token = Preferences.objects.filter(user=user).values_list("calendar_token", flat=True).first()
    of_clubs = [form[kind] for kind in MessageChoice.OF_CLUBS]
    of_tables = [form[k] for k in MessageChoice.Kind if k not in MessageChoice.OF_CLUBS]
    context: dict[str, Any] = {
        "form": form,
        "groups": [(_("At tables"), of_tables), (_("In clubs"), of_clubs)],
        "address": reaching.address_of(user),
        "devices": user.push_subscriptions.all(),
        "push_key": push.public_key(),
        "zone": reach.zone.key,
        "calendar_token": token,
    }
    return render(request, "accounts/messages.html", context, status=status)


@sensitive_post_parameters()
@require_POST
@login_required
def subscribe(request: HttpRequest) -> HttpResponse:
    """Keep a browser that asked for pushes; the answer is JSON for the page's script."""
    form = PushForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"code": "bad_subscription"}, status=422)
    device = push.device_name(request.headers.get("User-Agent", ""))
    user = cast("User", request.user)
    try:
        push.subscribe(user, **form.cleaned_data, device=device, now=timezone.now())
    except push.PushRefusedError:
        return JsonResponse({"code": "bad_subscription"}, status=422)
    request.session[push.SESSION_KEY] = form.cleaned_data["endpoint"]
    return JsonResponse({"url": reverse("accounts:messages")})


@require_POST
@login_required
def forget_device(request: HttpRequest, pk: int) -> HttpResponse:
    """Send no more pushes to one of the person's devices."""
    user = cast("User", request.user)
    device = user.push_subscriptions.filter(pk=pk).first()
    if device is None:
        raise Http404
    push.forget(user, device.endpoint)
    messages.success(request, _("%(device)s gets no more messages.") % {"device": device.device})
    return redirect("accounts:messages")


@require_POST
@login_required
def renew_calendar(request: HttpRequest) -> HttpResponse:
    """Make the address of the person's calendar, or another one."""
    reaching.renew_calendar(cast("User", request.user))
    messages.success(request, _("Your calendar has a new address."))
    return redirect("accounts:messages")


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End the kinds of message that a mail was of, by POST, without any log-in (RFC 8058).

    The token is this site's own signature. GET, which programs do by themselves, only asks.
    """
    read = reaching.read_unsubscribe_token(token)
    if read is None:
        raise Http404
    user, kinds = read
    if request.method == "POST":
        reaching.switch_off(user, kinds, now=timezone.now())
    labels = [MessageChoice.Kind(kind).label for kind in kinds]
    context = {"kinds": labels, "is_done": request.method == "POST"}
    return render(request, "accounts/unsubscribe.html", context)


@never_cache
@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows pushes; it stands at the top, so that it may open any page."""
    return render(request, "accounts/push-worker.js", content_type="text/javascript; charset=utf-8")
