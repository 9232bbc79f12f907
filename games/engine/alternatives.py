"""Alternative values of cards, as choices with a name, in groups of which one holds (rules 7)."""

from __future__ import annotations

from typing import Any

from games.engine.frozen import FrozenMap
from games.engine.offers import Where

ALTERNATIVES: FrozenMap[tuple[str, ...]] = FrozenMap(
    {
        "court_cards": (
            *("usual", "queens_12", "queens_13", "queens_20", "jacks_11_queens_12"),
            *("jacks_0_queens_12_kings_13", "jacks_20_skip"),
        ),
        "queen_of_spades": ("usual", "40_eights_0"),
        "twos": ("plus_2", "minus_2"),
        "jokers": ("minus_2", "minus_1", "minus_3", "minus_5", "plus_15_line_minus_5"),
        "one_eyed_jacks": ("usual", "wild"),
    }
)
"""The choices by group; the first of each changes nothing of the presets that offer them."""


def _values(group: str, choice: str, **values: int) -> Where:
    return Where(FrozenMap({group: (choice,)}), FrozenMap({"values": values}))


def _also(group: str, choice: str, **fields: Any) -> Where:
    return Where(FrozenMap({group: (choice,)}), FrozenMap(fields))


ALTERNATIVE_RULES: tuple[Where, ...] = (
    _values("court_cards", "queens_12", Q=12),
    _values("court_cards", "queens_13", Q=13),
    _values("court_cards", "queens_20", Q=20),
    _values("court_cards", "jacks_11_queens_12", J=11, Q=12),
    _values("court_cards", "jacks_0_queens_12_kings_13", J=0, Q=12, K=13),
    _also("court_cards", "jacks_20_skip", values={"J": 20}, jack_skips=True),
    _also("queen_of_spades", "40_eights_0", values={"8": 0}, card_values={"QS": 40}),
    _also("twos", "minus_2", values={"2": -2}),
    _values("jokers", "minus_1", X=-1),
    _values("jokers", "minus_3", X=-3),
    _values("jokers", "minus_5", X=-5),
    _also("jokers", "plus_15_line_minus_5", values={"X": 15}, line_overrides={"X": -5}),
    _also("one_eyed_jacks", "wild", wild=("JH", "JS")),
)

CHOICE_WORDS: FrozenMap[FrozenMap[str]] = FrozenMap(
    {
        "court_cards": FrozenMap(
            {
                "usual": "Jacks and queens count 10, kings 0",
                "queens_12": "Queens count 12",
                "queens_13": "Queens count 13",
                "queens_20": "Queens count 20",
                "jacks_11_queens_12": "Jacks count 11, queens 12",
                "jacks_0_queens_12_kings_13": "Jacks count 0, queens 12, kings 13",
                "jacks_20_skip": "Jacks count 20, and one thrown away takes the next turn",
            }
        ),
        "queen_of_spades": FrozenMap(
            {
                "usual": "The queen of spades is a queen like others",
                "40_eights_0": "The queen of spades counts 40, eights 0",
            }
        ),
        "twos": FrozenMap({"plus_2": "Twos count 2", "minus_2": "Twos count -2"}),
        "jokers": FrozenMap(
            {
                "minus_2": "Jokers count -2",
                "minus_1": "Jokers count -1",
                "minus_3": "Jokers count -3",
                "minus_5": "Jokers count -5",
                "plus_15_line_minus_5": "Jokers count 15, a line of them -5",
            }
        ),
        "one_eyed_jacks": FrozenMap(
            {
                "usual": "No card is wild",
                "wild": "The one-eyed jacks (JH and JS) are wild",
            }
        ),
        "block_score": FrozenMap({"none": "Four of a rank in a square are two lines"}),
        "lines": FrozenMap({"all": "Columns and rows, on a square also diagonals"}),
        "powers": FrozenMap(
            {
                "off": "No card has a power",
                "on": "A jack peeks at an own card, a queen at another's, a king exchanges two",
            }
        ),
    }
)
"""Every named choice in plain English, by group."""
