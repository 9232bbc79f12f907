"""Many clubs with players, seasons and finished matches, for measurements and trials.

Every match has its holes and strokes. Actions are there for a sample, which is played through the
same services as at a table; the other matches are rows. What is made of them is made at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from random import Random

from django.db import transaction

from accounts.models import Club, Membership, User
from accounts.names import key_of
from games import engine
from games.engine import codec
from games.leaderboards.days import local_day, span
from games.models import (
    Action,
    ExpectedStrokes,
    Hole,
    HoleStrokes,
    Match,
    Player,
    Preset,
    Season,
    Seat,
)
from games.services import lobby
from games.services.ledger import Ledger, lock_match
from games.services.pars import BOT, BOT_VERSION
from games.services.rebuilding import Tell, rebuild
from games.services.rulesets import resolve

BATCH = 500
PRESETS = ("clubhouse", "clubhouse-fixed", "six-card")
LENGTHS = (3, 6, 9)
DAYS = 730
SEASONS = ("average", "best", "points", "net")
ZONES = ("Europe/Paris", "America/New_York", "Pacific/Auckland", "UTC")
MEAN, DEVIATION, SKILL = 9.0, 6.5, 1.5


@dataclass(frozen=True)
class Size:
    """How much is made; ``sample`` matches have all their actions."""

    clubs: int = 200
    players: int = 10_000
    matches: int = 100_000
    sample: int = 100


@dataclass(slots=True)
class Maker:
    """Makes clubs into the database, the same for the same seed, up to ``now``."""

    size: Size
    rng: Random
    now: datetime
    tell: Tell

    def make(self) -> None:
        """Make all of it, and what leaderboards make of it."""
        presets = [self._preset(slug) for slug in PRESETS]
        clubs = self._clubs()
        members = self._members(clubs)
        self._seasons(clubs)
        self._expected(presets)
        plans = self._plans(clubs, members, presets)
        done = 0
        while batch := list(islice(plans, BATCH)):
            with transaction.atomic():
                self._matches(batch)
            done += len(batch)
            self.tell("matches made", done, self.size.matches)
        self._sample(clubs, members, presets[0])
        rebuild(self.tell)

    def _preset(self, slug: str) -> Preset:
        found = Preset.objects.prefetch_related("toggles").filter(slug=slug).first()
        return found or Preset.objects.of_tables().prefetch_related("toggles")[0]

    def _clubs(self) -> list[Club]:
        made = [
            Club(
                name=f"Made club {number + 1}",
                name_key=key_of(f"Made club {number + 1}"),
                slug=f"made-club-{number + 1}",
                time_zone=ZONES[number % len(ZONES)],
                joining=Club.Joining.OPEN,
                created_at=self.now - timedelta(days=DAYS),
            )
            for number in range(self.size.clubs)
        ]
        return Club.objects.bulk_create(made, batch_size=BATCH)

    def _members(self, clubs: Sequence[Club]) -> dict[int, list[Player]]:
        names = [f"Made player {number + 1}" for number in range(self.size.players)]
        users = [
            # Nobody can log in by this.
            User(username=name, name_key=key_of(name), password="!")  # noqa: S106
            for name in names
        ]
        User.objects.bulk_create(users, batch_size=BATCH)
        players = Player.objects.bulk_create([Player(user=user) for user in users], BATCH)
        members: dict[int, list[Player]] = {club.pk: [] for club in clubs}
        rows = []
        for number, player in enumerate(players):
            club = clubs[number % len(clubs)]
            members[club.pk].append(player)
            role = Membership.Role.OWNER if number < len(clubs) else Membership.Role.MEMBER
            rows.append(
                Membership(club=club, user=player.user, role=role, joined_at=club.created_at)
            )
        Membership.objects.bulk_create(rows, batch_size=BATCH)
        return members

    def _seasons(self, clubs: Iterable[Club]) -> None:
        rows = []
        for club in clubs:
            today = local_day(self.now, club.time_zone)
            for number, scoring in enumerate(SEASONS):
                first = today - timedelta(days=90 * (number + 1))
                last = first + timedelta(days=120)
                starts_at, ends_at = span(first, last, club.time_zone)
                rows.append(
                    Season(
                        club=club,
                        name=f"Season {number + 1}",
                        first_day=first,
                        last_day=last,
                        starts_at=starts_at,
                        ends_at=ends_at,
                        scoring=scoring,
                        best_of=5 if scoring == "best" else None,
                        points=[10, 6, 3, 1] if scoring == "points" else [],
                        tie_breaks=["wins", "head_to_head", "best_match"],
                        created_at=self.now,
                    )
                )
        Season.objects.bulk_create(rows, batch_size=BATCH)

    def _expected(self, presets: Iterable[Preset]) -> None:
        """As if what a hole costs had been measured."""
        for preset in presets:
            for seats in range(2, 5):
                ruleset = codec.encode_ruleset(resolve(preset, {}, seats))
                holes = ExpectedStrokes.HOLES_WANTED
                ExpectedStrokes.objects.update_or_create(
                    key=ExpectedStrokes.key_of(ruleset, seats),
                    defaults={
                        "ruleset": ExpectedStrokes.of(ruleset),
                        "seats": seats,
                        "bot": BOT,
                        "bot_version": BOT_VERSION,
                        "holes": holes,
                        "strokes": round(holes * seats * MEAN),
                        "squares": round(holes * seats * (MEAN**2 + DEVIATION**2)),
                    },
                )

    def _plans(
        self, clubs: Sequence[Club], members: dict[int, list[Player]], presets: Sequence[Preset]
    ) -> Iterator[_Plan]:
        rulesets = {
            (preset.pk, seats): codec.encode_ruleset(resolve(preset, {}, seats))
            for preset in presets
            for seats in range(2, 5)
        }
        for number in range(self.size.matches):
            club = clubs[number % len(clubs)]
            preset, count = self.rng.choice(presets), self.rng.choice((2, 2, 3, 4))
            count = min(count, len(members[club.pk]))
            ago = timedelta(minutes=self.rng.randrange(DAYS * 24 * 60))
            holes = self.rng.choice(LENGTHS)
            ruleset = {**rulesets[preset.pk, count], "holes": holes}
            players = self.rng.sample(members[club.pk], count)
            yield _Plan(club, preset, ruleset, players, holes, self.now - ago)

    def _matches(self, plans: Sequence[_Plan]) -> None:
        matches = Match.objects.bulk_create(plan.match() for plan in plans)
        strokes = [
            [[self._strokes(player) for player in plan.players] for _hole in range(plan.holes)]
            for plan in plans
        ]
        seats = Seat.objects.bulk_create(
            seat
            for match, plan, holes in zip(matches, plans, strokes, strict=True)
            for seat in plan.seats(match, holes)
        )
        rows = Hole.objects.bulk_create(
            Hole(match=match, number=n, starter=0, started_at=plan.at, ended_at=plan.at)
            for match, plan in zip(matches, plans, strict=True)
            for n in range(plan.holes)
        )
        by_match: dict[int, list[Seat]] = {}
        for seat in seats:
            by_match.setdefault(seat.match_id, []).append(seat)
        told = iter(rows)
        HoleStrokes.objects.bulk_create(
            HoleStrokes(hole=hole, seat=seat, strokes=number)
            for match, holes in zip(matches, strokes, strict=True)
            for hole, numbers in zip(islice(told, len(holes)), holes, strict=True)
            for seat, number in zip(by_match[match.pk], numbers, strict=True)
        )

    def _strokes(self, player: Player) -> int:
        # A player's strength comes from their number, so that it stays the same.
        skill = SKILL * ((player.pk * 7919 % 1000) / 500 - 1)
        return round(self.rng.gauss(MEAN + skill, DEVIATION))

    def _sample(
        self, clubs: Sequence[Club], members: dict[int, list[Player]], preset: Preset
    ) -> None:
        for number in range(self.size.sample):
            players = self.rng.sample(members[clubs[number % len(clubs)].pk], 2)
            at = self.now - timedelta(minutes=self.rng.randrange(DAYS * 24 * 60))
            with transaction.atomic():
                match = lobby.open_table(
                    players[0], preset, {"holes": 3}, seats=2, is_listed=True, now=at
                )
                lobby.join_table(match.pk, players[1], has_invite=True, now=at, rng=self.rng)
                self._play(match.pk, at)
            self.tell("matches played", number + 1, self.size.sample)

    def _play(self, match_id: int, at: datetime) -> None:
        ledger = Ledger.of(lock_match(match_id))
        while ledger.state.phase is not engine.MatchPhase.FINISHED:
            seat = engine.seats_to_act(ledger.state)[0]
            legal = engine.legal_actions(ledger.state, seat)
            ledger.append(self.rng.choice(legal), Action.PlayedBy.PLAYER)
            ledger.settle(self.rng)
        ledger.close(at)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A match to be made."""

    club: Club
    preset: Preset
    ruleset: dict[str, object]
    players: list[Player]
    holes: int
    at: datetime

    def match(self) -> Match:
        return Match(
            host=self.players[0],
            club=self.club,
            preset=self.preset,
            ruleset=self.ruleset,
            seat_count=len(self.players),
            status=Match.Status.FINISHED,
            created_at=self.at,
            started_at=self.at,
            finished_at=self.at,
        )

    def seats(self, match: Match, holes: Sequence[Sequence[int]]) -> Iterator[Seat]:
        totals = [sum(strokes) for strokes in zip(*holes, strict=True)]
        for number, player in enumerate(self.players):
            yield Seat(
                match=match,
                player=player,
                chair=number,
                number=number,
                total=totals[number],
                place=1 + sum(other < totals[number] for other in totals),
                joined_at=self.at,
            )
