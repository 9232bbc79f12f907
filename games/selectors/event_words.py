"""Events in words: their rules sentence by sentence, times, states, prizes and figures."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from math import floor

from django.utils.formats import date_format, time_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.zones import place_of, zone_named
from games.engine import codec
from games.models import Event
from games.selectors.clock_words import clock_words
from games.selectors.labels import shape_label

MINUS = "\u2212"

PRIZES: dict[str, tuple[str | Promise, str | Promise]] = {
    "winner": (gettext_lazy("Winner"), gettext_lazy("who stands first at the end")),
    "podium": (gettext_lazy("The first three"), gettext_lazy("the places one to three")),
    "low_round": (
        gettext_lazy("Lowest round"),
        gettext_lazy("the fewest strokes at one table"),
    ),
    "low_hole": (gettext_lazy("Lowest hole"), gettext_lazy("the fewest strokes on one hole")),
    "low_net": (
        gettext_lazy("Lowest net"),
        gettext_lazy(
            "the fewest strokes a round less one's handicap, of those who had one in every round "
            "that they played"
        ),
    ),
    "cards": (
        gettext_lazy("Best with the same cards"),
        gettext_lazy(
            "the fewest strokes a round against the mean of all who held the same cards; only "
            "where the cards are the same at every table"
        ),
    ),
}
"""The prizes that an organiser may announce: title, and by which rule they are given."""

_STATES: dict[str, str | Promise] = {
    Event.State.ANNOUNCED: gettext_lazy("Announced"),
    Event.State.RUNNING: gettext_lazy("Running"),
    Event.State.FINISHED: gettext_lazy("Finished"),
    Event.State.CANCELLED: gettext_lazy("Cancelled"),
}

_SCORING: dict[str, str | Promise] = {
    Event.Scoring.STROKES: gettext_lazy(
        "What ranks are the strokes of all rounds: the lowest total wins, and who is equal shares "
        "the place."
    ),
    Event.Scoring.PLACES: gettext_lazy(
        "What ranks is the sum of one's places at the tables, 1 for the first: the lowest wins. "
        "Between equals the fewer strokes are ahead; who is equal then, too, shares the place."
    ),
    Event.Scoring.WINS: gettext_lazy(
        "What ranks is at how many tables one came in first, alone or with others: the most win. "
        "Between equals the fewer strokes are ahead; who is equal then, too, shares the place."
    ),
}

_MEASURES: dict[str, str | Promise] = {
    Event.Scoring.STROKES: gettext_lazy("Strokes"),
    Event.Scoring.PLACES: gettext_lazy("Sum of places"),
    Event.Scoring.WINS: gettext_lazy("Wins"),
}

_EVERY: dict[str, str | Promise] = {
    Event.Every.WEEK: gettext_lazy("Every week; the next is announced when this one is over."),
    Event.Every.FORTNIGHT: gettext_lazy(
        "Every second week; the next is announced when this one is over."
    ),
    Event.Every.MONTH: gettext_lazy(
        "Every month on the same weekday of it; the next is announced when this one is over."
    ),
}


def figure_words(figure: Fraction) -> str:
    """A figure as printed: whole, or rounded to one decimal, halves up.

    >>> figure_words(Fraction(7)), figure_words(Fraction(41, 2)), figure_words(Fraction(1, 3))
    ('7', '20.5', '0.3')
    >>> figure_words(Fraction(-7)) == f"{MINUS}7"
    True
    """
    tenths = floor(figure * 10 + Fraction(1, 2))
    whole, rest = divmod(abs(tenths), 10)
    text = f"{whole}.{rest}" if rest else str(whole)
    return f"{MINUS}{text}" if tenths < 0 else text


def signed_words(figure: Fraction) -> str:
    """A difference as printed, with its sign; nothing at all is ±0.

    >>> signed_words(Fraction(3, 2)), signed_words(Fraction())
    ('+1.5', '±0')
    """
    words = figure_words(figure)
    if words == "0":
        return "±0"
    return words if words.startswith(MINUS) else f"+{words}"


def state_words(event: Event) -> str:
    """Where an event stands, in a word or two."""
    if event.is_too_small:
        return _("Cancelled: too few players came")
    return str(_STATES[event.state])


def measure_words(event: Event) -> str:
    """What the figures of the standings are."""
    return str(_MEASURES[event.scoring])


def moment_words(at: datetime, zone: str) -> str:
    """A moment by a club's clocks, with the name of its zone.

    >>> from datetime import UTC
    >>> moment_words(datetime(2026, 12, 3, 18, 30, tzinfo=UTC), "Europe/Paris")
    'Thursday, Dec. 3, 2026, 7:30 p.m. in Paris (Europe/Paris)'
    """
    local, place = at.astimezone(zone_named(zone)), place_of(zone)
    told = {
        "weekday": date_format(local, "l"),
        "day": date_format(local, "DATE_FORMAT"),
        "time": time_format(local),
        "place": place,
        "zone": zone,
    }
    if place == zone:
        return _("%(weekday)s, %(day)s, %(time)s (%(zone)s)") % told
    return _("%(weekday)s, %(day)s, %(time)s in %(place)s (%(zone)s)") % told


def rules_words(event: Event) -> tuple[str, ...]:
    """How an event is played, entered and scored, a sentence each."""
    found = [_game_words(event), _tables_words(event), _entry_words(event)]
    if event.same_deals:
        found.append(
            _(
                "Every table of a round is dealt the same cards, seat by seat, where tables have as"
                " many seats: luck of the deal cancels out. While the round is played nobody but a"
                " table's own players sees it, and its replay and review open for all when the "
                "round is over. Don't talk about a hole before that."
            )
        )
    found += [str(_SCORING[event.scoring]), _missing_words()]
    if event.every:
        found.append(str(_EVERY[event.every]))
    return tuple(found)


def prize_words(event: Event) -> tuple[tuple[str, str], ...]:
    """The prizes that are announced: title and rule."""
    return tuple((str(title), str(rule)) for title, rule in map(PRIZES.__getitem__, event.prizes))


def _game_words(event: Event) -> str:
    shape = shape_label(codec.decode_ruleset(event.ruleset))
    rounds = ngettext("%(n)d round", "%(n)d rounds", event.rounds) % {"n": event.rounds}
    return _("%(rounds)s of %(game)s (%(shape)s), %(clock)s.") % {
        "rounds": rounds,
        "game": event.preset.title,
        "shape": shape,
        "clock": clock_words(event.clock),
    }


def _tables_words(event: Event) -> str:
    seats = str(event.seats)
    if event.seats_min != event.seats:
        seats = _("%(low)d to %(high)d") % {"low": event.seats_min, "high": event.seats}
    return _(
        "Tables of %(seats)s are drawn anew for every round, and begin at once: nobody meets twice "
        "while that can be avoided, and nobody sits out twice before all have once."
    ) % {"seats": seats}


def _entry_words(event: Event) -> str:
    zone = event.club.time_zone
    until = _("until the last round is drawn")
    if event.closes_at is not None:
        until = _("until %(when)s") % {"when": moment_words(event.closes_at, zone)}
    if event.places is None:
        return _("Members of the club enter %(until)s.") % {"until": until}
    return _(
        "Members of the club enter %(until)s; there are %(places)d places, and who comes later "
        "waits for one."
    ) % {"until": until, "places": event.places}


def _missing_words() -> str:
    return _(
        "A round that somebody sat out, or came too late for, counts for them as the mean of their "
        "own other rounds; before they have one, as the mean of all who played. Who withdraws has "
        "no place; at a running table a bot plays on."
    )
