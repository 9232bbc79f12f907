"""The live page of a match for one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.engine import codec
from games.models import Action, Match, Position, Seat
from games.selectors import board, prompt, wording
from games.selectors.access import Viewer
from games.selectors.score_card import par_of, score_card
from games.selectors.table_view import (
    LogLine,
    ScoreCardView,
    SeatView,
    TableView,
    WaitingSeatView,
    WaitingView,
)

_PHASES = {
    engine.MatchPhase.SCORE_CARD: "score_card",
    engine.MatchPhase.FINISHED: "finished",
}


def table(match: Match, viewer: Viewer, pick: str = "") -> TableView:
    """What ``viewer`` may see of a table; ``pick`` is what they have picked up ("", see board).

    The caller has checked that the viewer may see the match at all.
    """
    seats = list(match.seats.select_related("player__user").order_by("number", "chair"))
    if match.status in (Match.Status.WAITING, Match.Status.CANCELLED):
        return _waiting(match, seats, viewer)
    return _running(match, seats, viewer, pick)


def own_seat(seats: Sequence[Seat], viewer: Viewer) -> Seat | None:
    """The viewer's seat, whoever plays it now."""
    if viewer.player_id is None:
        return None
    return next((seat for seat in seats if seat.player_id == viewer.player_id), None)


def rules_label(match: Match, ruleset: engine.Ruleset) -> str:
    """Preset, layout and length in a line."""
    parts = [match.preset.title, ruleset.layout.replace("x", "\u00d7")]
    if ruleset.holes:
        parts.append(ngettext("%d hole", "%d holes", ruleset.holes) % ruleset.holes)
    if ruleset.limit:
        parts.append(_("to %d") % ruleset.limit)
    return " · ".join(parts)


def _told(match: Match, hole: int) -> list[tuple[int, list[dict[str, Any]]]]:
    """Sequence and public facts of the hole's actions, latest first."""
    rows = Action.objects.filter(match=match, hole__number=hole).order_by("-sequence")
    return list(rows.values_list("sequence", "facts"))


def log_lines(
    rows: Sequence[tuple[int, list[dict[str, Any]]]], names: Sequence[str], columns: int
) -> tuple[LogLine, ...]:
    """Actions in words, latest first as given; those that say nothing are left out."""
    lines = [
        (sequence, text)
        for sequence, facts in rows
        for text in reversed(wording.action_lines(facts, names, columns))
    ]
    latest = lines[0][0] if lines else None
    return tuple(LogLine(sequence, text, sequence == latest) for sequence, text in lines)


def _running(match: Match, seats: list[Seat], viewer: Viewer, pick: str) -> TableView:
    mine = own_seat(seats, viewer)
    is_playing = mine is not None and not mine.is_bot_held
    number = mine.number if mine is not None and is_playing else None
    seen = engine.observe(
        codec.decode_state(Position.objects.only("state").get(match=match).state), number
    )
    url = match.get_absolute_url()
    pick = board.picked(seen, pick)
    rows = _told(match, seen.hole_index)
    traces = (board.recent(facts) for _sequence, facts in rows)
    trace = next((found for found in traces if found.marked), board.Recent())
    names = [seat.name for seat in seats]
    views = [board.seat_view(seen, seat, n, pick, trace) for n, seat in enumerate(seats)]
    lines = log_lines(rows, names, seen.ruleset.columns)
    says = prompt.prompt(seen, pick, names)
    is_over = match.status == Match.Status.FINISHED
    if mine is not None and not is_playing and not is_over:
        says = _("A bot plays your seat. %(news)s") % {"news": says}
    return TableView(
        slug=match.slug,
        version=match.version,
        sequence=match.sequence,
        key="" if number is None else f"{match.slug}-{number}-{match.sequence}",
        phase=_PHASES.get(seen.match_phase, "playing"),  # type: ignore[arg-type]
        title=_("Table of %(host)s") % {"host": match.host.name},
        hole_label=hole_label(seen),
        rules_label=rules_label(match, seen.ruleset),
        is_seated=mine is not None,
        can_act=number is not None and number in seen.to_act,
        can_leave=is_playing and not is_over,
        can_return=mine is not None and not is_playing and not is_over,
        pick=pick,
        own=None if number is None else views[number],
        others=_around(views, number),
        stock=board.stock_view(seen),
        discard=board.discard_view(seen, pick, url, trace),
        drawn=None if seen.drawn_by is None else _drawn(seen),
        drawn_label="" if seen.drawn_by is None else _drawn_label(seen, names),
        prompt=says,
        choices=prompt.choices(seen, pick, url),
        announcement=" ".join([*[line.text for line in lines if line.is_latest][::-1], says]),
        log=lines,
        score_card=_score_card(match, seen, seats, number),
        waiting=None,
        travels=trace.travels,
        turned=trace.turned,
        table_url=url,
        action_url=reverse("games:table-action", args=[match.slug]),
        socket_path=f"/ws/tables/{match.slug}/",
        replay_url=reverse("games:replay", args=[match.slug]) if is_over else None,
        rematch_url=_rematch_url(match, is_over and mine is not None),
        rematch_label=_("Join the rematch") if match.rematch_id else _("Play again"),
    )


def hole_label(seen: engine.Observation) -> str:
    """Which hole it is, of how many."""
    if seen.match_phase == engine.MatchPhase.FINISHED:
        return _("Final")
    if seen.ruleset.holes:
        return _("Hole %(number)d of %(holes)d") % {
            "number": seen.hole_index + 1,
            "holes": seen.ruleset.holes,
        }
    return _("Hole %(number)d") % {"number": seen.hole_index + 1}


def _around(views: list[SeatView], own: int | None) -> tuple[SeatView, ...]:
    """The other seats in the order in which they move after the viewer's."""
    if own is None:
        return tuple(views)
    return tuple(views[own + 1 :] + views[:own])


def _drawn(seen: engine.Observation) -> Any:
    return board.card_view(engine.SeenCard(seen.drawn, is_up=seen.drawn is not None))


def _drawn_label(seen: engine.Observation, names: Sequence[str]) -> str:
    if seen.drawn is not None:
        return _("You drew %(card)s") % {"card": wording.the_card(seen.drawn)}
    drawer = seen.drawn_by
    return "" if drawer is None else _("%(name)s drew a card") % {"name": names[drawer]}


def _score_card(
    match: Match, seen: engine.Observation, seats: Sequence[Seat], number: int | None
) -> ScoreCardView | None:
    if not seen.scored:
        return None
    holes, par = seen.ruleset.holes, par_of(match)
    return score_card(seats, seen.scored, holes=holes, own=number, par=par, slug=match.slug)


def _rematch_url(match: Match, may_ask: bool) -> str | None:
    return reverse("games:table-rematch", args=[match.slug]) if may_ask else None


def _waiting(match: Match, seats: list[Seat], viewer: Viewer) -> TableView:
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
