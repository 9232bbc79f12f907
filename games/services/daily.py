"""The day's nine: the same deals for the whole site, or for a club, started once by everybody.

What the deals are made of doesn't exist before the day has begun. Nobody but its player sees a
match while the day lasts, and nobody sees what others made of it before their own is over.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.db import IntegrityError, transaction

from accounts.models import Club
from games import engine
from games.engine.solitaire import SolitaireRules
from games.leaderboards.days import local_day, span
from games.models import ClubDaily, DailyEntry, DailyNine, DailySecret, Match, Player
from games.selectors.daily import current_nine, zone_of
from games.services.club_rules import require_member
from games.services.lobby import start_with
from games.services.refusals import Refused
from games.services.solitaire import open_for_one, read_rules

FINGERPRINT = 32
ORIGINS_KEPT_FOR = timedelta(days=60)
NETWORK_BITS = 64
"""What of an IPv6 address is one household's: the rest of it changes by itself."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a wish comes from: the address of the network, and a mark that a browser keeps."""

    network: str = ""
    browser: str = ""


NOWHERE = Origin()


def nine_of(club: Club | None, now: datetime) -> DailyNine:
    """Today's nine of a club that has one, or of the site; made when it is first asked for.

    Raises ``Refused`` where a club has none, or is closed.
    """
    if club is not None and club.is_closed:
        raise Refused("no_daily")
    found = current_nine(club, now)
    if found is not None:
        return found
    rules = _rules_of(club)
    day = local_day(now, zone_of(club))
    starts_at, ends_at = span(day, day, zone_of(club))
    try:
        with transaction.atomic():
            nine = DailyNine.objects.create(
                club=club,
                day=day,
                ruleset=engine.encode_ruleset(rules),
                starts_at=starts_at,
                ends_at=ends_at,
            )
            rng = random.SystemRandom()
            DailySecret.objects.create(nine=nine, secret=f"{rng.getrandbits(256):064x}")
            return nine
    except IntegrityError:
        # Somebody else asked at the same moment.
        return DailyNine.objects.of(club).get(day=day)


def start_nine(
    player: Player,
    club: Club | None,
    *,
    now: datetime,
    rng: random.Random,
    origin: Origin = NOWHERE,
) -> Match:
    """Start today's nine, or go on with it. Raises ``Refused``.

    It is for accounts: whoever has none could start it as often as they liked.
    """
    if player.user is None or player.user.is_guest:
        raise Refused("daily_wants_account")
    if club is not None:
        require_member(club, player)
    nine = nine_of(club, now)
    if nine.ends_at <= now:
        # Its club has moved to a zone where the day isn't over.
        raise Refused("daily_over")
    with transaction.atomic():
        # Locked, so that two presses of one button start one match.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        begun = DailyEntry.objects.select_related("match").filter(nine=nine, player=player).first()
        if begun is not None:
            return begun.match
        rules = engine.decode_ruleset(nine.ruleset)
        if not isinstance(rules, SolitaireRules):
            raise Refused("other_game")
        match = open_for_one(player, rules, now=now, club=club)
        # Before the cards are dealt, because the entry says what they are dealt from.
        DailyEntry.objects.create(
            nine=nine,
            player=player,
            match=match,
            started_at=now,
            network=_fingerprint("network", _network_of(origin.network)),
            browser=_fingerprint("browser", origin.browser),
        )
        start_with(match, [player], now=now, rng=rng)
        return match


def close_days(now: datetime, *, should_stop: Callable[[], bool] = lambda: False) -> int:
    """Close the days that are over, so that everybody may look at their matches; returns them."""
    closed = 0
    for nine in DailyNine.objects.open().filter(ends_at__lte=now).order_by("ends_at"):
        if should_stop():
            break
        with transaction.atomic():
            taken = DailyNine.objects.open().filter(pk=nine.pk).update(closed_at=now)
            if taken:
                done = Match.objects.finished().filter(daily__nine=nine)
                done.update(is_listed=True, allows_spectators=True)
        closed += taken
    return closed


def forget_origins(now: datetime) -> int:
    """Forget where entries of long ago were started from; returns of how many."""
    known = DailyEntry.objects.exclude(network="", browser="")
    return known.filter(started_at__lt=now - ORIGINS_KEPT_FOR).update(network="", browser="")


def _rules_of(club: Club | None) -> SolitaireRules:
    if club is None:
        return read_rules({})
    own = ClubDaily.objects.filter(club=club, is_on=True).first()
    if own is None:
        raise Refused("no_daily")
    return read_rules(own.choices)


def _network_of(address: str) -> str:
    """What is compared of an address; what is none is compared as it is."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), NETWORK_BITS), strict=False))


def _fingerprint(what: str, value: str) -> str:
    if not value:
        return ""
    key = settings.SECRET_KEY.encode()
    return hmac.digest(key, f"daily {what} {value}".encode(), hashlib.sha256).hex()[:FINGERPRINT]
