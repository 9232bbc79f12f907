"""The review of a match: what every seat gave away, and what was luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.review import HALVES_AT, VERSION, accuracy_of
from games.engine import codec
from games.models import HoleReview, Match, Position, Review, ReviewShare, Seat, SeatReview
from games.selectors.access import Viewer
from games.selectors.card_words import number
from games.selectors.labels import own_seat, rules_label
from games.selectors.review_graph import GraphView, Share, graph, scale_of
from games.selectors.review_words import decimal, difficulty_words, gain, thresholds
from games.selectors.score_card import match_card
from games.selectors.solitaire_deals import match_title
from games.selectors.table_view import ScoreCardView

State = Review.State


@dataclass(frozen=True, slots=True)
class StateView:
    """How far the review is; ``done`` of ``total`` while it is worked out, in holes.

    ``ask_label`` is on the button that asks for it, "" where there is nothing to ask for.
    """

    sentence: str
    is_busy: bool = False
    detail: str = ""
    done: float = 0
    total: int = 0
    ask_label: str = ""


@dataclass(frozen=True, slots=True)
class FiguresView:
    """A seat's hole, or several: as printed, with a sign where it is a gain or a loss."""

    strokes: str
    expected: str
    deal: str
    draws: str
    skill: str
    given_away: str
    accuracy: str
    decisions: int
    slips: int
    blunders: int


class NamedHole(NamedTuple):
    """A hole that is over: ``number`` counts from 1, ``short`` stands over columns."""

    pk: int
    number: int
    name: str
    short: str
    url: str


@dataclass(frozen=True, slots=True)
class SeatHoleView:
    """A row of a seat's table."""

    short: str
    name: str
    url: str
    figures: FiguresView


@dataclass(frozen=True, slots=True)
class SeatReviewView:
    """A seat over all holes that were reviewed, without extra ones in its sums."""

    number: int
    name: str
    player_url: str | None
    is_own: bool
    place: str
    figures: FiguresView
    holes: tuple[SeatHoleView, ...]
    graph: GraphView


@dataclass(frozen=True, slots=True)
class HoleRowView:
    """A hole in the list of all; ``difficulty`` is "" until it was reviewed."""

    label: str
    url: str
    difficulty: str = ""
    difficulty_words: str = ""
    slips: int = 0
    blunders: int = 0


@dataclass(frozen=True, slots=True)
class ShareView:
    """The link that shows this review to whoever has it; ``path`` is None while there is none."""

    path: str | None


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """The page of a match's review for one viewer; seats stand by place."""

    slug: str
    title: str
    about: str
    state: StateView
    seats: tuple[SeatReviewView, ...]
    holes: tuple[HoleRowView, ...]
    reviewed: str
    expected: str
    thresholds: tuple[tuple[str, str], ...]
    halves_at: str
    share: ShareView | None
    score_card: ScoreCardView | None
    url: str
    table_url: str | None
    replay_url: str


def review_page(match: Match, viewer: Viewer, *, is_shared: bool = False) -> ReviewPage:
    """The review as far as it is; with ``is_shared`` for somebody who only has its link.

    The caller has checked that the viewer may see the match, or its review.
    """
    seats = list(match.seats.select_related("player__user").order_by("number"))
    holes = named_holes(match)
    found = HoleReview.objects.filter(review__match=match, version=VERSION).defer("data")
    reviews = {row.hole_id: row for row in found.prefetch_related("seats")}
    views = _seats(seats, holes, reviews, own_seat(seats, viewer))
    return ReviewPage(
        slug=match.slug,
        title=match_title(match),
        about=rules_label(match, codec.decode_ruleset(match.ruleset)),
        state=review_state(match),
        seats=views,
        holes=tuple(_hole_row(hole, reviews.get(hole.pk)) for hole in holes),
        reviewed=_reviewed_words(len(reviews), len(holes)),
        expected=views[0].figures.expected if views else "",
        thresholds=thresholds(),
        halves_at=decimal(HALVES_AT),
        share=None if is_shared else share_view(match, seats, viewer),
        score_card=None if is_shared or not holes else _score_card(match, seats, viewer),
        url=reverse("games:review", args=[match.slug]),
        table_url=None if is_shared else match.get_absolute_url(),
        replay_url=reverse("games:replay", args=[match.slug]),
    )


def named_holes(match: Match) -> tuple[NamedHole, ...]:
    """The holes of a match that are over, by their names; extra ones count on their own."""
    rows = match.holes.filter(ended_at__isnull=False).order_by("number")
    # The strokes of an extra hole are in no statistic.
    counted = dict(rows.annotate(count=Count("strokes")).values_list("pk", "count"))
    named, extra = [], 0
    for row in rows:
        extra += not counted[row.pk]
        number = row.number + 1
        name = _("Hole %(number)d") % {"number": number}
        if extra:
            name = _("Extra hole %(number)d") % {"number": extra}
        url = reverse("games:review-hole", args=[match.slug, number])
        named.append(NamedHole(row.pk, number, name, f"+{extra}" if extra else str(number), url))
    return tuple(named)


def review_state(match: Match) -> StateView:
    """How far the review of a match is, in a sentence, and what can be asked for."""
    review = Review.objects.filter(match=match).first()
    over = match.holes.filter(ended_at__isnull=False).count()
    done = HoleReview.objects.filter(review__match=match, version=VERSION).count()
    if not over:
        return StateView(_("No hole of this match is over yet. Come back after the first one."))
    if review is not None and review.state in (State.WAITING, State.RUNNING):
        return _busy(review)
    if review is not None and review.state == State.FAILED:
        sentence = _("The review could not be worked out to its end. Nothing of the match is lost.")
        return StateView(sentence, ask_label=_("Try again"))
    if done == over:
        return StateView("")
    if done:
        label = ngettext("Review %(count)d more hole", "Review %(count)d more holes", over - done)
        return StateView("", ask_label=label % {"count": over - done})
    if review is not None and review.version != VERSION:
        sentence = _(
            "This match was reviewed in an older way, which told luck from play less well. Worked "
            "out anew, which takes a minute or so, its review is here again for everybody."
        )
        return StateView(sentence, ask_label=_("Review it anew"))
    sentence = _(
        "Nobody has asked for a review of this match yet. It takes a minute or so, and then is "
        "here for everybody who may see the match."
    )
    return StateView(sentence, ask_label=_("Review this match"))


def figures(rows: Sequence[SeatReview]) -> FiguresView:
    """A seat's holes in sum; accuracy is that of all their decisions."""
    decisions = sum(row.decisions for row in rows)
    given_away = sum(row.given_away for row in rows)
    return FiguresView(
        strokes=number(sum(row.strokes for row in rows)),
        expected=decimal(sum(row.expected for row in rows)),
        deal=gain(sum(row.deal for row in rows)),
        draws=gain(sum(row.draws for row in rows)),
        skill=gain(sum(row.skill for row in rows)),
        given_away=decimal(given_away),
        accuracy=decimal(accuracy_of(given_away, decisions), 0),
        decisions=decisions,
        slips=sum(row.slips for row in rows),
        blunders=sum(row.blunders for row in rows),
    )


def share_view(match: Match, seats: Sequence[Seat], viewer: Viewer) -> ShareView | None:
    """The link to the review, for those who sit at a finished table that not all may see."""
    is_private = not (match.is_listed and match.allows_spectators)
    if match.status != Match.Status.FINISHED or not is_private or own_seat(seats, viewer) is None:
        return None
    token = ReviewShare.objects.filter(match=match).values_list("token", flat=True).first()
    return ShareView(None if token is None else reverse("games:review-shared", args=[token]))


def _busy(review: Review) -> StateView:
    share = review.decisions_done / review.decisions_total if review.decisions_total else 0
    done = review.holes_done + min(1.0, share)
    if review.state == State.WAITING and not review.holes_done:
        before = Review.objects.filter(
            state__in=(State.WAITING, State.RUNNING), requested_at__lt=review.requested_at
        ).count()
        detail = ngettext(
            "%(count)d other is before it.", "%(count)d others are before it.", before
        )
        return StateView(
            _("The review waits for its turn."),
            is_busy=True,
            detail=detail % {"count": before} if before else "",
            done=done,
            total=review.holes_total,
        )
    detail = _("%(done)d of %(total)d holes are ready.")
    values = {"done": review.holes_done, "total": review.holes_total}
    if review.decisions_total:
        detail = _(
            "%(done)d of %(total)d holes are ready; of the next one %(decision)d of %(decisions)d "
            "decisions."
        )
        values |= {"decision": review.decisions_done, "decisions": review.decisions_total}
    return StateView(
        _("The review is being worked out."),
        is_busy=True,
        detail=detail % values,
        done=round(done, 2),
        total=review.holes_total,
    )


def _score_card(match: Match, seats: Sequence[Seat], viewer: Viewer) -> ScoreCardView:
    state = codec.decode_state(Position.objects.only("state").get(match=match).state)
    own = own_seat(seats, viewer)
    return match_card(match, state, seats, None if own is None else own.number)


def _reviewed_words(done: int, over: int) -> str:
    if done == over:
        return ngettext("%(count)d hole", "%(count)d holes", done) % {"count": done}
    return _("%(done)d of %(over)d holes so far") % {"done": done, "over": over}


def _seats(
    seats: Sequence[Seat],
    holes: Sequence[NamedHole],
    reviews: Mapping[int, HoleReview],
    own: Seat | None,
) -> tuple[SeatReviewView, ...]:
    rows = {seat.pk: _rows_of(seat, holes, reviews) for seat in seats}
    shares = {pk: [_share_of(hole, row) for hole, row in own] for pk, own in rows.items()}
    scale = scale_of(share for own in shares.values() for share in own)
    played = [seat for seat in seats if rows[seat.pk]]
    played.sort(key=lambda seat: (seat.place or 0, seat.total, seat.number or 0))
    return tuple(
        SeatReviewView(
            number=seat.number or 0,
            name=seat.name,
            player_url=seat.player.get_absolute_url() if seat.player else None,
            is_own=seat == own,
            place=str(seat.place or ""),
            figures=figures([row for _hole, row in rows[seat.pk] if not row.hole.is_extra]),
            holes=tuple(
                SeatHoleView(hole.short, hole.name, hole.url, figures([row]))
                for hole, row in rows[seat.pk]
            ),
            graph=graph(shares[seat.pk], scale),
        )
        for seat in played
    )


def _rows_of(
    seat: Seat, holes: Sequence[NamedHole], reviews: Mapping[int, HoleReview]
) -> list[tuple[NamedHole, SeatReview]]:
    return [
        (hole, row)
        for hole in holes
        if hole.pk in reviews
        for row in reviews[hole.pk].seats.all()
        if row.seat_id == seat.pk
    ]


def _share_of(hole: NamedHole, row: SeatReview) -> Share:
    return Share(hole.short, row.deal + row.draws, row.skill)


def _hole_row(hole: NamedHole, review: HoleReview | None) -> HoleRowView:
    if review is None:
        return HoleRowView(hole.name, hole.url)
    rows = list(review.seats.all())
    return HoleRowView(
        label=hole.name,
        url=hole.url,
        difficulty=gain(review.difficulty),
        difficulty_words=difficulty_words(review.difficulty),
        slips=sum(row.slips for row in rows),
        blunders=sum(row.blunders for row in rows),
    )
