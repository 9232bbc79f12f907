"""House rules: a host's choices kept under a name, found again by an unguessable link."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import HouseRules, Player, Preset
from games.services.refusals import Refused
from games.services.rulesets import resolve

RULES_MAX = 20
NAME_MAX = 40


def keep_rules(
    owner: Player,
    name: str,
    preset: Preset,
    choices: Mapping[str, Any],
    *,
    seats: int,
    now: datetime,
) -> HouseRules:
    """Keep what a host chose. Raises ``Refused``: the rules, the name, or too many of them."""
    resolve(preset, choices, seats)
    with transaction.atomic():
        # Locked, so that rules kept at the same moment are counted one after another.
        Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
        kept = HouseRules.objects.filter(owner=owner)
        name = check_name(name, kept)
        if kept.count() >= RULES_MAX:
            raise Refused("too_many_rules")
        return HouseRules.objects.create(
            owner=owner,
            name=name,
            preset=preset,
            seats=seats,
            choices=dict(choices),
            created_at=now,
        )


def check_name(name: str, others: Iterable[HouseRules]) -> str:
    """Return the name as it is kept, beside ``others`` of its owner. Raises ``Refused``."""
    name = _clean_name(name)
    if name.lower() in (other.name.lower() for other in others):
        raise Refused("name_taken")
    return name


def delete_rules(owner: Player, token: str) -> None:
    """Forget rules of one's own; tables that were opened by them stay as they are."""
    gone, _by_model = HouseRules.objects.filter(owner=owner, token=token).delete()
    if not gone:
        raise Refused("not_your_rules")


def hand_over(old: Player, new: Player) -> None:
    """Give a guest's rules to the account of the same person; a name taken there gets a number."""
    taken = {name.lower() for name in new.house_rules.values_list("name", flat=True)}
    for rules in old.house_rules.all():
        base, number = rules.name, 2
        while rules.name.lower() in taken:
            rules.name = f"{base[: NAME_MAX - 4]} {number}"
            number += 1
        taken.add(rules.name.lower())
        rules.owner = new
        rules.save(update_fields=["owner", "name"])


def forget_all(owner: Player) -> None:
    """Forget what a player kept, when the account is closed."""
    owner.house_rules.all().delete()


def _clean_name(name: str) -> str:
    """One line of printable text with single spaces between its words."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(cleaned) <= NAME_MAX or not cleaned.isprintable():
        raise Refused("bad_name")
    return cleaned
