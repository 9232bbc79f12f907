"""Who may open which page of a club's play, and do what: every address for every visitor."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.clubs import founding
from accounts.models import ClubAct, User
from games.club_urls import club_patterns
from games.models import ClubRules, Correction, Match, Season
from games.services import corrections, talk
from games.services.club_reports import decide
from games.services.club_tables import end_match
from games.services.event_rounds import draw_round
from games.services.events import EventForm, announce_event, cancel_event
from games.services.players import player_of
from games.services.refusals import Refused
from games.services.seasons import SeasonForm, change_season, make_season
from tests.accounts.club_world import club_of, enrol, person
from tests.factories import NOW, make_player, make_preset, start_match
from tests.finished import finished_match
from tests.site.addresses import patterns

pytestmark = pytest.mark.django_db

WINTER = SeasonForm("Winter", NOW.date(), NOW.date())
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
        self.season = make_season(self.club, self.owner, WINTER, now=NOW)
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


def test_a_closed_clubs_pages_are_gone_for_everybody_and_nobody_changes_its_matches():
    world = World()
    evening = EventForm("Evening", make_preset(), NOW + timedelta(days=3))
    event = announce_event(world.club, world.owner, evening, now=NOW)
    parts: dict[str, object] = {
        "slug": world.club.slug,
        "table": world.running.slug,
        "preset": "clubhouse",
        "day": NOW.date(),
    }
    parts |= {"pk": world.season.pk, "season": world.season.pk}
    addresses = [
        re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(parts[found[1]]), f"/{pattern}")
        for _name, pattern in patterns()
        if pattern.startswith("clubs/<slug:slug>")
    ]
    addresses += [event.get_absolute_url(), world.address("match-correct")]
    staff, club_url = world.browser("staff"), world.club.get_absolute_url()
    opened = {each for each in addresses if staff.get(each).status_code == 200}
    read = {f"{club_url}{name}" for name in ("", "events/", "seasons/", "leaderboard.csv")}
    assert {*read, *addresses[-2:], world.season.get_absolute_url()} <= opened
    founding.close(world.club, world.owner, now=NOW)
    before = written()
    for visitor in VISITORS[1:]:
        client = world.browser(visitor)
        for each in addresses:
            assert (each, client.get(each).status_code in {404, 405}) == (each, True)
            assert (each, client.post(each).status_code in {404, 405}) == (each, True)
    tries = (
        lambda: corrections.void_match(
            world.finished.pk, author=world.staff, reason="Slip", now=NOW
        ),
        lambda: end_match(world.running.pk, world.staff, "Slip", now=NOW),
        lambda: decide(world.club, world.staff, world.line, hides=True, now=NOW),
        lambda: change_season(world.season.pk, world.staff, WINTER, now=NOW),
        lambda: cancel_event(event.pk, world.staff, now=NOW),
        lambda: draw_round(event.pk, world.staff, 1, now=NOW, rng=random.Random(1)),
    )
    for change in tries:
        with pytest.raises(Refused) as refused:
            change()
        assert refused.value.code == "club_closed"
    assert written() == before
