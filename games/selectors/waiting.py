"""A table before its match starts: who sits there, and what the viewer may do about it."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Preferences
from games.engine import codec
from games.models import Match, News, Seat
from games.selectors.access import Viewer, is_member
from games.selectors.bot_levels import level_of, levels
from games.selectors.clock_words import clock_words, terms_words
from games.selectors.club_rules import terms_of
from games.selectors.hours import zone_of
from games.selectors.labels import own_seat, rules_label
from games.selectors.news import news_words
from games.selectors.table_view import TableView, WaitingSeatView, WaitingView
from games.selectors.what_if import what_if_note


def waiting_table(match: Match, seats: list[Seat], viewer: Viewer) -> TableView:
    """The page of a table that has not started, or was closed before it did."""
    mine = own_seat(seats, viewer)
    is_open = match.status == Match.Status.WAITING
    may_deal = len(seats) >= match.seats_needed
    says = _waiting_words(match, match.seat_count - len(seats), may_deal=may_deal)
    ruleset = codec.decode_ruleset(match.ruleset)
    tried = what_if_note(match, mine)
    return TableView(
        slug=match.slug,
        version=match.version,
        sequence=match.sequence,
        since=match.sequence,
        key="",
        phase="waiting" if is_open else "cancelled",
        title=_("Table of %(host)s") % {"host": match.host.name} if tried is None else tried.title,
        hole_label=_("What if") if tried else _("Open table") if is_open else _("Closed"),
        rules_label=rules_label(match, ruleset),
        is_seated=mine is not None,
        can_act=False,
        can_leave=False,
        can_return=False,
        pick="",
        own=None,
        others=(),
        stock=None,
        discard=None,
        drawn=None,
        drawn_label="",
        prompt=says,
        choices=(),
        announcement=says,
        log=(),
        score_card=None,
        waiting=_room(match, seats, mine, viewer, says),
        travels=(),
        turned=(),
        table_url=match.get_absolute_url(),
        action_url=reverse("games:table-action", args=[match.slug]),
        socket_path=f"/ws/tables/{match.slug}/",
        clock=clock_words(match.clock) if match.clock else "",
        club="" if match.club is None else match.club.name,
        club_url="" if match.club is None else match.club.get_absolute_url(),
        what_if=tried,
    )


def _room(
    match: Match, seats: list[Seat], mine: Seat | None, viewer: Viewer, says: str
) -> WaitingView:
    is_open = match.status == Match.Status.WAITING
    is_host = is_open and mine is not None and match.host_id == viewer.player_id
    is_full = len(seats) >= match.seat_count
    is_mine = is_open and mine is not None
    outside = _outside_words(match, viewer) if is_open and mine is None else ""
    bots = is_host and terms_of(match.club).allows_bots
    chairs = [
        WaitingSeatView(s.name, s is mine, s.player_id is None, s.player_id == match.host_id)
        for s in seats
    ]
    free = [WaitingSeatView(None, False, False, False)] * (match.seat_count - len(seats))
    asked = list(match.invitations.select_related("player__user").order_by("pk")) if is_open else []
    coming = {seat.player_id for seat in seats}
    invite = settings.SITE_ORIGINS[0] + reverse("games:invite", args=[match.invite])
    return WaitingView(
        seats=tuple(chairs + free),
        invite_url=invite if is_mine else None,
        can_join=is_open and mine is None and not is_full and not outside,
        outside=outside,
        can_leave=is_mine,
        can_add_bot=bots and not is_full,
        levels=levels(level_of(seats)) if bots else (),
        can_start=is_host and len(seats) >= match.seats_needed,
        sentence=says,
        terms=terms_words(match),
        closes=_closing_words(match, mine) if is_open else "",
        can_prolong=is_host,
        invited=tuple(
            one.player.name
            for one in asked
            if one.declined_at is None and one.player_id not in coming
        ),
        declined=tuple(
            one.player.name
            for one in asked
            if one.declined_at is not None and one.player_id not in coming
        ),
        ask_url=reverse("games:table-ask", args=[match.slug]) if is_mine and not is_full else None,
    )


def _outside_words(match: Match, viewer: Viewer) -> str:
    """Why the viewer can't sit down at a club's table; "" for its members and other tables."""
    if match.club is None or is_member(match.club, viewer):
        return ""
    words = _("This is a table of %(club)s: only its members sit down at it.")
    return words % {"club": match.club.name}


def _closing_words(match: Match, mine: Seat | None) -> str:
    """When the table closes unfilled, in the time zone of who sits there.

    Whoever only looks in reads the same as all others who do.
    """
    if match.expires_at is None:
        return ""
    zone = zone_of(None if mine is None or mine.player is None else _kept(mine.player.user_id))
    local = match.expires_at.astimezone(zone)
    words = {"day": date_format(local), "time": time_format(local), "zone": zone.key}
    return _("It closes on %(day)s at %(time)s (%(zone)s) if it does not fill.") % words


def _kept(user_id: int | None) -> Preferences | None:
    return Preferences.objects.filter(user_id=user_id or 0).first()


def _waiting_words(match: Match, free: int, *, may_deal: bool) -> str:
    if match.status == Match.Status.CANCELLED:
        if match.news.filter(kind=News.Kind.EXPIRED).exists():
            return _("This table was closed because it did not fill in time.")
        if match.what_if_of_id is not None:
            return _("You left this hole, or did not come back for a week. Nothing of it counts.")
        ended = match.news.filter(kind=News.Kind.CANCELLED, facts__has_key="reason").first()
        if ended is not None:
            return _("%(news)s. Nothing of it counts.") % {"news": news_words(ended, "")}
        if match.started_at is not None:
            return _("All who played agreed to cancel this match. Nothing of it counts.")
        return _("This table was closed before it started.")
    if may_deal:
        text = ngettext(
            "Waiting for %(count)d more player; the host may also deal without.",
            "Waiting for %(count)d more players; the host may also deal without.",
            free,
        )
    else:
        text = ngettext(
            "Waiting for %(count)d more player.", "Waiting for %(count)d more players.", free
        )
    return text % {"count": free}
