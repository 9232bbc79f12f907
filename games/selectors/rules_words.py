"""A hole as a ruleset has it, in plain sentences: what is in force and nothing else (rules 2, 6).

Every function gives sentences in the order in which a page prints them.
"""

from __future__ import annotations

from itertools import groupby

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Ruleset
from games.selectors.card_words import several_ranks_words
from games.selectors.rules_scoring import wild_of

Seats = tuple[int, int]


def powers_of(rules: Ruleset) -> dict[str, list[str]]:
    """The ranks that have a power and are in the packs, by effect."""
    found: dict[str, list[str]] = {}
    for rank, effect in rules.powers.items():
        if rank != "X" or rules.jokers_per_pack:
            found.setdefault(effect, []).append(rank)
    return found


def may_pass(rules: Ruleset) -> bool:
    """Whether a turn may change nothing on the table, so that a hole might never end."""
    return rules.refuse != "flip" or rules.final_putt


def has_secrets(rules: Ruleset) -> bool:
    """Whether a seat can know a card that lies face down."""
    is_peeked = rules.openers > 0 and rules.openers_seen == "peek"
    return is_peeked or rules.replaced_face == "down" or bool(powers_of(rules).keys() & PEEKS)


PEEKS = {"peek_own", "peek_other"}


def deal(rules: Ruleset, seats: Seats) -> list[str]:
    """Seats, layout and packs."""
    return [
        _seats(seats),
        _(
            "Seats are drawn by lot and stay for the whole match. The first hole is started by the "
            "first seat, each next hole by the seat after it; turns go round in seat order."
        ),
        _(
            "Everybody gets a layout of %(cards)d face-down cards: %(rows)d rows of %(columns)d. "
            "One card is turned up to begin the discard pile; the rest is the stock."
        )
        % {"cards": rules.cards, "rows": rules.rows, "columns": rules.columns},
        *_packs(rules, seats),
    ]


def _seats(seats: Seats) -> str:
    low, high = seats
    if low == high:
        return ngettext("%(count)d seat plays.", "%(count)d seats play.", low) % {"count": low}
    return _("%(low)d to %(high)d seats play.") % {"low": low, "high": high}


def _packs(rules: Ruleset, seats: Seats) -> list[str]:
    counts = [(rules.pack_count(seat), seat) for seat in range(seats[0], seats[1] + 1)]
    groups = [(n, [seat for _n, seat in some]) for n, some in groupby(counts, lambda pair: pair[0])]
    says = [_packs_words(rules, count) for count, _some in groups]
    if len(groups) > 1:
        says = [
            _("With %(seats)s seats: %(packs)s") % {"seats": _range(some), "packs": words}
            for (_count, some), words in zip(groups, says, strict=True)
        ]
    if rules.jokers_per_pack:
        jokers = ngettext(
            "Each pack has %(count)d joker.",
            "Each pack has %(count)d jokers.",
            rules.jokers_per_pack,
        ) % {"count": rules.jokers_per_pack}
    else:
        jokers = _("There are no jokers.")
    return [*says, jokers]


def _range(seats: list[int]) -> str:
    low, high = seats[0], seats[-1]
    return str(low) if low == high else _("%(low)d to %(high)d") % {"low": low, "high": high}


def _packs_words(rules: Ruleset, count: int) -> str:
    return ngettext(
        "%(count)d pack, %(cards)d cards in all.", "%(count)d packs, %(cards)d cards in all.", count
    ) % {"count": count, "cards": count * (52 + rules.jokers_per_pack)}


def openers(rules: Ruleset) -> list[str]:
    """What is opened before play, by whom and for whom."""
    if not rules.openers:
        return [_("No card is opened before play: every layout begins wholly hidden.")]
    count = {"count": rules.openers}
    if rules.openers_mode == "fixed":
        which = (
            ngettext(
                "The first card of every layout is opened before play; nobody chooses.",
                "The first %(count)d cards of every layout, row by row, are opened before play; "
                "nobody chooses.",
                rules.openers,
            )
            % count
        )
    else:
        which = (
            ngettext(
                "Before play every seat chooses %(count)d card of its own layout to open.",
                "Before play every seat chooses %(count)d cards of its own layout to open.",
                rules.openers,
            )
            % count
        )
    return [which, _opened(rules), *_opening_order(rules)]


def _opened(rules: Ruleset) -> str:
    if rules.openers_seen == "up":
        return _("Opened cards are turned up for everybody.")
    return _(
        "Opened cards are only peeked at: their owner alone sees them, and they stay face down."
    )


def _opening_order(rules: Ruleset) -> list[str]:
    if rules.openers_mode == "fixed":
        return []
    if rules.openers_order == "in_turn":
        return [_("From the starter on, a seat makes all its choices before the next begins.")]
    return [_("All seats choose at the same time, and each choice shows at once.")]


def turn(rules: Ruleset) -> list[str]:
    """What may be done in a turn, one sentence or two each."""
    found = [
        _(
            "Take the top card of the discard pile and put it in the place of any card of yours, "
            "hidden or shown. The card that lay there goes on the discard pile. A card from the "
            "discard pile can't be thrown back."
        ),
        _(
            "Draw the top card of the stock, which you alone see. Put it in the place of any card "
            "of yours, as above; or throw it away. %(then)s"
        )
        % {"then": _refusing(rules)},
    ]
    if rules.knock:
        found.append(
            _(
                "Knock instead of drawing, from your first turn on, while nobody has closed the "
                "hole. That closes it."
            )
        )
    return found


def _refusing(rules: Ruleset) -> str:
    if rules.refuse == "may_flip":
        return _("If you throw it away, you may turn up one hidden card of yours or turn nothing.")
    if rules.refuse == "no_flip":
        return _("If you throw it away, nothing is turned up for it.")
    if rules.final_putt:
        return _(
            "If you throw it away, turn up one hidden card of yours. Final putt: with exactly "
            "one hidden card left you may turn nothing, in a last turn too."
        )
    return _("If you throw it away, turn up one hidden card of yours.")


def faces(rules: Ruleset) -> list[str]:
    """How cards come to lie, and who knows a hidden one."""
    if rules.replaced_face == "up":
        found = [_("Cards that come into a layout lie face up.")]
    else:
        found = [
            _(
                "Cards that come into a layout are laid face down. Their owner knows them, and "
                "everybody knows one that came from the discard pile."
            )
        ]
    if not has_secrets(rules):
        return [*found, _("Nobody knows a hidden card, its owner neither.")]
    found.append(
        _(
            "What a seat has seen belongs to the card and follows it when it is moved, "
            "until it is shuffled into a new stock."
        )
    )
    if rules.memory == "assisted":
        found.append(
            _("Memory is assisted: the site keeps showing you the hidden cards that you have seen.")
        )
    else:
        found.append(
            _(
                "Memory is your own: a hidden card is shown only in the action that reveals "
                "it, and log and replay name it no longer than that."
            )
        )
    return found


def special(rules: Ruleset) -> list[str]:
    """Powers, jacks that skip and golf calls; empty where there are none."""
    powers = powers_of(rules)
    found = [_power(effect, names) for effect, names in powers.items()]
    if powers:
        found.append(
            _(
                "A power is used by throwing the card away just drawn from the stock, never by one "
                "from the discard pile or out of a layout. It is your choice and takes the place "
                "of turning a card up."
            )
        )
    if "swap_any" in powers:
        found.append(
            _(
                "A layout that becomes wholly face up by an exchange closes the hole for its "
                "owner. Last turns then begin after the seat that exchanged, which comes last."
            )
        )
    if rules.jack_skips:
        found.append(
            _(
                "A jack skips: when your turn leaves a jack on top of the discard pile, the next "
                "seat loses its turn, a last turn too. With two seats you play again. The closer "
                "is never the seat that is skipped, and the first up-card skips nobody."
            )
        )
    if rules.golf_call:
        found.append(
            _(
                "Golf call: a turn that newly completes a column of one rank of your own, all its "
                "cards face up, gives you one more turn at once. The extra turn gives no other, "
                "and the closer gets none. A wild card stands in here too."
            )
            if wild_of(rules)
            else _(
                "Golf call: a turn that newly completes a column of one rank of your own, all "
                "its cards face up, gives you one more turn at once. The extra turn gives no "
                "other, and the closer gets none."
            )
        )
    return found


def _power(effect: str, ranks: list[str]) -> str:
    cards = {"cards": capfirst(several_ranks_words(ranks))}
    if effect == "peek_own":
        return _("%(cards)s let you peek at one hidden card of your own.") % cards
    if effect == "peek_other":
        return _("%(cards)s let you peek at one hidden card of another seat.") % cards
    return (
        _(
            "%(cards)s let you exchange any two cards on the table unseen, never one of the "
            "closer's. A shown card stays shown, a hidden one hidden."
        )
        % cards
    )


def ending(rules: Ruleset) -> list[str]:
    """Going out, last turns, calling off and the stock."""
    found = [_closing(rules), _last_turns(rules)]
    found += _called_off(rules)
    found.append(
        _(
            "When a turn ends with an empty stock, the discard pile except its top card is "
            "shuffled into a new stock."
        )
    )
    return found


def _called_off(rules: Ruleset) -> list[str]:
    if not may_pass(rules):
        return [_("After the 200th turn of every seat a hole is called off and scored as it lies.")]
    stalled = ngettext(
        "The hole is called off and scored as it lies after %(count)d round in which every turn "
        "threw a drawn card away and did nothing else.",
        "The hole is called off and scored as it lies after %(count)d rounds in which every turn "
        "threw a drawn card away and did nothing else.",
        rules.stall_laps,
    ) % {"count": rules.stall_laps}
    return [stalled, _("In any case it is called off after the 200th turn of every seat.")]


def _closing(rules: Ruleset) -> str:
    if rules.knock:
        return _(
            "Whoever first has the whole layout face up, in whatever way, goes out. Who goes out "
            "or knocks first is the closer."
        )
    return _(
        "Whoever first has the whole layout face up, in whatever way, goes out and is the closer."
    )


def _last_turns(rules: Ruleset) -> str:
    if not rules.last_turns:
        return _(
            "Then the hole is over at once: nobody has a last turn. All cards are turned up "
            "and the hole is scored."
        )
    if rules.knock:
        return _(
            "After going out or a knock every other seat has exactly one more turn, in order, "
            "in which nobody can knock; the closer acts no more. Then all cards are turned up "
            "and the hole is scored."
        )
    return _(
        "Every other seat has exactly one more turn, in order; the closer acts no more. Then "
        "all cards are turned up and the hole is scored."
    )
