"""Lines of talk at a club's tables that somebody reported, decided by its organisers."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.club_rights import Right
from accounts.models import Club, User
from games.models import TalkReport
from games.services import talk
from games.services.club_record import hold_club, record
from games.services.players import player_of
from games.services.refusals import Refused


def decide(club: Club, actor: User, line_id: int, *, hides: bool, now: datetime) -> None:
    """Hide a reported line or leave it, for all who reported it. Raises ``Refused``."""
    with transaction.atomic():
        hold_club(club, actor, Right.REPORTS)
        reports = TalkReport.objects.select_for_update(of=["self"]).filter(
            line=line_id, line__match__club=club, handled_at__isnull=True
        )
        found = list(reports.select_related("line__match"))
        if not found:
            raise Refused("nothing_changes")
        if hides:
            talk.hide_reported(found, player_of(actor), now=now)
        talk.mark_handled(found, now=now)
        kind = "report_hidden" if hides else "report_dismissed"
        record(club, kind, actor, now=now, match=found[0].line.match.slug)
