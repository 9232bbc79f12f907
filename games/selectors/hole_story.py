"""A scored hole explained: every seat's last layout, what it counts, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.engine import codec
from games.models import Hole, Match
from games.selectors.card_words import number, signed
from games.selectors.closing_words import outcome_words
from games.selectors.layout_story import LayoutStory, StoryPart, layout_story
from games.selectors.wording import names_words


@dataclass(frozen=True, slots=True)
class SeatStory:
    """A seat's layout and what changed its strokes; ``extras`` and the layout's sum make them."""

    name: str
    layout: LayoutStory
    extras: tuple[StoryPart, ...]
    strokes: str
    is_lowest: bool


@dataclass(frozen=True, slots=True)
class HoleStory:
    """A scored hole, lowest strokes first; the addresses are None where there is no such hole."""

    template: ClassVar[str] = "games/includes/_hole_story.html"

    title: str
    note: str
    seats: tuple[SeatStory, ...]
    previous_url: str | None
    next_url: str | None
    table_url: str
    rules_url: str
    review_url: str


def hole_story(match: Match, hole_number: int) -> HoleStory | None:
    """The hole of that number, from 1; None where there is none or it has not been scored."""
    numbers = list(match.holes.filter(ended_at__isnull=False).values_list("number", flat=True))
    if hole_number - 1 not in numbers:
        return None
    hole = match.holes.get(number=hole_number - 1)
    facts = _facts(hole)
    ruleset = codec.decode_ruleset(match.ruleset)
    names = [seat.name for seat in match.seats.select_related("player__user").order_by("number")]

    def url(other: int) -> str | None:
        is_scored = other - 1 in numbers
        return reverse("games:hole", args=[match.slug, other]) if is_scored else None

    return HoleStory(
        title=_title(facts, hole_number),
        note=_note(facts, names),
        seats=_seats(ruleset, facts, names),
        previous_url=url(hole_number - 1),
        next_url=url(hole_number + 1),
        table_url=match.get_absolute_url(),
        rules_url=reverse("games:table-rules", args=[match.slug]),
        review_url=reverse("games:review-hole", args=[match.slug, hole_number]),
    )


def _facts(hole: Hole) -> dict[str, Mapping[str, Any]]:
    """What the action that ended a hole told, by kind."""
    for told in hole.actions.order_by("-sequence").values_list("facts", flat=True):
        by_kind = {facts["kind"]: facts for facts in told}
        if "hole_scored" in by_kind:
            return by_kind
    raise LookupError(f"hole {hole} has an end but was never scored")


def _title(facts: Mapping[str, Mapping[str, Any]], hole_number: int) -> str:
    if facts["hole_scored"].get("is_extra"):
        return _("Extra hole, explained")
    return _("Hole %(number)d, explained") % {"number": hole_number}


def _note(facts: Mapping[str, Mapping[str, Any]], names: Sequence[str]) -> str:
    closer = facts["hole_scored"]["closer"]
    reason = facts["hole_ended"]["reason"]
    if "won_at_once" in facts:
        winners = names_words([names[seat] for seat in facts["won_at_once"]["seats"]])
        return _("Four of a kind: %(names)s won the match at once.") % {"names": winners}
    if closer is None:
        return _("Nobody closed this hole; it was scored as it lay.")
    name = {"name": names[closer]}
    if reason == engine.EndReason.KNOCKED:
        return _("%(name)s knocked.") % name
    if reason == engine.EndReason.WENT_OUT:
        return _("%(name)s went out.") % name
    return _("%(name)s had closed when the hole was called off.") % name


def _seats(
    ruleset: engine.Ruleset, facts: Mapping[str, Mapping[str, Any]], names: Sequence[str]
) -> tuple[SeatStory, ...]:
    scored = facts["hole_scored"]
    strokes: Sequence[int | None] = scored["strokes"]
    playing = [(value, seat) for seat, value in enumerate(strokes) if value is not None]
    lowest = min(value for value, _seat in playing)
    return tuple(
        SeatStory(
            name=names[seat],
            layout=layout_story(ruleset, scored["layouts"][seat]),
            extras=(*_charges(ruleset, scored, seat, names), *_outcome(ruleset, scored, seat)),
            strokes=number(value),
            is_lowest=value == lowest,
        )
        for value, seat in sorted(playing)
    )


def _charges(
    ruleset: engine.Ruleset, scored: Mapping[str, Any], seat: int, names: Sequence[str]
) -> list[StoryPart]:
    """A line for each other seat whose squares of one rank charge this one (rules 4.2)."""
    charge = ruleset.adjacent_pairs_charge
    if not charge:
        return []
    rows = []
    for other, faces in enumerate(scored["layouts"]):
        count = len(engine.squares_of_a_rank(ruleset, faces)) if faces and other != seat else 0
        if count:
            text = ngettext(
                "Charge for %(count)d square of one rank of %(name)s",
                "Charge for %(count)d squares of one rank of %(name)s",
                count,
            ) % {"count": count, "name": names[other]}
            rows.append(StoryPart("", text, signed(count * charge)))
    return rows


def _outcome(ruleset: engine.Ruleset, scored: Mapping[str, Any], seat: int) -> list[StoryPart]:
    """The closer's penalty or bonus (rules 4.3)."""
    outcome = scored.get("outcome")
    if seat != scored["closer"] or outcome is None:
        return []
    return [StoryPart("", outcome_words(ruleset, outcome), signed(scored["correction"]))]
