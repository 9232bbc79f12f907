"""What happened at a table beside the actions, in words for the log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy, ngettext

from games.models import Action, Match, News, Proposal, Seat
from games.selectors.clock_words import clock_words

_SENTENCES = {
    News.Kind.BOT_TOOK_OVER: gettext_lazy(
        "%(name)s did not act in time again: a bot plays the seat until %(name)s comes back."
    ),
    News.Kind.LEFT: gettext_lazy("%(name)s left: a bot plays the seat."),
    News.Kind.REMOVED: gettext_lazy("The host handed the seat of %(name)s to a bot."),
    News.Kind.CAME_BACK: gettext_lazy("%(name)s came back."),
    News.Kind.PAUSED: gettext_lazy("All agreed: the match is paused."),
    News.Kind.WENT_ON: gettext_lazy("%(name)s ended the pause."),
    News.Kind.CANCELLED: gettext_lazy("All agreed: the match is cancelled."),
    News.Kind.CLOCK_CHANGED: gettext_lazy("All agreed: it goes on with %(clock)s."),
    News.Kind.VACATION: gettext_lazy("%(name)s is on vacation from %(first_day)s to %(last_day)s."),
    News.Kind.EXPIRED: gettext_lazy("The table did not fill in time and was closed."),
}
_BY_ORGANISER = {
    News.Kind.REMOVED: gettext_lazy(
        "An organiser of the club handed the seat of %(name)s to a bot: %(reason)s"
    ),
    News.Kind.CANCELLED: gettext_lazy("An organiser of the club ended the match: %(reason)s"),
}
_PROPOSED = {
    Proposal.Kind.PAUSE: gettext_lazy("%(name)s proposed a pause."),
    Proposal.Kind.CANCEL: gettext_lazy("%(name)s proposed to cancel the match."),
    Proposal.Kind.CORRESPONDENCE: gettext_lazy("%(name)s proposed to go on with %(clock)s."),
}
_AGREED = {
    Proposal.Kind.PAUSE: gettext_lazy("%(name)s agreed to a pause."),
    Proposal.Kind.CANCEL: gettext_lazy("%(name)s agreed to cancel."),
    Proposal.Kind.CORRESPONDENCE: gettext_lazy("%(name)s agreed to the other clock."),
}
_REFUSED = {
    Proposal.Kind.PAUSE: gettext_lazy("%(name)s refused a pause."),
    Proposal.Kind.CANCEL: gettext_lazy("%(name)s refused to cancel."),
    Proposal.Kind.CORRESPONDENCE: gettext_lazy("%(name)s refused the other clock."),
}
_ANSWERS = {
    News.Kind.PROPOSED: _PROPOSED,
    News.Kind.AGREED: _AGREED,
    News.Kind.REFUSED: _REFUSED,
}
_BY = {
    Action.PlayedBy.CLOCK: gettext_lazy("%(line)s (By the clock.)"),
    Action.PlayedBy.ORDER: gettext_lazy("%(line)s (By standing order.)"),
}


def news_between(
    match: Match, seats: Sequence[Seat], first: int, last: int
) -> dict[int, list[str]]:
    """Sentences by the action that they follow, from action ``first`` to ``last``; one query."""
    found: dict[int, list[str]] = {}
    names = {seat.pk: seat.name for seat in seats}
    for news in match.news.filter(sequence__range=(first, last)).order_by("pk"):
        name = "" if news.seat_id is None else names.get(news.seat_id, "")
        found.setdefault(news.sequence, []).append(news_words(news, name))
    return found


def news_words(news: News, name: str) -> str:
    """One piece of news as a sentence; ``name`` is that of its seat."""
    kind, facts = News.Kind(news.kind), news.facts
    if kind is News.Kind.GRACE:
        return ngettext(
            "The site stood still: whoever was to act has %(count)d minute more.",
            "The site stood still: whoever was to act has %(count)d minutes more.",
            facts["minutes"],
        ) % {"count": facts["minutes"]}
    values: dict[str, Any] = {"name": name, "clock": clock_words(facts.get("clock", ""))}
    for key in ("first_day", "last_day"):
        if key in facts:
            values[key] = date_format(date.fromisoformat(facts[key]), "MONTH_DAY_FORMAT")
    if kind is News.Kind.WENT_ON and news.seat_id is None:
        return ngettext(
            "The pause ended by itself after %(count)d day.",
            "The pause ended by itself after %(count)d days.",
            facts["days"],
        ) % {"count": facts["days"]}
    if "reason" in facts and kind in _BY_ORGANISER:
        return _BY_ORGANISER[kind] % {"name": name, "reason": facts["reason"]}
    if kind in _ANSWERS:
        return _ANSWERS[kind][Proposal.Kind(facts["what"])] % values
    return _SENTENCES[kind] % values


def played_for(match: Match, hole: int) -> dict[int, str]:
    """Who played those actions of a hole that no person and no bot did, by sequence; one query."""
    rows = Action.objects.filter(match=match, hole__number=hole, played_by__in=list(_BY))
    return dict(rows.values_list("sequence", "played_by"))


def marked(line: str, played_by: str | None) -> str:
    """A line of the log, marked where the clock or an order acted for a player."""
    if played_by is None:
        return line
    return _BY[Action.PlayedBy(played_by)] % {"line": line}
