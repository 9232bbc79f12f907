"""A table before its match starts: who sits there, and what the viewer may do about it."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import codec
from games.models import Match, Seat
from games.selectors.access import Viewer
from games.selectors.labels import own_seat, rules_label
from games.selectors.table_view import TableView, WaitingSeatView, WaitingView


def waiting_table(match: Match, seats: list[Seat], viewer: Viewer) -> TableView:
    """The page of a table that has not started, or was closed before it did."""
    mine = own_seat(seats, viewer)
    is_open = match.status == Match.Status.WAITING
    is_host = is_open and mine is not None and match.host_id == viewer.player_id
    is_full = len(seats) >= match.seat_count
    chairs = [
        WaitingSeatView(s.name, s is mine, s.player_id is None, s.player_id == match.host_id)
        for s in seats
    ]
    free = [WaitingSeatView(None, False, False, False)] * (match.seat_count - len(seats))
    says = _waiting_words(match, len(free), may_deal=len(seats) >= 2)
    invite = settings.SITE_ORIGINS[0] + reverse("games:invite", args=[match.invite])
    ruleset = codec.decode_ruleset(match.ruleset)
    return TableView(
        slug=match.slug,
        version=match.version,
        sequence=match.sequence,
        since=match.sequence,
        key="",
        phase="waiting" if is_open else "cancelled",
        title=_("Table of %(host)s") % {"host": match.host.name},
        hole_label=_("Open table") if is_open else _("Closed"),
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
        waiting=WaitingView(
            seats=tuple(chairs + free),
            invite_url=invite if is_open and mine is not None else None,
            can_join=is_open and mine is None and not is_full,
            can_leave=is_open and mine is not None,
            can_add_bot=is_host and not is_full,
            can_start=is_host and len(seats) >= 2,
            sentence=says,
        ),
        travels=(),
        turned=(),
        table_url=match.get_absolute_url(),
        action_url=reverse("games:table-action", args=[match.slug]),
        socket_path=f"/ws/tables/{match.slug}/",
    )


def _waiting_words(match: Match, free: int, *, may_deal: bool) -> str:
    if match.status == Match.Status.CANCELLED:
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
