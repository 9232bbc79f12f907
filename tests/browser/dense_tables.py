"""Deal the densest tables into a site's database; run as a program, it prints where they are.

Each line of the output is a JSON object: layout, seats, the table's slug and the session of the
player who has just drawn a card that has a power.
"""

from __future__ import annotations

import json
import sys

import django

# Tests share these, so that only the last one is played on.
DENSE = (("2x3", 8), ("3x3", 8), ("3x4", 6), ("2x5", 6), ("2x3", 2), ("3x3", 7))


def session_of(user):
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return session.session_key


def main():
    from games.engine.cards import RANKS
    from tests import drivers
    from tests.factories import make_player, start_match

    players = [make_player(f"A long name, no. {number}") for number in range(8)]
    for layout, seats in DENSE:
        match = start_match(
            *players[:seats],
            preset="house",
            layout=layout,
            packs=4,
            openers=0,
            refuse="may_flip",
            knock=True,
            powers={rank: "swap_any" for rank in RANKS if rank != "X"},
        )
        user = drivers.to_move(match).user
        drivers.act(match, "draw")
        line = {"layout": layout, "seats": seats, "slug": match.slug, "session": session_of(user)}
        sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    django.setup()
    main()
