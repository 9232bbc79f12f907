"""Deal matches whose first turn has run out of time, all in one transaction; prints how many.

Run as a program, with the number of matches as its argument.
"""

from __future__ import annotations

import random
import sys
from datetime import timedelta

import django


def main(matches):
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from games.services import lobby
    from games.services.players import player_of
    from tests.factories import make_preset

    preset, rng = make_preset(), random.Random(1)
    long_ago = timezone.now() - timedelta(hours=2)
    with transaction.atomic():
        for number in range(matches):
            host, guest = (player_of(User.objects.create_user(f"{number}{x}")) for x in "ab")
            match = lobby.open_table(
                host,
                preset,
                {"holes": 3},
                seats=2,
                is_listed=True,
                now=long_ago,
                terms=lobby.Terms("1h"),
            )
            lobby.join_table(match.pk, guest, has_invite=True, now=long_ago, rng=rng)
    sys.stdout.write(f"{matches}\n")


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]))
