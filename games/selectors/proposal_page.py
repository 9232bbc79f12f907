"""What can be proposed at a table now."""

from __future__ import annotations

from dataclasses import dataclass

from games.clocks import Clock
from games.models import Match
from games.selectors.access import Viewer
from games.selectors.clock_words import clock_words

SLOWER = ("1d", "3d", "7d", "5d+12h<7d")


@dataclass(frozen=True, slots=True)
class ProposalPage:
    """What the viewer may propose; ``clocks`` are texts and words of clocks to go on by."""

    table_url: str
    slug: str
    can_pause: bool
    can_cancel: bool
    clocks: tuple[tuple[str, str], ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to propose."""
        return not (self.can_pause or self.can_cancel or self.clocks)


def proposal_page(match: Match, viewer: Viewer) -> ProposalPage | None:
    """The page for who plays at a running table; None for everybody else."""
    if match.status != Match.Status.RUNNING or viewer.player_id is None:
        return None
    if not match.seats.filter(player_id=viewer.player_id, bot="").exists():
        return None
    is_slow = bool(match.clock) and not Clock.parse(match.clock).is_live
    clocks = () if is_slow else tuple((text, clock_words(text)) for text in SLOWER)
    return ProposalPage(
        table_url=match.get_absolute_url(),
        slug=match.slug,
        can_pause=match.allows_pauses and match.paused_at is None,
        can_cancel=not match.holes.filter(ended_at__isnull=False).exists(),
        clocks=clocks,
    )
