"""The page on which a player leaves an order: the slots and ranks to choose from."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import engine
from games.bots.orders import Order, read_order
from games.engine import codec
from games.engine.cards import RANKS
from games.models import Match, Position, Seat
from games.selectors.access import Viewer
from games.selectors.board import card_view
from games.selectors.labels import own_seat
from games.selectors.wishes import has_turn_ahead, order_words, rank_words
from games.selectors.wording import place_words

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OrderPage:
    """What an order may name, as the viewer knows the own layout; ``order`` is the present one."""

    slots: Choices
    hidden_slots: Choices
    ranks: Choices
    order: Order | None
    words: str
    turns_a_card: bool
    may_turn_nothing: bool


def order_page(match: Match, viewer: Viewer) -> OrderPage | None:
    """The page for the viewer's seat; None where there is no turn ahead to leave an order for."""
    seats: list[Seat] = list(match.seats.select_related("player__user").order_by("number"))
    mine = own_seat(seats, viewer)
    if match.status != Match.Status.RUNNING or mine is None or mine.is_bot_held:
        return None
    state = codec.decode_state(Position.objects.only("state").get(match=match).state)
    seen = engine.observe(state, mine.number)
    if not has_turn_ahead(seen) or mine.number is None:
        return None
    rules, layout = seen.ruleset, seen.layouts[mine.number]
    labels = [
        (str(slot), f"{place_words(slot, rules.columns)}: {card_view(card).label}")
        for slot, card in enumerate(layout)
    ]
    latest = mine.orders.filter(ended_at__isnull=True).first()
    order = read_order(latest.body, rules.cards) if latest else None
    has_jokers = rules.jokers_per_pack > 0
    return OrderPage(
        slots=tuple(labels),
        hidden_slots=tuple(labels[n] for n, card in enumerate(layout) if not card.is_up),
        ranks=tuple((rank, rank_words(rank)) for rank in RANKS if has_jokers or rank != "X"),
        order=order,
        words=order_words(order, rules.columns) if order else "",
        turns_a_card=rules.refuse != "no_flip",
        may_turn_nothing=rules.refuse != "flip",
    )


def nothing_words(page: OrderPage) -> str:
    """What stands for no slot where a card that is thrown away turns one up, or may."""
    return _("turn nothing") if page.may_turn_nothing else _("choose a slot")
