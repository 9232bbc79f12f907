"""Push messages to browsers: devices that asked for them, and the way to their push services.

A push service is an address that a browser names, so it could name any: only https on the usual
port is accepted, and the connection ends before anything is sent if it led into a private network.
"""

from __future__ import annotations

import base64
import binascii
import http.client
import ipaddress
import socket
import ssl
import threading
import time
from contextlib import suppress
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction

from accounts.models import PushSubscription

if TYPE_CHECKING:
    from urllib.parse import SplitResult

    from accounts.models import User

# Where a session keeps the endpoint of its browser.
SESSION_KEY = "push_endpoint"
DEVICES_MAX = 10
ANSWER_SECONDS = 10
WHOLE_SECONDS = 20
LIVES_SECONDS = 24 * 3600

_STANDING_FOR_IPV4 = (ipaddress.IPv6Network("::/96"), ipaddress.IPv6Network("64:ff9b::/96"))

_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


class PushRefusedError(ValueError):
    """A subscription that this site does not use."""


class PushGoneError(Exception):
    """The push service knows this subscription no longer."""


class PushFailedError(Exception):
    """The push service could not be reached, or did not take the message."""


@cache
def public_key() -> str:
    """The public half of this site's key, as browsers want it (RFC 8292, section 3.2)."""
    from cryptography.hazmat.primitives import serialization
    from py_vapid import Vapid

    key = Vapid.from_raw(settings.VAPID_PRIVATE_KEY.encode()).public_key
    point = key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def subscribe(
    user: User, endpoint: str, p256dh: str, auth: str, device: str, *, now: datetime
) -> PushSubscription:
    """Send pushes to a browser from now on, as this person's. Raises PushRefusedError.

    A browser has one endpoint, whoever is logged in: it is the last one's.
    """
    check_endpoint(endpoint)
    _check_keys(p256dh, auth)
    with transaction.atomic():
        kept, _made = PushSubscription.objects.update_or_create(
            endpoint=endpoint,
            defaults={
                "user": user,
                "p256dh": p256dh,
                "auth": auth,
                "device": device[:60],
                "created_at": now,
                "lost_at": None,
            },
        )
        newest = user.push_subscriptions.order_by("-created_at", "-pk").values_list("pk", flat=True)
        user.push_subscriptions.exclude(pk__in=list(newest[:DEVICES_MAX])).delete()
    return kept


def forget(user: User, endpoint: str) -> None:
    """Send no more pushes to this browser, if it is this person's."""
    user.push_subscriptions.filter(endpoint=endpoint).delete()


def lost_devices(user: User) -> list[PushSubscription]:
    """The devices that pushes stopped reaching, until the person has dealt with them."""
    if not user.is_authenticated:
        return []
    return list(user.push_subscriptions.filter(lost_at__isnull=False))


def device_name(user_agent: str) -> str:
    """What a person would call the browser that calls itself this.

    >>> device_name("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox, Android'
    """
    browser = next((name for mark, name in _BROWSERS.items() if mark in user_agent), "")
    system = next((name for mark, name in _SYSTEMS.items() if mark in user_agent), "")
    return ", ".join(part for part in (browser, system) if part) or "Browser"


def check_endpoint(endpoint: str) -> None:
    """Raises PushRefusedError for an address that is no push service's on the internet."""
    parts = _split(endpoint)
    if _is_trusted(parts):
        return
    if parts.scheme != "https" or not parts.hostname or parts.username is not None:
        raise PushRefusedError("a push service has an https address")
    if parts.port not in (None, 443):
        raise PushRefusedError("a push service listens on the usual port")
    try:
        found = socket.getaddrinfo(parts.hostname, 443, type=socket.SOCK_STREAM)
    except socket.gaierror:
        # A name that can't be looked up now is looked up again at every sending.
        return
    except UnicodeError as error:
        raise PushRefusedError("not a name of a computer") from error
    if not all(is_public(str(address[0])) for *_rest, address in found):
        raise PushRefusedError("a push service is not in a private network")


def is_public(address: str) -> bool:
    """Whether an IP address is one of the internet's.

    What leads on to an address of the older kind is one if that is.

    >>> is_public("192.0.2.7"), is_public("::ffff:10.0.0.1"), is_public("9.9.9.9")
    (False, False, True)
    >>> is_public("64:ff9b::10.0.0.1"), is_public("64:ff9b::9.9.9.9")
    (False, True)
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and (inner := _inner_address(found)) is not None:
        found = inner
    return found.is_global and not found.is_multicast


def _inner_address(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 one stands for: mapped, by 6to4, or by NAT64 (RFC 6052)."""
    if any(address in network for network in _STANDING_FOR_IPV4):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def send(subscription: PushSubscription, payload: str, topic: str) -> None:
    """Hand a message to a browser's push service; ``topic`` replaces one that still waits there.

    Raises PushGoneError where the browser can't be reached that way any more, else PushFailedError.
    """
    try:
        body, headers = _encrypted(subscription, payload)
        status = _post(_split(subscription.endpoint), body, {**headers, "Topic": topic})
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise PushFailedError(f"{type(error).__name__}: {error}") from error
    if status in (404, 410):
        raise PushGoneError
    if not 200 <= status < 300:
        raise PushFailedError(f"the push service answered {status}")


def _encrypted(subscription: PushSubscription, payload: str) -> tuple[bytes, dict[str, str]]:
    from py_vapid import Vapid
    from pywebpush import WebPusher

    keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    pusher = WebPusher({"endpoint": subscription.endpoint, "keys": keys})
    parts = _split(subscription.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "sub": settings.VAPID_CONTACT,
        "exp": int(time.time()) + 12 * 3600,
    }
    signed = Vapid.from_raw(settings.VAPID_PRIVATE_KEY.encode()).sign(claims)
    return pusher.encode(payload.encode())["body"], {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIVES_SECONDS),
        "Urgency": "normal",
    }


def _post(parts: SplitResult, body: bytes, headers: dict[str, str]) -> int:
    """Post and return the status; of the answer nothing else is read, nor waited for long."""
    connection = _connection(parts)
    try:
        connection.connect()
        alarm = threading.Timer(WHOLE_SECONDS, _hang_up, [connection.sock])
        alarm.daemon = True
        alarm.start()
        try:
            path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
            connection.request("POST", path, body, headers)
            return connection.getresponse().status
        finally:
            alarm.cancel()
    finally:
        connection.close()


def _hang_up(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)


def _connection(parts: SplitResult) -> http.client.HTTPConnection:
    host = parts.hostname or ""
    if _is_trusted(parts):
        kind = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        return kind(host, parts.port, timeout=ANSWER_SECONDS)
    if parts.scheme != "https":
        raise PushRefusedError("a push service has an https address")
    return _PublicConnection(host, 443, timeout=ANSWER_SECONDS)


class _PublicConnection(http.client.HTTPConnection):
    """A connection by TLS that says nothing to an address of a private network.

    The address is looked at once connected: a name may lead elsewhere at every look-up.
    """

    def connect(self) -> None:
        """Connect. Raises OSError."""
        super().connect()
        peer = str(self.sock.getpeername()[0])
        if not is_public(peer):
            self.close()
            raise OSError("the push service is in a private network")
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(self.sock, server_hostname=self.host)


def _split(endpoint: str) -> SplitResult:
    try:
        parts = urlsplit(endpoint)
        _port = parts.port
    except ValueError as error:
        raise PushRefusedError("not an address") from error
    if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise PushRefusedError("not an address")
    return parts


def _is_trusted(parts: SplitResult) -> bool:
    return f"{parts.scheme}://{parts.netloc}" in settings.PUSH_TRUSTED_ORIGINS


def _check_keys(p256dh: str, auth: str) -> None:
    try:
        point, secret = (base64.urlsafe_b64decode(text + "==") for text in (p256dh, auth))
    except (binascii.Error, ValueError) as error:
        raise PushRefusedError("not the keys of a browser") from error
    if len(point) != 65 or point[0] != 4 or len(secret) != 16:
        raise PushRefusedError("not the keys of a browser")
