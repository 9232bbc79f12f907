"""A small world, and where every address of the site leads in it.

A running match and a finished one are for those who play alone: ``player`` and ``host`` sit there,
``member`` is in their club, which is not listed. ``organiser`` runs it and ``elsewhere`` another.
"""

from __future__ import annotations

import random
import re
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts import hours
from accounts.clubs import announcing, founding, joining, roles
from accounts.clubs.founding import ClubSettings
from accounts.models import User
from games.models import HouseRules, Match, Preset
from games.services import lobby, seasons, sharing
from games.services.events import EventForm, announce_event
from games.services.lobby import Terms
from games.services.players import player_of
from tests import drivers
from tests.factories import NOW, make_preset
from tests.finished import finished_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accounts.models import Club
    from games.models import Player

VISITORS = (
    *("anonymous", "stranger", "guest", "member", "player"),
    *("elsewhere", "organiser", "staff"),
)


TABLE = Path(__file__).with_name("addresses.txt")


def rows() -> dict[str, list[str]]:
    """The codes by the name of the address: of a GET, then of a POST."""
    found: dict[str, list[str]] = {}
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            name, _space, codes = line.partition(" ")
            assert name not in found
            found[name] = [" ".join(each.split()) for each in codes.split("|")]
    return found


def patterns(resolver: URLResolver | None = None, names: str = "") -> Iterator[tuple[str, str]]:
    """Every address of the site but those of the desk: its name and its pattern."""
    for each in (resolver or get_resolver()).url_patterns:
        if isinstance(each, URLPattern):
            yield f"{names}{each.name}", str(each.pattern)
        elif each.namespace != "admin":
            inner = f"{names}{each.namespace}:" if each.namespace else names
            for name, pattern in patterns(each, inner):
                yield name, f"{each.pattern}{pattern}"


class World:
    """People, a club, a match that runs and one that is over."""

    def __init__(self) -> None:
        make_preset()
        people = ("stranger", "member", "player", "elsewhere", "organiser", "owner")
        self.users = {name: User.objects.create_user(name.title()) for name in people}
        self.users["guest"] = User.objects.create_guest()
        self.users["staff"] = User.objects.create_superuser("Olga")
        self.sessions = {name: self._session(user) for name, user in self.users.items()}
        self.club = self._club("Reeds", self.users["owner"], "organiser", "member", "player")
        founding.found(self.users["elsewhere"], ClubSettings("Oaks"), now=NOW)
        self.said = announcing.announce(self.club, self.users["owner"], "Tea", now=NOW)
        self.player, self.host = player_of(self.users["player"]), player_of(self.users["owner"])
        self.waiting = self._table(self.player)
        self.running, self.over = self._match(), self._match()
        drivers.open_cards(self.running)
        drivers.play_on(self.over, drivers.is_finished)
        self.vacation = hours.announce_vacation(
            self.users["stranger"], date(2026, 12, 24), date(2026, 12, 26), now=NOW
        )
        form = seasons.SeasonForm("Winter", date(2026, 11, 1), date(2027, 1, 31))
        self.season = seasons.make_season(self.club, self.users["organiser"], form, now=NOW)
        evening = EventForm("Evening", make_preset(), NOW + timedelta(days=3))
        self.event = announce_event(self.club, self.users["organiser"], evening, now=NOW)
        finished_match([self.player, self.host], [[1, 2]])
        self.house_rules = HouseRules.objects.create(
            owner=self.player,
            name="Mine",
            preset=make_preset(),
            seats=2,
            choices={},
            created_at=NOW,
        )
        self.share = sharing.share_review(self.over, self.player, now=NOW)

    def _club(self, name: str, owner: User, organiser: str, *members: str) -> Club:
        club = founding.found(owner, ClubSettings(name, is_listed=False), now=NOW)
        for each in (organiser, *members):
            joining.join_by_link(club.join_token, self.users[each], now=NOW)
        roles.set_role(club, owner, self.users[organiser], "organiser", now=NOW)
        return club

    def _table(self, host: Player) -> Match:
        return lobby.open_table(
            host,
            Preset.objects.prefetch_related("toggles").get(slug="clubhouse"),
            {"holes": 3, "layout": "2x2"},
            seats=2,
            is_listed=False,
            now=NOW,
            terms=Terms(allows_spectators=False),
            club=self.club,
        )

    def _match(self) -> Match:
        table, rng = self._table(self.host), random.Random(1)
        lobby.join_table(table.pk, self.player, has_invite=True, now=NOW, rng=rng)
        return Match.objects.get(pk=table.pk)

    def _session(self, user: User) -> str:
        client = Client()
        client.force_login(user)
        return client.cookies[settings.SESSION_COOKIE_NAME].value

    def browser(self, visitor: str) -> Client:
        """A browser in which this visitor is logged in, as if nothing had been asked before."""
        client = Client()
        if visitor in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[visitor]
        return client

    def address(self, name: str, pattern: str) -> str:
        """Where a pattern leads in this world, from its name and the names of its parts."""

        def part(found: re.Match[str]) -> str:
            _kind, _colon, part_name = found[1].rpartition(":")
            return str(self._part(name, pattern, part_name))

        if "(?P<" in pattern:
            prefix, _caret, _rest = pattern.partition("^")
            return "/" + prefix + _FORGED[name]
        return "/" + re.sub(r"<([^>]+)>", part, pattern)

    def _part(self, name: str, pattern: str, part: str) -> object:
        if (name, part) in _PARTS:
            return _PARTS[name, part]
        if part == "slug":
            if pattern.startswith("clubs/"):
                return self.club.slug
            if pattern.startswith("rules/"):
                return "clubhouse"
            return self._match_at(name).slug
        if part == "pk" and pattern.startswith("clubs/"):
            if "/events/" in pattern:
                return self.event.pk
            if "/seasons/" in pattern and "/players/" not in pattern:
                return self.season.pk
            if name == "accounts:club-announcement":
                return self.said.pk
        values = {
            "pk": self.player.pk,
            "season": self.season.pk,
            "preset": "clubhouse",
            "table": self.running.slug,
            "key": "all",
            "number": 1,
            "sequence": 1,
            "day": timezone.now().date(),
        }
        if part == "token":
            tokens = {
                "accounts:club-join": self.club.join_token,
                "games:invite": self.waiting.invite,
                "games:invite-join": self.waiting.invite,
                "games:review-shared": self.share.token,
                "games:house-rules": self.house_rules.token,
                "games:house-rules-delete": self.house_rules.token,
            }
            return tokens.get(name, "no-such-token")
        return values[part]

    def _match_at(self, name: str) -> Match:
        if name in _OF_WAITING:
            return self.waiting
        return self.over if name in _OF_OVER or "review" in name else self.running


_FORGED = {
    "account_confirm_email": "confirm-email/forged/",
    "account_reset_password_from_key": "password/reset/key/1-forged/",
}
_PARTS: dict[tuple[str, str], object] = {}
_OF_WAITING = {
    *("games:table-join", "games:table-leave", "games:table-bot", "games:table-start"),
    *("games:table-prolong", "games:table-ask", "games:table-decline"),
}
_OF_OVER = {"games:what-if", "games:hole", "games:table-rematch", "games:match-correct"}
