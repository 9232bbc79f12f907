"""Where a person is waited for: how many tables, the most urgent first."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.urls import reverse

from games.models import Action, Match, Seat


@dataclass(frozen=True, slots=True)
class Turns:
    """At how many tables it is somebody's turn, and the address of the most urgent other one.

    ``query`` is that part of an address which asks for the same again.
    """

    count: int = 0
    next_url: str | None = None
    query: str = ""


def seats_in_turn() -> QuerySet[Seat]:
    """Seats that people are to act for: whose time runs out first, then who is waited for longest.

    A match that is paused waits for nobody, nor does what somebody tries out alone.
    """
    latest = Action.objects.filter(match=OuterRef("match")).order_by("-sequence")
    return (
        Seat.objects.filter(
            is_to_act=True,
            bot="",
            match__status=Match.Status.RUNNING,
            match__paused_at__isnull=True,
            match__what_if_of__isnull=True,
            match__seat_count__gt=1,
        )
        .annotate(waiting_since=Subquery(latest.values("at")[:1]))
        .order_by(F("due_at").asc(nulls_last=True), "waiting_since", "match_id")
    )


def turns_of(user_id: int | None, at: str = "", *, but: str = "") -> Turns:
    """What waits for a person, in one query.

    ``at`` is the slug of the table that the person is at, which is never the next one; ``but`` is
    a table that is not even counted.
    """
    if user_id is None:
        return Turns()
    mine = seats_in_turn().filter(player__user_id=user_id)
    slugs = [slug for slug in mine.values_list("match__slug", flat=True) if slug != but]
    others = [slug for slug in slugs if slug != at]
    asked = {name: slug for name, slug in (("at", at), ("but", but)) if slug}
    return Turns(
        count=len(slugs),
        next_url=reverse("games:table", args=[others[0]]) if others else None,
        query=f"?{urlencode(asked)}" if asked else "",
    )
