"""Comments on the actions of holes that are over, as one viewer reads them."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games import engine
from games.models import Match, TalkLine
from games.selectors import wording
from games.selectors.access import Viewer
from games.selectors.labels import own_seat
from games.selectors.talk import (
    LineView,
    Reader,
    heard_lines,
    line_view,
    person_behind,
    with_people,
)


@dataclass(frozen=True, slots=True)
class CommentsPage:
    """What is said of one action, and whether the viewer may say something."""

    slug: str
    sequence: int
    lines: tuple[str, ...]
    comments: tuple[LineView, ...]
    can_say: bool
    length_max: int
    url: str
    hole_url: str
    replay_url: str


def comments_url(match: Match, sequence: int) -> str:
    """Where one action is commented on."""
    return reverse("games:comments", args=[match.slug, sequence])


def comments_on(match: Match, viewer: Viewer, span: tuple[int, int]) -> dict[int, list[LineView]]:
    """What the viewer may read of comments, by action, from the first to the last of a span.

    The caller has checked that the viewer may see the match.
    """
    user_id, zone = person_behind(viewer)
    lines = heard_lines(match.pk, user_id).filter(sequence__range=span)
    reader = Reader(
        player_id=viewer.player_id,
        is_host=viewer.player_id == match.host_id,
        zone=zone,
        seats=list(match.seats.select_related("player__user")),
    )
    found: dict[int, list[LineView]] = {}
    for row in with_people(lines, viewer).order_by("pk"):
        found.setdefault(row.sequence or 0, []).append(line_view(row, reader))
    return found


def comments_page(match: Match, viewer: Viewer, sequence: int) -> CommentsPage | None:
    """What is said of an action; None if there is none, or its hole is still being played."""
    rows = match.actions.filter(sequence=sequence, hole__ended_at__isnull=False)
    row = rows.values_list("hole__number", "facts", "kind").first()
    if row is None or row[2] == engine.Dismiss.kind:
        return None
    number, facts, _kind = row
    seats = list(match.seats.select_related("player__user").order_by("number"))
    columns = engine.decode_ruleset(match.ruleset).columns
    hole_url = reverse("games:review-hole", args=[match.slug, number + 1])
    return CommentsPage(
        slug=match.slug,
        sequence=sequence,
        lines=tuple(wording.action_lines(facts, [seat.name for seat in seats], columns)),
        comments=tuple(comments_on(match, viewer, (sequence, sequence)).get(sequence, ())),
        can_say=own_seat(seats, viewer) is not None,
        length_max=TalkLine.LENGTH_MAX,
        url=comments_url(match, sequence),
        hole_url=f"{hole_url}#action-{sequence}",
        replay_url=reverse("games:replay-at", args=[match.slug, sequence]),
    )
