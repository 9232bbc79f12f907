"""The clock of a table in words, and what follows when it runs out."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks import Clock
from games.models import Match

USUAL_CLOCKS = ("", "live 30s", "live 1m", "live 2m", "1d", "3d", "7d", "5d+12h<7d")
"""What a host chooses from, "" for none; any other can be written."""


def duration_words(duration: timedelta) -> str:
    """A time in whole units.

    >>> duration_words(timedelta(days=1, hours=12)), duration_words(timedelta(seconds=90))
    ('1 day and 12 hours', '1 minute and 30 seconds')
    """
    minutes, seconds = divmod(duration.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [
        ngettext("%d day", "%d days", duration.days) % duration.days if duration.days else "",
        ngettext("%d hour", "%d hours", hours) % hours if hours else "",
        ngettext("%d minute", "%d minutes", minutes) % minutes if minutes else "",
        ngettext("%d second", "%d seconds", seconds) % seconds if seconds else "",
    ]
    *first, last = [part for part in parts if part] or [ngettext("%d second", "%d seconds", 0) % 0]
    if not first:
        return last
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


def clock_words(text: str) -> str:
    """A table's clock, from its text form; "" is none.

    >>> clock_words("3d"), clock_words("live 45s")
    ('3 days a turn', '45 seconds a turn')
    >>> clock_words("5d+12h<7d")
    '5 days, then 12 hours more each turn, at most 7 days'
    """
    if not text:
        return _("no clock")
    clock = Clock.parse(text)
    words = {
        "bank": duration_words(clock.bank),
        "more": duration_words(clock.increment),
        "most": duration_words(clock.cap),
    }
    if clock.is_even:
        return _("%(bank)s a turn") % words
    return _("%(bank)s, then %(more)s more each turn, at most %(most)s") % words


def clock_label(text: str) -> str:
    """A clock in a list of several.

    >>> clock_label("live 1m"), clock_label("")
    ('1 minute a turn, live', 'no clock')
    """
    words = clock_words(text)
    return _("%(words)s, live") % {"words": words} if text.startswith("live") else words


def clock_sentences(match: Match) -> tuple[str, ...]:
    """All that the clock does at a table, a sentence each: for the rules of that table."""
    if match.what_if_of_id is not None:
        return _tried()
    if not match.clock:
        return (_("There is no clock: every seat takes its time."), *_terms(match))
    clock = Clock.parse(match.clock)
    return (*_time(clock), *_rest(clock), *_deadline(match), *_terms(match))


def _tried() -> tuple[str, ...]:
    return (
        _("This hole is tried out from an earlier match: nothing of it counts."),
        _("There is no clock. It ends when you leave it, or when you do not come back for a week."),
        _("Nobody else sees it."),
    )


def terms_words(match: Match) -> str:
    """What is agreed at a table beside its rules, in a line."""
    parts = [clock_words(match.clock)]
    if match.clock and not match.allows_pauses:
        parts.append(_("no pauses"))
    if not match.allows_spectators:
        parts.append(_("nobody watches"))
    return " · ".join(parts)


def _time(clock: Clock) -> tuple[str, ...]:
    words = {
        "bank": duration_words(clock.bank),
        "more": duration_words(clock.increment),
        "most": duration_words(clock.cap),
    }
    runs = _("The clock of a seat runs only while the seat is to act.")
    if clock.is_even:
        return _("Every turn has %(bank)s.") % words, runs
    return (
        _("A seat starts with %(bank)s and gets %(more)s more after each turn.") % words,
        _("What it saves adds up, to %(most)s at most.") % words,
        runs,
    )


def _rest(clock: Clock) -> tuple[str, ...]:
    if clock.is_live:
        return (_("This is a live table: the clock doesn't stop for nights or vacations."),)
    return (
        _(
            "It stands while its player sleeps, on weekends that the player has off, and on days of"
            " an announced vacation: everybody sets these hours in their own time zone."
        ),
    )


def _deadline(match: Match) -> tuple[str, ...]:
    bot = ngettext(
        "After %(count)d such turn the house bot takes the seat. Its player may come back any"
        " time.",
        "After %(count)d such turns in a row the house bot takes the seat. Its player may come back"
        " any time.",
        match.missed_max,
    )
    return (
        _(
            "When it runs out, the turn is played for the seat: it draws, throws the card away and"
            " turns up its first hidden card, or turns nothing where that is lawful."
        ),
        _(
            "Openers and peeks are made from the first card on, and a score card is put away. The"
            " clock never knocks and never uses a power."
        ),
        bot % {"count": match.missed_max},
    )


def _terms(match: Match) -> tuple[str, ...]:
    pauses = (
        _("The match may be paused when all agree; a clock then keeps what it had.")
        if match.allows_pauses
        else _("The match can't be paused.")
    )
    watching = (
        _("Others may watch.")
        if match.allows_spectators
        else _("Only those who play see the table and its replay.")
    )
    return pauses, watching
