"""Who may open which page of a club's play, and do what: every address for every visitor."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import ClubAct, User
from games.club_urls import club_patterns
from games.models import ClubRules, Correction, Match, Season
from games.services import talk
from games.services.players import player_of
from games.services.seasons import SeasonForm, make_season
from tests.accounts.club_world import club_of, enrol, person
from tests.factories import NOW, make_player, make_preset, start_match
from tests.finished import finished_match

pytestmark = pytest.mark.django_db

VISITORS = ("nobody", "guest", "stranger", "member", "organiser", "owner", "elsewhere", "staff")
OUTSIDE = ("nobody", "guest", "stranger", "elsewhere")

INSIDE = (302, 404, 404, 200, 200, 200, 404, 200)
RUNS = (302, 404, 404, 403, 200, 200, 404, 200)
REFUSED = (302, 404, 404, 403, 422, 422, 404, 422)
LED_ON = (302, 404, 404, 403, 302, 302, 404, 302)

# What a GET is answered with, and an empty POST. A match that is put right does not exist for
# whoever can't do that, its club's members too.
GET = {
    "season-new": RUNS,
    "season-change": RUNS,
    "club-rules": INSIDE,
    "club-rules-change": RUNS,
    "club-rules-preset": RUNS,
    "club-tables": RUNS,
    "club-reports": RUNS,
    "match-correct": (404, 404, 404, 404, 200, 200, 404, 200),
}
POST = {
    "season-new": REFUSED,
    "season-change": REFUSED,
    "season-close": LED_ON,
    "season-delete": LED_ON,
    "club-rules-change": LED_ON,
    "club-rules-preset": REFUSED,
    "club-table-end": LED_ON,
    "club-table-replace": LED_ON,
    "club-report-decide": LED_ON,
    "match-correct": (404, 404, 404, 404, 422, 422, 404, 422),
}
NAMES = [pattern.name for pattern in club_patterns]


class World:
    def __init__(self, name="Thursday Club"):
        self.owner, self.organiser, self.member = person(), person(), person()
        self.club = club_of(self.owner, name)
        enrol(self.club, self.organiser, "organiser")
        enrol(self.club, self.member)
        self.elsewhere = person()
        enrol(club_of(person(), f"{name} too"), self.elsewhere, "organiser")
        self.stranger, self.nobody = person(), None
        self.guest = User.objects.create_guest()
        self.staff = User.objects.create_superuser(f"Staff of {name}")
        winter = SeasonForm("Winter", NOW.date(), NOW.date())
        self.season = make_season(self.club, self.owner, winter, now=NOW)
        two = [player_of(self.owner), player_of(self.member)]
        make_preset()
        self.finished = finished_match(two, [[3, 4]], club=self.club)
        self.running = start_match(make_player(), make_player())
        Match.objects.filter(pk=self.running.pk).update(club=self.club)
        self.line = talk.say(self.running.pk, self.running.host, "Bah", now=NOW).line.pk

    def browser(self, visitor):
        client = Client()
        if user := getattr(self, visitor):
            client.force_login(user)
        return client

    def address(self, name, club=None):
        club = club or self.club
        if name == "match-correct":
            return reverse("games:match-correct", args=[self.finished.slug])
        pattern = str(next(each for each in club_patterns if each.name == name).pattern)
        args = [club.slug]
        number = self.line if "reports" in pattern else self.season.pk
        args += [number] if "<int:pk>" in pattern else []
        args += [self.running.slug] if "<slug:table>" in pattern else []
        args += ["clubhouse"] if "<slug:preset>" in pattern else []
        return reverse(f"games:{name}", args=args)


def written():
    return (
        ClubAct.objects.count(),
        Season.objects.count(),
        ClubRules.objects.count(),
        Correction.objects.count(),
        Match.objects.filter(status="cancelled").count(),
    )


def test_every_address_has_a_row():
    assert set(NAMES) == set(GET) | set(POST)


def test_every_page_and_act_answers_each_visitor_as_it_should():
    world = World()
    browsers = {visitor: world.browser(visitor) for visitor in VISITORS}
    before = written()
    for name in NAMES:
        address = world.address(name)
        if name in GET:
            got = tuple(browsers[each].get(address).status_code for each in VISITORS)
            assert (name, got) == (name, GET[name])
        else:
            assert (name, browsers["owner"].get(address).status_code) == (name, 405)
    assert written() == before
    for name in NAMES:
        address = world.address(name)
        if name not in POST:
            assert (name, browsers["owner"].post(address).status_code) == (name, 405)
            continue
        answers = {}
        with transaction.atomic():
            for visitor in sorted(VISITORS, key=lambda each: each not in OUTSIDE):
                if visitor == "member":
                    assert written() == before
                given = {"more_clocks": "2d"} if name == "club-rules-change" else {}
                answers[visitor] = browsers[visitor].post(address, given).status_code
                if visitor == "member":
                    assert written() == before
                if name in ("season-delete", "season-close"):
                    assert Season.objects.filter(pk=world.season.pk).exists()
            transaction.set_rollback(True)
        assert (name, tuple(answers[each] for each in VISITORS)) == (name, POST[name])


def test_an_organiser_reaches_nothing_of_another_club_through_their_own():
    world, other = World(), World("Other Club")
    client, before = other.browser("organiser"), written()
    reason = {"reason": "Mine now", "seat": "0"}
    for name in NAMES:
        if name in {"season-new", "club-rules", "club-rules-change", "club-tables", "club-reports"}:
            continue
        if name == "club-rules-preset":
            continue
        # Their own club's address, with a season, table or match of the other one.
        address = world.address(name, club=other.club)
        assert (name, client.post(address, reason).status_code) == (name, 404)
        if name in GET:
            assert (name, client.get(address).status_code) == (name, 404)
    assert written() == before
