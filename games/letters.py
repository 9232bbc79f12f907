"""Letters on their way out: a mail with two parts, or a push that fits a lock screen."""

from __future__ import annotations

import email.policy
import json
from typing import Any
from urllib.parse import urlsplit

import django
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from games.selectors.letters import Letter

_SENTENCE_MAX = 300
_HEADER_MAX = 900


class Mail(EmailMultiAlternatives):
    """A mail whose long addresses in headers stay as they are.

    Since Django 6 the standard library's newer policy writes them as encoded words, which programs
    that unsubscribe with one click don't read.
    """

    def message(self, **options: Any) -> Any:
        """The mail as the standard library has it."""
        if django.VERSION >= (6, 0):
            policy = options.get("policy", email.policy.default)
            options["policy"] = policy.clone(max_line_length=_HEADER_MAX)
        return super().message(**options)


def send_mail(letter: Letter, address: str) -> None:
    """Hand a letter to the mail server. Raises what the server, or the way to it, raises.

    The same letter has the same Message-ID whenever it is sent, so a program that gets it twice,
    after a server was killed at the wrong moment, can tell.
    """
    context = {"letter": letter}
    mail = Mail(
        # A name may have been kept with a line break in it, which no header may have.
        " ".join(letter.subject.split()),
        render_to_string("games/mail/letter.txt", context).strip() + "\n",
        to=[address],
        headers={
            "Message-ID": message_id(letter),
            "List-Unsubscribe": f"<{letter.unsubscribe_url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string("games/mail/letter.html", context), "text/html")
    mail.send()


def message_id(letter: Letter) -> str:
    """The identification of a letter as a mail (RFC 5322, 3.6.4)."""
    host = urlsplit(settings.SITE_ORIGINS[0]).hostname or "localhost"
    right = f"[{host}]" if ":" in host else host
    return f"<{letter.name}@{right}>"


def push_payload(letter: Letter) -> str:
    """What the service worker of a browser gets: a title, a sentence and where a press leads."""
    sentence = letter.sentence
    if len(sentence) > _SENTENCE_MAX:
        sentence = sentence[: _SENTENCE_MAX - 1] + "…"
    return json.dumps({"title": letter.subject, "body": sentence, "url": letter.url})
