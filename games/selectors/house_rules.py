"""House rules in words: one's own list, and the page that a link leads to."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import HouseRules
from games.selectors.toggle_words import GROUPS, group_of, label_of, words_of


@dataclass(frozen=True, slots=True)
class HouseRulesRow:
    """Kept rules in a list."""

    name: str
    about: str
    url: str
    open_url: str


@dataclass(frozen=True, slots=True)
class WordedChoice:
    """One choice in words."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class WordedGroup:
    """Choices that belong together."""

    title: str
    choices: tuple[WordedChoice, ...]


@dataclass(frozen=True, slots=True)
class HouseRulesPage:
    """Kept rules, as whoever has their link reads them; ``open_url`` is "" once withdrawn."""

    name: str
    owner: str
    preset: str
    summary: str
    groups: tuple[WordedGroup, ...]
    is_own: bool
    open_url: str
    delete_url: str


def own_rules(player_id: int | None) -> tuple[HouseRulesRow, ...]:
    """A player's kept rules by name, in one query."""
    if player_id is None:
        return ()
    found = HouseRules.objects.filter(owner_id=player_id).select_related("preset")
    return tuple(
        HouseRulesRow(
            name=rules.name,
            about=_about(rules),
            url=rules.get_absolute_url(),
            open_url=_open_url(rules),
        )
        for rules in found
    )


def house_rules_page(rules: HouseRules, player_id: int | None) -> HouseRulesPage:
    """What ``rules`` (with owner and preset) say, group by group."""
    is_own = rules.owner_id == player_id
    return HouseRulesPage(
        name=rules.name,
        owner=rules.owner.name,
        preset=rules.preset.title,
        summary=rules.preset.summary,
        groups=_groups(rules),
        is_own=is_own,
        open_url=_open_url(rules),
        delete_url=reverse("games:house-rules-delete", args=[rules.token]) if is_own else "",
    )


def _about(rules: HouseRules) -> str:
    seats = ngettext("%d seat", "%d seats", rules.seats) % rules.seats
    return _("%(preset)s, %(seats)s") % {"preset": rules.preset.title, "seats": seats}


def _open_url(rules: HouseRules) -> str:
    address = reverse("games:table-new")
    return f"{address}?rules={rules.token}" if rules.preset.is_offered else ""


def _groups(rules: HouseRules) -> tuple[WordedGroup, ...]:
    chosen = {"seats": rules.seats, **rules.choices}
    worded = (
        (
            str(group.title),
            tuple(
                WordedChoice(label_of(name), words_of(name, value))
                for name, value in chosen.items()
                if group_of(name) == group
            ),
        )
        for group in GROUPS
    )
    return tuple(WordedGroup(title, choices) for title, choices in worded if choices)
