"""How a preset becomes a ruleset: what it fixes, what a host chose, what follows from both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.errors import RulesetError
from games.engine.fields import FIELDS
from games.engine.ruleset import Ruleset

_COMPLETED = ("values", "card_values")
"""Maps of which what is given names some entries; the rest stays as the preset has it."""


@dataclass(frozen=True)
class Where:
    """Fields that follow from others.

    ``then`` holds where every name of ``when`` has one of its values. The names are
    fields or a preset's named choices. Maps in ``then`` are merged into what is there.
    """

    when: Mapping[str, tuple[Any, ...]]
    then: Mapping[str, Any]

    def holds(self, known: Mapping[str, Any]) -> bool:
        """Whether the condition is met by these fields and choices."""
        return all(known.get(name) in values for name, values in self.when.items())


@dataclass(frozen=True)
class Preset:
    """A named way to play.

    ``seats`` is the least and the most number of seats, ``fixed`` the fields that differ from the
    defaults. ``offers`` has what a host may choose, the first value of each its default: values of
    a field, or names of choices that ``where`` turns into fields; with ``takes_any`` a field may
    have any other value too. ``minutes`` is the usual length of a match of the default number of
    holes with two seats.
    """

    slug: str
    title: str
    seats: tuple[int, int]
    fixed: Mapping[str, Any]
    offers: Mapping[str, tuple[Any, ...]]
    minutes: int
    difficulty: str
    origin: str
    where: tuple[Where, ...] = ()
    takes_any: bool = False

    def ruleset(self, chosen: Mapping[str, Any] | None = None) -> Ruleset:
        """Return the ruleset of a host's choices; RulesetError for one that isn't offered.

        >>> from games.engine import PRESETS
        >>> PRESETS["clubhouse"].ruleset({"holes": 3}).holes
        3
        """
        given = dict(chosen or {})
        for name, value in given.items():
            self._check_offer(name, value)
        return Ruleset.from_fields(self.fields(given))

    def fields(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields that this preset and any given fields or choices make, unchecked.

        What is given stands, whether it is offered or not; maps of values are completed.

        >>> from games.engine import PRESETS
        >>> PRESETS["arena"].fields({"layout": "3x3", "knock": True})["lines"]
        'columns_rows_diagonals'
        """
        picked = {name: values[0] for name, values in self.offers.items()} | dict(given)
        known = {**self.fixed, **picked}
        found = {name: value for name, value in known.items() if name not in given}
        found |= {name: self.fixed[name] for name in _COMPLETED if name in self.fixed}
        named = {name for name in self.offers if name not in FIELDS}
        for rule in self.where:
            if rule.holds(known):
                named |= rule.when.keys() & rule.then.keys()
                for name, value in rule.then.items():
                    found[name] = _merged(found.get(name), value)
        for name, value in given.items():
            if name not in named:
                found[name] = _merged(found.get(name), value) if name in _COMPLETED else value
        unknown = given.keys() - named
        return {name: value for name, value in found.items() if name in FIELDS or name in unknown}

    def _check_offer(self, name: str, value: object) -> None:
        offered = self.offers.get(name, ())
        if any(type(value) is type(known) and value == known for known in offered):
            return
        if self.takes_any and name in FIELDS:
            FIELDS[name].read(name, value)
            return
        accepted = ", ".join(str(known) for known in offered) or "not a choice of this preset"
        raise RulesetError(name, value, accepted)


def _merged(old: Any, new: Any) -> Any:
    return {**old, **new} if isinstance(old, Mapping) and isinstance(new, Mapping) else new
