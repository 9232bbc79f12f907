"""A real mail server takes the club's mails, or hangs."""

from __future__ import annotations

import email
import email.policy
import socket
import threading
import time

import django
import pytest
from aiosmtpd.controller import Controller
from allauth.account.models import EmailAddress

from accounts.models import MessageChoice
from games import clerk
from games.models import Message
from games.services.lobby import Terms
from games.services.sending import CLAIMED_FOR, claim_letters, send_due
from golfsite.environment import read_mail
from tests import drivers
from tests.factories import NOW, make_player, start_match, user_of
from tests.games.test_sending import QUIET
from tests.site.process import free_port

pytestmark = pytest.mark.django_db


class Mailbox:
    """What the server was handed: envelopes and the bytes as they came."""

    def __init__(self):
        self.taken = []

    async def handle_DATA(self, _server, _session, envelope):  # noqa: N802 - aiosmtpd's name
        self.taken.append(envelope)
        return "250 OK"

    def mail(self, number=0):
        content = self.taken[number].content
        return email.message_from_bytes(content, policy=email.policy.default)


def use_server(settings, port, seconds=None):
    path, options = read_mail(f"smtp://127.0.0.1:{port}")
    options = {**options, "timeout": seconds or options["timeout"]}
    if django.VERSION >= (6, 1):
        settings.MAILERS = {"default": {"BACKEND": path, "OPTIONS": options}}
    else:
        settings.EMAIL_BACKEND = path
        settings.EMAIL_HOST, settings.EMAIL_PORT = options["host"], options["port"]
        settings.EMAIL_TIMEOUT = options["timeout"]


@pytest.fixture
def mailbox(settings):
    taken = Mailbox()
    server = Controller(taken, hostname="127.0.0.1", port=free_port())
    server.start()
    use_server(settings, server.port)
    yield taken
    server.stop()


@pytest.fixture
def ann():
    """Somebody with a confirmed address whose turn it is."""
    match = start_match(make_player("Ann"), make_player("Ben"), terms=Terms("3d"))
    player = drivers.to_move(match)
    EmailAddress.objects.create(user=user_of(player), email="ann@example.org", verified=True)
    Message.objects.filter(kind="time_short").delete()
    return player


def test_a_mail_arrives_with_two_parts_and_the_headers_that_end_it(mailbox, ann, client):
    assert send_due(NOW + QUIET) == 1
    mail = mailbox.mail()
    name = Message.objects.get().letter
    assert mailbox.taken[0].rcpt_tos == ["ann@example.org"]
    assert mail["Subject"].startswith("Your turn: Clubhouse with ")
    assert mail["From"] == "Golf <golf@localhost>"
    assert mail["Message-ID"] == f"<{name}@127.0.0.1>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail.get_content_type() == "multipart/alternative"
    kinds = [part.get_content_type() for part in mail.iter_parts()]
    assert kinds == ["text/plain", "text/html"]
    assert "It is your turn, until" in mail.get_body(("plain",)).get_content()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_unsubscribing_works_by_post_without_log_in_and_a_get_only_asks(mailbox, ann, client):
    send_due(NOW + QUIET)
    head = mailbox.taken[0].content.partition(b"\r\n\r\n")[0].replace(b"\r\n ", b" ")
    (line,) = [h for h in head.split(b"\r\n") if h.startswith(b"List-Unsubscribe:")]
    address = line.decode().split(": ")[1].strip()
    assert address.startswith("<http://127.0.0.1:8000/accounts/unsubscribe/")
    path = address.strip("<>").removeprefix("http://127.0.0.1:8000")
    page = client.get(path)
    assert page.status_code == 200
    assert "Send me no more" in page.content.decode()
    assert not MessageChoice.objects.exists()
    one_click = "List-Unsubscribe=One-Click"
    answer = client.post(path, one_click, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 200
    choice = MessageChoice.objects.get()
    assert (choice.user, choice.kind, choice.timing) == (user_of(ann), "your_turn", "off")


def test_a_letter_sent_twice_after_a_kill_can_be_told_by_its_id(mailbox, ann):
    (claim,) = claim_letters(ann.pk, NOW + QUIET)
    from games.letters import send_mail

    send_mail(claim.letter, "ann@example.org")
    send_due(NOW + QUIET + CLAIMED_FOR)
    assert mailbox.mail(0)["Message-ID"] == mailbox.mail(1)["Message-ID"]


def test_a_server_that_hangs_is_given_up_and_tried_again(settings, ann):
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        use_server(settings, deaf.getsockname()[1], seconds=0.2)
        assert send_due(NOW + QUIET) == 0
    row = Message.objects.get()
    assert (row.state, row.attempts) == ("pending", 1)
    assert row.why.startswith(("TimeoutError", "SMTPServerDisconnected"))


def test_sending_goes_on_in_a_thread_of_its_own_until_told_to_stop(monkeypatch):
    sent, stopping = [], threading.Event()
    monkeypatch.setattr(clerk, "SEND_SECONDS", 0.01)
    monkeypatch.setattr(clerk, "send_due", lambda now, **_more: sent.append(now))
    monkeypatch.setattr(clerk, "forget", lambda _now: None)
    thread = threading.Thread(target=clerk.keep_sending, args=[stopping], daemon=True)
    thread.start()
    while len(sent) < 3:
        time.sleep(0.01)
    stopping.set()
    thread.join(5)
    assert not thread.is_alive()


def test_a_fault_in_sending_does_not_end_it(monkeypatch, caplog):
    def fail(now, should_stop):
        raise RuntimeError("no")

    monkeypatch.setattr(clerk, "send_due", fail)
    assert clerk.send(threading.Event()) == 0
    assert "Sending failed" in caplog.text
