"""Leaderboards kept match by match are those made anew, whatever happened in between."""

from __future__ import annotations

import contextlib
import random
from datetime import UTC, date, datetime, timedelta
from functools import partial
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Model

from accounts.models import Club, User
from games.leaderboards.days import span
from games.models import (
    ExpectedStrokes,
    Line,
    Match,
    PlayerRecord,
    RatingStep,
    Result,
    Season,
)
from games.services import ratings, results, standing
from games.services.corrections import count_again, restore_strokes, set_strokes, void_match
from games.services.lines import board_for_season
from games.services.rebuilding import differences, rebuild
from games.services.refusals import Refused
from games.services.seasons import SeasonForm, close_season
from games.services.seasons import make_season as make_the_season
from tests.factories import NOW, make_player, make_preset
from tests.finished import finished_match, random_match

pytestmark = pytest.mark.django_db

START = datetime(2026, 6, 1, tzinfo=UTC)
SEASONS: tuple[dict[str, Any], ...] = (
    {"scoring": "average", "matches_min": 2, "tie_breaks": ["wins", "head_to_head"]},
    {"scoring": "best", "best_of": 3, "tie_breaks": ["best_match", "last_match"]},
    {"scoring": "points", "points": [5, 3, 1], "allows_bots": True},
    {"scoring": "wins", "seats": 3, "tie_breaks": ["strokes_per_hole"]},
    {"scoring": "net", "holes_min": 3, "tie_breaks": ["fewest_matches"]},
)


def make_club(name: str, zone: str = "America/Bogota") -> Club:
    return Club.objects.create(name=name, slug=name.lower(), time_zone=zone, created_at=START)


def make_season(club: Club, days: int = 20, **fields: Any) -> Season:
    first, last = date(2026, 6, 3), date(2026, 6, 3) + timedelta(days=days)
    starts_at, ends_at = span(first, last, club.time_zone)
    return Season.objects.create(
        club=club,
        name=f"Season by {fields['scoring']}",
        first_day=first,
        last_day=last,
        starts_at=starts_at,
        ends_at=ends_at,
        created_at=START,
        **fields,
    )


def measure(seats: int, mean: int) -> ExpectedStrokes:
    """What a hole costs with so many seats, as the background measures it in the end."""
    match = finished_match([make_player() for _n in range(seats)], [[0] * seats], counts=False)
    key = ExpectedStrokes.key_of(match.ruleset, seats)
    match.seats.all().delete()
    match.delete()
    holes = ExpectedStrokes.HOLES_WANTED
    return ExpectedStrokes.objects.create(
        key=key,
        ruleset={},
        seats=seats,
        bot="steady",
        bot_version=2,
        holes=holes,
        strokes=holes * seats * mean,
    )


class Site:
    """Players and clubs, to whom things happen by chance."""

    def __init__(self, seed: int, staff: User, people: int = 7) -> None:
        self.rng, self.staff = random.Random(seed), staff
        self.players = [make_player() for _ in range(people)]
        self.club = make_club("Reeds")
        self.clubs = [None, self.club, make_club("Oaks", "Pacific/Auckland")]
        for fields in SEASONS:
            make_season(self.club, **fields)
        make_preset()
        self.matches: list[Match] = []

    def go_on(self, at: datetime) -> None:
        """One more match, and now and then something else."""
        self.matches.append(random_match(self.players, self.clubs, self.rng, at))
        chance = self.rng.random()
        if chance < 0.08:
            self._correct(at)
        elif chance < 0.12:
            self._merge()
        elif chance < 0.14:
            User.objects.filter(player=self.rng.choice(self.players)).delete()

    def _correct(self, at: datetime) -> None:
        match, number = self.rng.choice(self.matches), self.rng.randint(0, 1)
        strokes = self.rng.randint(-20, 60)
        told = partial(dict[str, Any], author=self.staff, reason="as agreed", now=at)
        acts = [
            lambda: set_strokes(match.pk, number, strokes, **told()),
            lambda: restore_strokes(match.pk, number, **told()),
            lambda: void_match(match.pk, **told()),
            lambda: count_again(match.pk, **told()),
        ]
        # What is so already is refused.
        with contextlib.suppress(Refused):
            self.rng.choice(acts)()

    def _merge(self) -> None:
        """A guest becomes another player, as far as they never met."""
        old, new = self.rng.sample(self.players, 2)
        moved = old.seats.exclude(match_id__in=new.seats.values("match_id"))
        seats = list(moved.values_list("pk", flat=True))
        moved.update(player=new)
        results.hand_over(old, new, seats)


def stored() -> list[list[dict[str, object]]]:
    lines = Line.objects.defer(None).select_related("board")
    return [
        [values_of(row) for row in model.objects.order_by("pk")]
        for model in (Result, PlayerRecord, RatingStep)
    ] + [sorted((values_of(line) for line in lines), key=str)]


def values_of(row: Model) -> dict[str, object]:
    """Every column, those that no form shows too; a line by its board's key."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    if isinstance(row, Line):
        del values["id"], values["board_id"]
        values["board"] = row.board.key
    return values


def played_on(site: Site, matches: int) -> None:
    for number in range(matches):
        at = START + timedelta(hours=6 * number)
        site.go_on(at)
        if number % 25 == 24:
            standing.keep_up(at)
        if number == matches // 2:
            measure(3, 5)
            assert standing.settle_differentials() > 0
    Club.objects.filter(pk=site.club.pk).update(is_listed=False)
    while standing.settle_publicity() or standing.settle_differentials() or ratings.catch_up(1000):
        pass


def test_kept_match_by_match_is_as_made_anew(admin_user):
    site = Site(1, admin_user)
    for seats in (2, 4, 5):
        measure(seats, 4)
    played_on(site, 50)
    assert list(differences()) == []
    kept = stored()
    assert all(kept)
    assert Line.objects.filter(place_before__isnull=False).exists()
    assert Result.objects.filter(net_tenths__isnull=False).exists()
    assert not Result.objects.filter(club=site.club, is_public=True).exists()
    rebuild()
    assert stored() == kept


def test_what_was_stored_before_sums_were_kept_goes_on_from_all_results(admin_user):
    site = Site(2, admin_user)
    for seats in (2, 4, 5):
        measure(seats, 4)
    played_on(site, 12)
    Line.objects.update(net_holes=None, net_tenths=0, best=None)
    PlayerRecord.objects.update(career=None)
    assert list(differences()) == []
    ann, ben = (result.player for result in Result.objects.filter(match=site.matches[0])[:2])
    at = START + timedelta(days=9)
    finished_match([ann, ben], [[2, 5]] * 3, at=at, club=site.club)
    kept = Line.objects.filter(net_holes__isnull=False)
    assert set(kept.values_list("player", flat=True)) == {ann.pk, ben.pk}
    assert PlayerRecord.objects.filter(career__isnull=False).count() == 2
    standing.begin_week(at + timedelta(days=7))
    assert list(differences()) == []


@pytest.mark.long
def test_ten_thousand_matches_kept_are_as_made_anew(admin_user):
    site = Site(3, admin_user, people=150)
    for seats in (2, 4, 5):
        measure(seats, 4)
    played_on(site, 10_000)
    assert list(differences()) == []
    kept = stored()
    rebuild()
    assert stored() == kept


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda: Result.objects.filter(place=1).update(strokes=1), "strokes: 1 instead of"),
        (lambda: Result.objects.filter(place=1).delete(), "missing"),
        (lambda: PlayerRecord.objects.update(mu=25.5), "rating of player"),
        (lambda: Line.objects.filter(board__key="all").update(wins=7), "wins: 7 instead of"),
        (lambda: Line.objects.filter(board__key="all").delete(), "line of all, player"),
    ],
)
def test_a_check_says_what_is_wrong(damage, told):
    ann, ben = make_player(), make_player()
    finished_match([ann, ben], [[3, 7], [2, 8]])
    damage()
    said = StringIO()
    with pytest.raises(CommandError, match="differences"):
        call_command("rebuild_leaderboards", "--check", stdout=said)
    assert told in said.getvalue()
    call_command("rebuild_leaderboards", stdout=said)
    assert list(differences()) == []


def test_a_closed_season_keeps_its_table_and_a_check_stays_clean(admin_user):
    ann, ben = make_player(), make_player()
    club = make_club("Elms")
    season = make_season(club, scoring="wins")
    at = START + timedelta(days=4)
    first, _second = (finished_match([ann, ben], [[3, 7]], at=at, club=club) for _n in range(2))
    close_season(season.pk, admin_user, now=NOW)
    void_match(first.pk, author=admin_user, reason="wrong rules", now=NOW)
    assert list(differences()) == []
    rebuild()
    season.refresh_from_db()
    assert [row["figure"] for row in season.archive["rows"]] == ["2", "0"]


@pytest.mark.parametrize("day", [date(1, 1, 1), date(9999, 12, 31)])
def test_days_beyond_the_calendar_are_refused(admin_user, day):
    form = SeasonForm("Always", min(day, NOW.date()), max(day, NOW.date()))
    with pytest.raises(Refused, match="bad_season_days"):
        make_the_season(make_club("Elms"), admin_user, form, now=NOW)


def test_bots_that_change_places_by_a_correction_change_the_rating(admin_user):
    ann, ben = make_player(), make_player()
    match = finished_match([None, None, ann, ben], [[1, 2, 3, 4]], counts=False)
    match.seats.filter(number=1).update(bot="pro")
    results.record_results([match.pk])
    before = PlayerRecord.objects.get(player=ann).mu
    set_strokes(match.pk, 0, 2, author=admin_user, reason="as agreed", now=NOW)
    set_strokes(match.pk, 1, 1, author=admin_user, reason="as agreed", now=NOW)
    assert PlayerRecord.objects.get(player=ann).mu != before
    assert list(differences()) == []


def test_who_met_since_the_week_began_changes_nothing_of_the_places_before():
    ann, ben, cleo = (make_player() for _n in range(3))
    club = make_club("Reeds")
    season = make_season(club, scoring="wins", tie_breaks=["head_to_head"])
    monday = datetime(2026, 6, 8, 5, tzinfo=UTC)
    for winner in (ann, ben):
        finished_match([winner, cleo], [[1, 2]], at=monday - timedelta(days=2), club=club)
    standing.begin_week(monday + timedelta(hours=1))
    finished_match([ann, ben], [[1, 2]], at=monday + timedelta(days=1), club=club)
    board = board_for_season(season)
    kept = dict(board.lines.defer(None).values_list("player", "place_before"))
    assert kept == {ann.pk: 1, ben.pk: 1, cleo.pk: 3}
    assert list(differences()) == []
