"""What a seat has left as an order, and what is proposed at a table, for one viewer."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games import engine
from games.bots.orders import Order, read_order
from games.models import Match, Proposal, Seat, StandingOrder
from games.selectors.clock_words import clock_words
from games.selectors.table_view import WishesView
from games.selectors.wording import names_words, place_words

_RANKS = {
    "A": pgettext_lazy("rank", "ace"),
    "J": pgettext_lazy("rank", "jack"),
    "Q": pgettext_lazy("rank", "queen"),
    "K": pgettext_lazy("rank", "king"),
    "X": pgettext_lazy("rank", "joker"),
}
_OUTCOMES = {
    StandingOrder.Outcome.FIRED: gettext_lazy("Your order was carried out"),
    StandingOrder.Outcome.WAITED: gettext_lazy("Your order drew a card and waits for you"),
    StandingOrder.Outcome.PASSED: gettext_lazy("Your order did not apply"),
    StandingOrder.Outcome.DIED: gettext_lazy("Your order was not carried out and is gone"),
}
_PROPOSED = {
    Proposal.Kind.PAUSE: gettext_lazy("%(name)s proposes a pause."),
    Proposal.Kind.CANCEL: gettext_lazy("%(name)s proposes to cancel this match."),
    Proposal.Kind.CORRESPONDENCE: gettext_lazy("%(name)s proposes to go on with %(clock)s."),
}


def rank_words(rank: str) -> str:
    """A rank's name: "king", "7"."""
    return str(_RANKS.get(rank, rank))


def order_words(order: Order, columns: int) -> str:
    """An order as one sentence that tells everything it will do."""
    first = []
    if order.takes_columns:
        first.append(_("take the discard if it completes a column"))
    if order.take_ranks and order.take_slot is not None:
        first.append(
            _("take a discard of rank %(ranks)s to %(place)s")
            % {"ranks": _any_of(order.take_ranks), "place": place_words(order.take_slot, columns)}
        )
    parts = [", ".join(first)] if first else []
    if order.then == "draw":
        parts.append(_("else draw and wait") if first else _("draw and wait"))
    elif order.then == "rule":
        parts.append(_("else draw") if first else _("draw"))
        if order.keep_ranks and order.keep_slot is not None:
            parts.append(
                _("put rank %(ranks)s at %(place)s")
                % {
                    "ranks": _any_of(order.keep_ranks),
                    "place": place_words(order.keep_slot, columns),
                }
            )
        parts.append(_thrown(order, columns))
    else:
        parts.append(_("else leave the turn to me"))
    return "; ".join(parts) + "."


def _thrown(order: Order, columns: int) -> str:
    if order.flip_slot is None:
        return _("throw anything else away and turn nothing")
    place = place_words(order.flip_slot, columns)
    return _("throw anything else away and turn %(place)s") % {"place": place}


def _any_of(ranks: Sequence[str]) -> str:
    names = [rank_words(rank) for rank in ranks]
    if len(names) < 2:
        return "".join(names)
    return _("%(most)s or %(last)s") % {"most": ", ".join(names[:-1]), "last": names[-1]}


def wishes(
    match: Match,
    seats: Sequence[Seat],
    mine: Seat | None,
    seen: engine.Observation,
    *,
    is_of_event: bool = False,
) -> WishesView:
    """Orders and proposals as the viewer of seat ``mine``, or a spectator, may see them.

    At a table of an event nothing is proposed. Two queries for a player, one for a spectator.
    """
    is_running = match.status == Match.Status.RUNNING
    is_playing = is_running and mine is not None and not mine.is_bot_held
    proposal = _open_proposal(match) if is_running else None
    order, title, has_order = _own_order(mine, seen) if is_playing and mine else ("", "", False)
    can_answer = False
    if proposal is not None and is_playing and mine is not None:
        can_answer = mine.pk not in {seat.pk for seat in proposal.agreed.all()}
    return WishesView(
        order=order,
        order_title=title,
        has_order=has_order,
        proposal=_proposed(proposal, seats) if proposal else "",
        waits_for=_waited_for(proposal, seats) if proposal else "",
        proposal_id=proposal.pk if proposal and can_answer else None,
        can_resume=match.paused_at is not None and is_playing,
        can_order=is_playing and has_turn_ahead(seen),
        can_propose=is_playing and proposal is None and not is_of_event,
    )


def has_turn_ahead(seen: engine.Observation) -> bool:
    """Whether the viewer waits for a turn in this hole that an order could be left for."""
    number = seen.viewer
    return (
        number is not None
        and seen.match_phase == engine.MatchPhase.HOLE
        and number not in seen.to_act
        and number in seen.players
        and number != seen.closer
    )


def _own_order(mine: Seat, seen: engine.Observation) -> tuple[str, str, bool]:
    """The order in words, what is to be said of it, and whether it still stands."""
    latest = mine.orders.order_by("-pk").first()
    if latest is None:
        return "", "", False
    order = read_order(latest.body, seen.ruleset.cards)
    words = order_words(order, seen.ruleset.columns)
    if latest.ended_at is None:
        return words, _("Order for your next turn"), True
    outcome = _OUTCOMES.get(StandingOrder.Outcome(latest.outcome))
    if latest.is_told or outcome is None:
        return "", "", False
    return words, str(outcome), False


def _open_proposal(match: Match) -> Proposal | None:
    rows = match.proposals.filter(ended_at__isnull=True).prefetch_related("agreed")
    return rows.first()


def _proposed(proposal: Proposal, seats: Sequence[Seat]) -> str:
    name = next((seat.name for seat in seats if seat.pk == proposal.made_by_id), "")
    clock = clock_words(proposal.clock) if proposal.clock else ""
    return _PROPOSED[Proposal.Kind(proposal.kind)] % {"name": name, "clock": clock}


def _waited_for(proposal: Proposal, seats: Sequence[Seat]) -> str:
    agreed = {seat.pk for seat in proposal.agreed.all()}
    names = [seat.name for seat in seats if not seat.is_bot_held and seat.pk not in agreed]
    return _("Still to agree: %(names)s.") % {"names": names_words(names)} if names else ""
