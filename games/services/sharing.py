"""Links that show the review and the replay of one finished match to whoever has them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Match, Player, ReviewShare
from games.services.ledger import lock_match
from games.services.refusals import Refused


def share_review(match: Match, player: Player, *, now: datetime) -> ReviewShare:
    """Make the link, or return the one that there is. Raises ``Refused``."""
    with transaction.atomic():
        locked = lock_match(match.pk)
        _check(locked, player)
        share, _made = ReviewShare.objects.get_or_create(
            match=locked, defaults={"made_by": player, "made_at": now}
        )
        return share


def withdraw_share(match: Match, player: Player) -> None:
    """Have the link lead nowhere, as any of the match's players; a new one is another.

    Raises ``Refused``.
    """
    with transaction.atomic():
        locked = lock_match(match.pk)
        _check(locked, player)
        ReviewShare.objects.filter(match=locked).delete()


def hand_over(old: Player, new: Player) -> None:
    """Give a guest's links to the account of the same person."""
    ReviewShare.objects.filter(made_by=old).update(made_by=new)


def forget_all(player: Player) -> None:
    """Withdraw the links that a player made, when the account is closed."""
    ReviewShare.objects.filter(made_by=player).delete()


def _check(match: Match, player: Player) -> None:
    if not match.seats.filter(player=player).exists():
        raise Refused("not_seated")
    if match.status != Match.Status.FINISHED:
        raise Refused("not_finished")
