"""Pushes to browsers: which addresses are used, and what a push service is sent."""

from __future__ import annotations

import base64
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from accounts import push
from accounts.models import PushSubscription, User
from tests.clock import NOW

# The example of RFC 8291, appendix A.
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


class PushService(HTTPServer):
    """A push service on this machine, which answers what it is told to."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Taker)
        self.answer, self.taken = 201, []
        self.origin = f"http://127.0.0.1:{self.server_port}"


class _Taker(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append((self.path, self.headers, body))
        self.send_response(self.server.answer)
        self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_words):
        """Say nothing."""


@pytest.fixture
def service(settings):
    with PushService() as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        settings.PUSH_TRUSTED_ORIGINS = [server.origin]
        yield server
        server.shutdown()
        thread.join()


def subscription(endpoint):
    return PushSubscription(endpoint=endpoint, p256dh=P256DH, auth=AUTH)


def test_a_push_is_encrypted_signed_and_carries_its_headers(service, settings):
    push.send(subscription(f"{service.origin}/send/1?x=2"), '{"title": "Your turn"}', "a" * 32)
    ((path, headers, body),) = service.taken
    assert path == "/send/1?x=2"
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["TTL"] == "86400"
    assert headers["Urgency"] == "normal"
    assert headers["Topic"] == "a" * 32
    assert headers["Authorization"].startswith("vapid t=")
    assert headers["Authorization"].endswith(f"k={push.public_key()}")
    assert b"Your turn" not in body
    assert len(body) == 86 + len('{"title": "Your turn"}') + 17


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_gave_up_its_subscription_is_gone(service, status):
    service.answer = status
    with pytest.raises(push.PushGoneError):
        push.send(subscription(f"{service.origin}/1"), "{}", "t")


@pytest.mark.parametrize("status", [302, 400, 429, 500])
def test_any_other_answer_is_a_failure_and_leads_nowhere(service, status):
    service.answer = status
    with pytest.raises(push.PushFailedError) as failed:
        push.send(subscription(f"{service.origin}/1"), "{}", "t")
    assert str(failed.value) == f"the push service answered {status}"
    assert len(service.taken) == 1


def test_a_service_that_does_not_listen_is_a_failure(settings):
    settings.PUSH_TRUSTED_ORIGINS = ["http://127.0.0.1:1"]
    with pytest.raises(push.PushFailedError):
        push.send(subscription("http://127.0.0.1:1/"), "{}", "t")


def test_a_service_that_only_drips_is_hung_up_on(monkeypatch, settings):
    monkeypatch.setattr(push, "WHOLE_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as slow:
        origin = f"http://127.0.0.1:{slow.getsockname()[1]}"
        settings.PUSH_TRUSTED_ORIGINS = [origin]
        with pytest.raises(push.PushFailedError):
            push.send(subscription(f"{origin}/1"), "{}", "t")


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://10.1.2.3/1",
        "https://192.168.0.1/1",
        "https://169.254.169.254/latest/meta-data",
        "https://[::ffff:10.0.0.1]/1",
        "https://[::10.0.0.1]/1",
        "https://[64:ff9b::10.0.0.1]/1",
        "https://[2002:a00:1::]/1",
        "https://[fd00::1]/1",
        "https://0.0.0.0/1",
        "https://localhost/1",
        "https://9.9.9.9:8443/1",
        "https://user@9.9.9.9/1",
        "https:///1",
        "https://push..example/1",
        f"https://{'a' * 64}.example/1",
        "ftp://9.9.9.9/1",
        "https://9.9.9.9/\r\nHost: evil",
        "https://9.9.9.9/ä",
        "https://9.9.9.9:port/",
        "",
    ],
)
def test_what_is_no_push_service_on_the_internet_is_refused(endpoint):
    with pytest.raises(push.PushRefusedError):
        push.check_endpoint(endpoint)


def test_a_push_service_on_the_internet_is_accepted():
    push.check_endpoint("https://9.9.9.9/send/abc?d=1")


def test_a_name_that_leads_into_a_private_network_is_refused(monkeypatch):
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: found)
    with pytest.raises(push.PushRefusedError):
        push.check_endpoint("https://push.example/1")


def test_a_name_that_leads_elsewhere_later_is_told_nothing(monkeypatch, service):
    connect = socket.create_connection
    here = ("127.0.0.1", service.server_port)
    monkeypatch.setattr(socket, "create_connection", lambda _to, *a, **k: connect(here, *a, **k))
    with pytest.raises(push.PushFailedError, match="private network"):
        push.send(subscription("https://push.example/1"), "{}", "t")
    assert service.taken == []


@pytest.mark.parametrize(
    ("p256dh", "auth"), [("", AUTH), ("AAAA", AUTH), (P256DH, "AAAA"), ("ä", AUTH)], ids=range(4)
)
def test_keys_that_no_browser_has_are_refused(db, anna, p256dh, auth):
    with pytest.raises(push.PushRefusedError):
        push.subscribe(anna, "https://9.9.9.9/1", p256dh, auth, "Firefox", now=NOW)


def test_a_browser_belongs_to_whoever_asked_last(anna, bruno):
    for user in (anna, bruno):
        push.subscribe(user, "https://9.9.9.9/1", P256DH, AUTH, "Firefox", now=NOW)
    assert PushSubscription.objects.get().user == bruno


def test_a_lost_browser_that_asks_again_is_reached_again(anna):
    push.subscribe(anna, "https://9.9.9.9/1", P256DH, AUTH, "Firefox", now=NOW)
    PushSubscription.objects.update(lost_at=NOW)
    push.subscribe(anna, "https://9.9.9.9/1", P256DH, AUTH, "Firefox", now=NOW)
    assert PushSubscription.objects.get().lost_at is None


def test_of_many_devices_the_ten_newest_are_kept(anna):
    for number in range(12):
        push.subscribe(anna, f"https://9.9.9.9/{number}", P256DH, AUTH, "Firefox", now=NOW)
    kept = list(anna.push_subscriptions.values_list("endpoint", flat=True))
    assert kept == [f"https://9.9.9.9/{number}" for number in range(2, 12)]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge, Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
            "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox, Linux",
        ),
        ("curl/8", "Browser"),
        ("", "Browser"),
    ],
)
def test_a_device_is_called_what_a_person_calls_it(agent, name):
    assert push.device_name(agent) == name


def test_the_public_key_is_a_point_of_the_curve():
    key = base64.urlsafe_b64decode(push.public_key() + "=")
    assert (len(key), key[0]) == (65, 4)


def fields(number=1):
    return {"endpoint": f"https://9.9.9.9/{number}", "p256dh": P256DH, "auth": AUTH}


def test_the_page_keeps_a_device_and_lets_it_go(client, anna):
    client.force_login(anna)
    answer = client.post("/accounts/messages/push", fields(), headers={"User-Agent": "Firefox"})
    assert answer.json() == {"url": "/accounts/messages/"}
    device = anna.push_subscriptions.get()
    assert device.device == "Firefox"
    page = client.get("/accounts/messages/").content.decode()
    assert f'data-endpoint="{device.endpoint}" data-lost="no"' in page
    client.post(f"/accounts/messages/push/{device.pk}/forget")
    assert not anna.push_subscriptions.exists()


def test_nobody_lets_anothers_device_go(client, anna, bruno):
    device = push.subscribe(bruno, "https://9.9.9.9/1", P256DH, AUTH, "Firefox", now=NOW)
    client.force_login(anna)
    assert client.post(f"/accounts/messages/push/{device.pk}/forget").status_code == 404
    assert bruno.push_subscriptions.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://10.0.0.1/"},
        {"endpoint": ""},
        {"endpoint": "https://9.9.9.9/" + "x" * 500},
        {"p256dh": "nonsense"},
        {"auth": "\x00"},
    ],
)
def test_a_subscription_that_can_not_be_is_refused(client, anna, change):
    client.force_login(anna)
    answer = client.post("/accounts/messages/push", {**fields(), **change})
    assert (answer.status_code, answer.json()) == (422, {"code": "bad_subscription"})
    assert not PushSubscription.objects.exists()


def test_a_stranger_subscribes_to_nothing(client, db):
    assert client.post("/accounts/messages/push", fields()).status_code == 302
    assert not PushSubscription.objects.exists()


def test_logging_out_ends_the_pushes_to_this_browser_alone(client, anna):
    push.subscribe(anna, "https://9.9.9.9/2", P256DH, AUTH, "Firefox", now=NOW)
    client.force_login(anna)
    client.post("/accounts/messages/push", fields(1))
    client.post("/accounts/logout/")
    assert anna.push_subscriptions.get().endpoint == "https://9.9.9.9/2"


def test_a_lost_device_is_said_on_the_settings_page_and_at_home(client, anna):
    push.subscribe(anna, "https://9.9.9.9/1", P256DH, AUTH, "Firefox, Android", now=NOW)
    client.force_login(anna)
    said = "Firefox, Android gets no messages any more."
    for page in ("/", "/accounts/settings/"):
        assert said not in client.get(page).content.decode()
    PushSubscription.objects.update(lost_at=NOW)
    for page in ("/", "/accounts/settings/"):
        assert said in client.get(page).content.decode()
    assert "Not reached any more since Nov. 30, 2026" in (
        client.get("/accounts/messages/").content.decode()
    )


def test_the_worker_stands_at_the_top_and_opens_pages_of_this_site_only(client):
    answer = client.get("/push-worker.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "no-store" in answer.headers["Cache-Control"]
    assert "address.origin === self.location.origin" in answer.content.decode()


def test_closing_an_account_forgets_its_devices(client, anna):
    from accounts import closing

    push.subscribe(anna, "https://9.9.9.9/1", P256DH, AUTH, "Firefox", now=NOW)
    closing.close(anna)
    assert not PushSubscription.objects.exists()


def test_a_guests_device_is_the_accounts_after_logging_in(client, anna):
    from accounts import merging

    guest = User.objects.create_guest()
    push.subscribe(guest, "https://9.9.9.9/1", P256DH, AUTH, "Firefox", now=NOW)
    merging.merge(guest, anna)
    assert PushSubscription.objects.get().user == anna
