"""The presets as data: what each fixes, and what a host may set (rules 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.engine.errors import RulesetError
from games.engine.frozen import FrozenMap
from games.engine.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Preset:
    """A named way to play.

    ``seats`` is the least and the most number of seats, ``fixed`` the fields that differ from the
    defaults, ``offers`` the values a host may choose for a field, the first one its default;
    ``minutes`` is the usual length of a match of the default number of holes with two seats.
    """

    slug: str
    title: str
    seats: tuple[int, int]
    fixed: Mapping[str, Any]
    offers: Mapping[str, tuple[Any, ...]]
    minutes: int
    difficulty: str
    origin: str

    def ruleset(self, chosen: Mapping[str, Any] | None = None) -> Ruleset:
        """Return the ruleset of a host's choices; RulesetError for one that isn't offered.

        >>> PRESETS["clubhouse"].ruleset({"holes": 3}).holes
        3
        """
        given = dict(chosen or {})
        for name, value in given.items():
            self._check_offer(name, value)
        defaults = {name: values[0] for name, values in self.offers.items()}
        return Ruleset.from_fields({**self.fixed, **defaults, **given})

    def _check_offer(self, name: str, value: object) -> None:
        offered = self.offers.get(name, ())
        if not any(type(value) is type(known) and value == known for known in offered):
            accepted = ", ".join(str(known) for known in offered) or "not a choice of this preset"
            raise RulesetError(name, value, accepted)


_OPENERS = (2, 0, 1, 3, 4, 5, 6, 7, 8)
_HOLES = (9, 6, 3)

PRESETS: FrozenMap[Preset] = FrozenMap(
    {
        preset.slug: preset
        for preset in (
            Preset(
                slug="clubhouse",
                title="Clubhouse",
                seats=(2, 6),
                fixed=FrozenMap({}),
                offers=FrozenMap(
                    {
                        "layout": ("2x3", "2x2", "2x4", "3x3"),
                        "openers": _OPENERS,
                        "final_putt": (False, True),
                        "holes": _HOLES,
                    }
                ),
                minutes=20,
                difficulty="easy",
                origin="The plain game: everyone turns up cards of their own choice and plays on.",
            ),
            Preset(
                slug="clubhouse-fixed",
                title="Clubhouse, fixed openers",
                seats=(2, 6),
                fixed=FrozenMap({"openers_mode": "fixed"}),
                offers=FrozenMap(
                    {
                        "layout": ("2x3", "2x2", "3x3"),
                        "openers": _OPENERS,
                        "openers_seen": ("up", "peek"),
                        "holes": _HOLES,
                    }
                ),
                minutes=20,
                difficulty="easy",
                origin="The plain game, but the first cards of every layout are the openers.",
            ),
        )
    }
)
