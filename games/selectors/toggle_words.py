"""What a host may set, in words: groups, labels, one line of explanation, every value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.engine.geometry import LAYOUTS
from games.selectors.map_text import format_map, is_map

_ = gettext_lazy


@dataclass(frozen=True, slots=True)
class Group:
    """Toggles that belong together, in the order of the form."""

    key: str
    title: str | Promise
    names: tuple[str, ...]


TERMS = ("clock", "clock_text", "missed_max", "allows_pauses", "allows_spectators")
"""What is agreed at a table beside its rules: no house rules keep it."""

GROUPS = (
    Group("length", _("Seats and length"), ("seats", "holes", "limit", "tie")),
    Group(
        "layout",
        _("Layout and openers"),
        (
            *("layout", "packs", "jokers_per_pack", "openers", "openers_mode"),
            *("openers_seen", "openers_order", "memory"),
        ),
    ),
    Group(
        "scoring",
        _("Scoring"),
        (
            *("lines", "block_score", "adjacent_pairs_charge", "court_cards", "queen_of_spades"),
            *("twos", "jokers", "one_eyed_jacks", "values", "card_values", "line_overrides"),
            *("wild", "four_of_a_kind", "closer_judged", "closer_fails", "closer_bonus"),
            "closer_tie_is_safe",
        ),
    ),
    Group(
        "special",
        _("Special rules"),
        (
            *("knock", "last_turns", "refuse", "final_putt", "stall_laps", "replaced_face"),
            *("powers", "jack_skips", "golf_call"),
        ),
    ),
    Group("table", _("The table"), ("is_listed", *TERMS)),
)

_NAMES: dict[str, tuple[Promise, Promise]] = {
    "seats": (
        _("Seats"),
        _("People and bots together. The match starts when all are taken, or the host deals."),
    ),
    "is_listed": (
        _("Show in the lobby"),
        _("Off: only people who are invited, by name or by link, can join or watch."),
    ),
    "clock": (
        _("Clock"),
        _("Nights, weekends off and vacations don't count, but at live tables everything does."),
    ),
    "clock_text": (
        _("Another clock"),
        _(
            "Days, hours, minutes, seconds as in 2d, 36h or live 45s. With 5d+12h<7d a seat starts"
            " with five days, gets twelve hours more each turn, and saves up seven days at most."
        ),
    ),
    "missed_max": (
        _("Turns by the clock until a bot"),
        _("After so many turns in a row that ran out of time the house bot takes the seat."),
    ),
    "allows_pauses": (_("May be paused"), _("When all agree, the clocks can stand.")),
    "allows_spectators": (
        _("Others may watch"),
        _("Off: once it has started, only those who play see the table and its replay."),
    ),
    "layout": (_("Layout"), _("Rows and columns of everybody's cards.")),
    "packs": (_("Packs"), _("How many packs of 52 are shuffled together.")),
    "jokers_per_pack": (_("Jokers"), _("How many jokers each pack brings.")),
    "openers": (_("Openers"), _("How many cards of each layout are opened before play.")),
    "openers_mode": (_("Picking of openers"), _("By every seat for itself, or the first cards.")),
    "openers_seen": (
        _("Way of opening"),
        _("Turned up for everybody, or looked at by their owner alone."),
    ),
    "openers_order": (_("Order of opening"), _("Seat after seat, or everybody at the same time.")),
    "memory": (
        _("Memory"),
        _("Whether the table keeps showing you the hidden cards that you have seen."),
    ),
    "lines": (_("Lines"), _("Which lines of one rank count nothing.")),
    "block_score": (_("Blocks of four"), _("What a square of four cards of one rank counts.")),
    "adjacent_pairs_charge": (
        _("Charge for four of a rank"),
        _("What a square of one rank costs every other seat."),
    ),
    "court_cards": (_("Jacks, queens and kings"), _("What court cards count.")),
    "queen_of_spades": (_("Queen of spades"), _("Whether this one queen is the card to avoid.")),
    "twos": (_("Twos"), _("What a two counts.")),
    "jokers": (_("Value of jokers"), _("What a joker counts.")),
    "one_eyed_jacks": (_("Wild cards"), _("A wild card stands for any rank in a line.")),
    "values": (
        _("Values of ranks"),
        _(
            "A rank and its strokes, as in J 11, Q 12. What you leave out counts as usual: ace 1,"
            " two -2, jack and queen 10, king 0, joker (X) -2, others their number."
        ),
    ),
    "card_values": (
        _("Values of single cards"),
        _("A card and its strokes, as in QS 40, 10H 0. It counts before the value of its rank."),
    ),
    "line_overrides": (
        _("Lines that count"),
        _("A rank and what a line of it counts: X keep (its cards count on) or X -5."),
    ),
    "wild": (_("Wild cards"), _("Cards that stand for any rank in a line, as in JH JS.")),
    "four_of_a_kind": (
        _("Four of a kind"),
        _("What a square of one rank does when the hole is scored."),
    ),
    "closer_judged": (
        _("Who is judged"),
        _("Whose strokes are compared with the rest at the end of a hole."),
    ),
    "closer_fails": (
        _("A closer who isn't lowest"),
        _("What ending the hole costs when somebody else has fewer strokes."),
    ),
    "closer_bonus": (
        _("A closer who is lowest"),
        _("What ending the hole brings with the fewest strokes."),
    ),
    "closer_tie_is_safe": (
        _("A tie is enough for the closer"),
        _("Whether sharing the fewest strokes counts as lowest."),
    ),
    "knock": (
        _("Knocking"),
        _("You may end the hole by knocking, instead of drawing; the others play on once."),
    ),
    "last_turns": (_("Last turns"), _("How often the others play on once the hole is closed.")),
    "refuse": (
        _("Throwing a drawn card away"),
        _("What you do with your layout when the drawn card is no use."),
    ),
    "final_putt": (
        _("Final putt"),
        _("With one hidden card left you may throw a drawn card away and turn nothing."),
    ),
    "stall_laps": (
        _("Patience"),
        _("After so many laps in which everybody only throws away, the hole ends."),
    ),
    "replaced_face": (
        _("A card you lay down"),
        _("Whether everybody sees it, or only who has seen it already."),
    ),
    "powers": (_("Powers"), _("What some cards may do when they are drawn and thrown away.")),
    "jack_skips": (_("Jacks skip"), _("A jack thrown away takes the next seat's turn.")),
    "golf_call": (_("Golf call"), _("Completing a column of one rank gives one more turn.")),
    "holes": (_("Holes"), _("The match ends after this many.")),
    "limit": (_("Limit"), _("The match ends with the hole in which a total reaches this.")),
    "tie": (_("A tie for first place"), _("Is shared, or played off by the leaders.")),
}

_FREE: dict[str, Promise] = {
    "holes": _("The match ends after this many; 0 needs a limit of strokes."),
    "limit": _("The match ends with the hole in which a total reaches this; 0 for no limit."),
    "powers": _("A rank and its effect: J peek own, Q peek other, K swap any."),
}

_VALUES: dict[str, dict[Any, Promise]] = {
    "packs": {
        "auto": _("As many as the seats need"),
        "by_seats": _("More packs from six seats on"),
    },
    "openers_mode": {"choose": _("by their owner"), "fixed": _("from the first cards")},
    "openers_seen": {"up": _("turned up"), "peek": _("peeked at")},
    "openers_order": {"in_turn": _("in turn"), "at_once": _("all at once")},
    "memory": {
        "assisted": _("The table remembers for you"),
        "unassisted": _("You remember for yourself"),
    },
    "lines": {
        "standard": _("Columns, on 3 rows of 3 also rows"),
        "columns": _("Columns"),
        "columns_rows": _("Columns and rows"),
        "columns_rows_diagonals": _("Columns, rows and diagonals"),
        "all": _("Columns and rows, on a square also diagonals"),
    },
    "block_score": {None: _("Nothing special"), "none": _("Nothing special")},
    "court_cards": {
        "usual": _("Jacks and queens 10, kings 0"),
        "queens_12": _("Queens 12"),
        "queens_13": _("Queens 13"),
        "queens_20": _("Queens 20"),
        "jacks_11_queens_12": _("Jacks 11, queens 12"),
        "jacks_0_queens_12_kings_13": _("Jacks 0, queens 12, kings 13"),
        "jacks_20_skip": _("Jacks 20, and one thrown away takes the next turn"),
    },
    "queen_of_spades": {
        "usual": _("A queen like others"),
        "40_eights_0": _("Counts 40, and eights 0"),
    },
    "twos": {"plus_2": _("2 strokes"), "minus_2": _("-2 strokes")},
    "jokers": {
        "minus_1": _("-1 stroke"),
        "minus_2": _("-2 strokes"),
        "minus_3": _("-3 strokes"),
        "minus_5": _("-5 strokes"),
        "plus_15_line_minus_5": _("15 strokes, a line of them -5"),
    },
    "one_eyed_jacks": {
        "usual": _("None"),
        "wild": _("The one-eyed jacks, of hearts and of spades"),
    },
    "four_of_a_kind": {"none": _("Nothing special"), "wins_match": _("Wins the match at once")},
    "closer_judged": {
        "every_closer": _("Whoever ends the hole"),
        "knocker": _("Only who knocks"),
    },
    "closer_fails": {
        "none": _("Nothing"),
        "plus_10": _("10 strokes more"),
        "double_plus_5": _("Double, and 5 more"),
        "highest": _("The highest strokes of the hole"),
        "double_or_plus_10": _("Double, or 10 more if that is worse"),
        "plus_twice_seats": _("2 strokes more for every seat"),
    },
    "closer_bonus": {
        "none": _("Nothing"),
        "zero": _("No strokes for the hole"),
        "minus_seats": _("1 stroke less for every seat"),
    },
    "last_turns": {0: _("Not at all"), 1: _("Once each")},
    "refuse": {
        "flip": _("Turn a hidden card up"),
        "may_flip": _("Turn a hidden card up, or nothing"),
        "no_flip": _("Turn nothing"),
    },
    "replaced_face": {"up": _("Lies face up"), "down": _("Lies face down")},
    "powers": {
        "off": _("None"),
        "on": _("A jack peeks at an own card, a queen at another's, a king exchanges two"),
    },
    "tie": {"shared": _("shared"), "extra_hole": _("played off in extra holes")},
    "holes": {0: _("No end by holes")},
    "limit": {0: _("No limit")},
    "jokers_per_pack": {0: _("None")},
    "openers": {0: _("None")},
    "adjacent_pairs_charge": {0: _("None")},
}

_COUNTS: dict[str, Callable[[int], str]] = {
    "seats": lambda count: ngettext("%d seat", "%d seats", count),
    "packs": lambda count: ngettext("%d pack", "%d packs", count),
    "jokers_per_pack": lambda count: ngettext("%d in each pack", "%d in each pack", count),
    "openers": lambda count: ngettext("%d card", "%d cards", count),
    "stall_laps": lambda count: ngettext("%d lap", "%d laps", count),
    "holes": lambda count: ngettext("%d hole", "%d holes", count),
    "limit": lambda count: ngettext("%d stroke", "%d strokes", count),
    "block_score": lambda count: ngettext("%d stroke", "%d strokes", abs(count)),
    "adjacent_pairs_charge": lambda count: ngettext("%d stroke", "%d strokes", count),
}

_DIFFICULTIES: dict[str, Promise] = {"easy": _("easy"), "medium": _("medium"), "hard": _("hard")}


def label_of(name: str) -> str:
    """What a toggle is called; an unknown one by its own name."""
    return str(_NAMES[name][0]) if name in _NAMES else name


def explanation_of(name: str, *, takes_any: bool = False) -> str:
    """One line about a toggle; ``takes_any`` tells how to write a value that isn't listed."""
    if takes_any and name in _FREE:
        return str(_FREE[name])
    return str(_NAMES[name][1]) if name in _NAMES else ""


def group_of(name: str) -> Group:
    """The group that a toggle stands in; an unknown one among the special rules."""
    return next((group for group in GROUPS if name in group.names), GROUPS[-2])


def find_words(name: str, value: Any) -> str | None:
    """A value in words, None where it has none of its own.

    >>> find_words("nonsense", "x") is None
    True
    """
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    if name == "layout" and value in LAYOUTS:
        rows, columns = str(value).split("x")
        return gettext("%(rows)s rows of %(columns)s") % {"rows": rows, "columns": columns}
    if is_map(name) and isinstance(value, dict | list):
        return format_map(name, value) or gettext("as usual")
    if isinstance(value, str | int | None) and value in _VALUES.get(name, {}):
        return str(_VALUES[name][value])
    if isinstance(value, int) and name in _COUNTS:
        return _COUNTS[name](value) % value
    return None


def words_of(name: str, value: Any) -> str:
    """A value in words, or as the rules write it."""
    found = find_words(name, value)
    return str(value) if found is None else found


def difficulty_words(difficulty: str) -> str:
    """How hard a preset is; organisers may write words of their own."""
    return str(_DIFFICULTIES.get(difficulty, difficulty))
