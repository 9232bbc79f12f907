"""Table talk: say, hide, report, read.

Talk never changes a match: it has no part in its version, its history or its cards.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from accounts import blocks
from games.models import Match, Player, Seat, TalkLine, TalkReport
from games.notifications import talk_changed_for_person_on_commit, talk_changed_on_commit
from games.selectors.mentions import mentioned_in
from games.selectors.talk import heard_lines
from games.services import messages
from games.services.ledger import lock_match
from games.services.play import KEY_LENGTH_MAX
from games.services.refusals import Refused

LIMITS = ((timedelta(seconds=30), 6), (timedelta(hours=1), 60))
"""How many lines one player may say at one table within a time."""

# Marks that turn the direction of what follows, also outside of the line they stand in.
_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class Said:
    """A line that was said, and the players whom it names and who hear its speaker."""

    line: TalkLine
    mentioned: tuple[Player, ...]


def say(match_id: int, player: Player, text: str, *, now: datetime, key: str = "") -> Said:
    """Say a line at a table, as somebody who has a seat there. Raises ``Refused``.

    ``key`` names this wish, so that a message sent twice is said once; other words are another
    wish. Without one every message counts.
    """
    words = clean(text)
    if len(key) > KEY_LENGTH_MAX or not key.isprintable():
        raise Refused("bad_key")
    with transaction.atomic():
        # Locked, so that lines are counted one after another and numbered in the order of commits.
        match = lock_match(match_id)
        seats = list(match.seats.select_related("player__user"))
        if all(seat.player_id != player.pk for seat in seats):
            raise Refused("not_seated")
        said = match.talk.at_table().filter(player=player, key=key, text=words) if key else None
        if said is not None and (line := said.first()) is not None:
            return Said(line, ())
        refuse_haste(match, player, now)
        line = TalkLine.objects.create(
            match=match, player=player, text=words, key=key or None, at=now
        )
        match.seats.filter(player=player).update(talk_read=line.pk)
        talk_changed_on_commit(match.pk)
        named = named_by(words, seats, player)
        for one in named:
            messages.mentioned(match, one, line, now)
        return Said(line, named)


def hide(match_id: int, player: Player, line_id: int) -> None:
    """Hide a line, as the host of its table; hiding it twice changes nothing."""
    with transaction.atomic():
        match = lock_match(match_id)
        if match.host_id != player.pk:
            raise Refused("not_host")
        if not match.talk.filter(pk=line_id).exists():
            raise Refused("no_line")
        match.talk.filter(pk=line_id, hidden_by__isnull=True).update(hidden_by=player)
        talk_changed_on_commit(match.pk)


def report(match: Match, player: Player, line_id: int, *, now: datetime) -> None:
    """Ask the organisers to look at a line that the player can read, once a line."""
    line = heard_lines(match.pk, player.user_id).filter(pk=line_id).first()
    if line is None:
        raise Refused("no_line")
    if line.player_id == player.pk:
        raise Refused("own_line")
    TalkReport.objects.get_or_create(line=line, player=player, defaults={"at": now})


def mark_read(match: Match, player: Player, line_id: int) -> None:
    """Note that the player's seat has read up to this line; the mark only moves forward."""
    newest = match.talk.filter(sequence=None).aggregate(newest=Max("pk"))["newest"] or 0
    upto = min(line_id, newest)
    with transaction.atomic():
        seat = Seat.objects.filter(match=match, player=player)
        if not seat.exists():
            raise Refused("not_seated")
        if seat.filter(talk_read__lt=upto).update(talk_read=upto) and player.user_id is not None:
            talk_changed_for_person_on_commit(player.user_id)


def mark_handled(reports: Iterable[TalkReport], *, now: datetime) -> int:
    """Note that organisers have dealt with these reports; returns how many were open."""
    keys = [report.pk for report in reports]
    return TalkReport.objects.filter(pk__in=keys, handled_at__isnull=True).update(handled_at=now)


def hide_reported(reports: Iterable[TalkReport], organiser: Player, *, now: datetime) -> int:
    """Hide the lines of these reports, as an organiser, and note them as dealt with."""
    rows = list(reports)
    with transaction.atomic():
        lines = TalkLine.objects.filter(
            pk__in=[row.line_id for row in rows], hidden_by__isnull=True
        )
        for match_id in set(lines.values_list("match_id", flat=True)):
            talk_changed_on_commit(match_id)
        lines.update(hidden_by=organiser)
        return mark_handled(rows, now=now)


def hand_over(old: Player, new: Player) -> None:
    """Give a guest's lines and reports to the account of the same person.

    Lines at tables where the guest's player keeps its seat stay with that seat.
    """
    lines = TalkLine.objects.filter(player=old)
    lines.exclude(match__in=old.seats.values("match_id")).update(player=new)
    TalkLine.objects.filter(hidden_by=old).update(hidden_by=new)
    reports = TalkReport.objects.filter(player=old)
    made = TalkReport.objects.filter(player=new)
    reports.exclude(line__in=made.values("line_id")).update(player=new)
    reports.delete()


def clean(text: str) -> str:
    """One line of plain text, without control characters and needless space.

    Raises ``Refused``: nothing to read in it, or too long. What is refused is not changed.
    """
    kept = (" " if character.isspace() else character for character in text)
    shown = "".join(
        c for c in kept if unicodedata.category(c) not in ("Cc", "Cs") and c not in _TURNING
    )
    words = " ".join(unicodedata.normalize("NFC", shown).split())
    if not any(unicodedata.category(character)[0] in "LNPS" for character in words):
        raise Refused("talk_empty")
    if len(words) > TalkLine.LENGTH_MAX:
        detail = _("A line has at most %(most)d characters; this one has %(count)d.")
        raise Refused("talk_too_long", detail % {"most": TalkLine.LENGTH_MAX, "count": len(words)})
    return words


def refuse_haste(match: Match, player: Player, now: datetime) -> None:
    """Let nobody say too much at one table at once, comments counted. Raises ``Refused``."""
    said = match.talk.filter(player=player)
    counts = said.aggregate(
        **{f"n{most}": Count("pk", filter=Q(at__gt=now - span)) for span, most in LIMITS}
    )
    if any(counts[f"n{most}"] >= most for _span, most in LIMITS):
        raise Refused("talk_too_fast")


def named_by(words: str, seats: list[Seat], speaker: Player) -> tuple[Player, ...]:
    """Whom a line names, each once; not the speaker, nor who reads nothing of the speaker."""
    named = {mention.player_id for mention in mentioned_in(words, seats)} - {speaker.pk}
    deaf = blocks.deaf_to(speaker.user_id)
    people = [seat.player for seat in seats if seat.player is not None]
    return tuple(one for one in people if one.pk in named and one.user_id not in deaf)
