"""Organisers make seasons in the site: plain refusals, nothing typed is lost, a preview."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ClubAct
from games.models import Season
from tests.accounts.club_world import club_of, person
from tests.factories import NOW, make_player, make_preset
from tests.finished import finished_match

pytestmark = pytest.mark.django_db

WINTER = {
    "name": "Winter",
    "first_day": "2026-11-01",
    "last_day": "2026-12-31",
    "holes_min": "1",
    "matches_min": "1",
    "scoring": "average",
}


@pytest.fixture
def owner(client):
    found = person("Olga")
    client.force_login(found)
    return found


@pytest.fixture
def club(owner):
    return club_of(owner, time_zone="America/Bogota")


def told(club):
    acts = ClubAct.objects.filter(club=club).order_by("pk")
    return [kind for kind in acts.values_list("kind", flat=True) if kind.startswith("season_")]


def test_a_season_is_made_as_chosen_and_counts_the_days_of_the_clubs_zone(client, club):
    make_preset()
    page = client.get(f"/clubs/{club.slug}/seasons/new/").text
    assert "Days of the club, in Bogota (America/Bogota), from midnight to midnight." in page
    given = WINTER | {
        "preset": "clubhouse",
        "seats": "2",
        "scoring": "points",
        "points": "10, 7 5",
        "tie_1": "head_to_head",
        "tie_3": "wins",
    }
    answer = client.post(f"/clubs/{club.slug}/seasons/new/", given)
    season = Season.objects.get()
    assert answer["Location"] == f"/clubs/{club.slug}/seasons/{season.pk}/"
    assert (season.preset.slug, season.seats, season.holes) == ("clubhouse", 2, None)
    assert (season.points, season.tie_breaks) == ([10, 7, 5], ["head_to_head", "wins"])
    assert season.ends_at.isoformat() == "2027-01-01T05:00:00+00:00"
    assert told(club) == ["season_made"]
    record = client.get(f"/clubs/{club.slug}/acts/").text
    assert "Olga made the season “Winter”." in record


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": " "}, "This field is required."),
        ({"last_day": "2026-10-31"}, "The last day comes after the first"),
        ({"scoring": "best"}, "Say of how many matches the best are counted."),
        ({"scoring": "points"}, "Write the points from the first place on"),
        ({"scoring": "points", "points": "5 7"}, "no later place brings more than one before"),
        ({"scoring": "points", "points": "ten"}, "Write whole numbers with spaces between"),
        ({"tie_1": "wins", "tie_2": "wins"}, "Choose each only once."),
        ({"preset": "nowhere"}, "Select a valid choice"),
    ],
)
def test_what_does_not_fit_is_told_and_nothing_typed_is_lost(client, club, wrong, sentence):
    make_preset()
    answer = client.post(f"/clubs/{club.slug}/seasons/new/", WINTER | {"best_of": "", **wrong})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert 'value="2026-11-01"' in answer.text
    assert not Season.objects.exists()


def test_the_preview_says_what_counts_and_writes_nothing(client, club):
    one, other = make_player("Ann"), make_player("Ben")
    finished_match([one, other], [[3, 4]], club=club, at=NOW)
    given = WINTER | {"check": "1", "tie_1": "wins", "tie_2": "fewest_matches"}
    answer = client.post(f"/clubs/{club.slug}/seasons/new/", given, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "without bots at the table" in answer.text
    assert "more wins" in answer.text
    assert "fewer matches" in answer.text
    assert "1 match of the club counts so far." in answer.text
    assert "<h1>" not in answer.text
    plain = client.post(f"/clubs/{club.slug}/seasons/new/", given)
    assert plain.status_code == 200
    assert "1 match of the club counts so far." in plain.text
    wrong = client.post(
        f"/clubs/{club.slug}/seasons/new/",
        given | {"last_day": "2026-01-01"},
        headers={"HX-Request": "true"},
    )
    assert "These choices don't fit yet." in wrong.text
    assert "The last day comes after the first" in wrong.text
    assert not Season.objects.exists()


def test_a_season_is_changed_closed_when_over_and_taken_away_while_empty(client, club, owner):
    made = client.post(f"/clubs/{club.slug}/seasons/new/", WINTER)
    season = Season.objects.get()
    address = f"/clubs/{club.slug}/seasons/{season.pk}"
    assert f'href="{address}/change/"' in client.get(f"{address}/").text
    assert (
        f'href="/clubs/{club.slug}/seasons/new/"' in client.get(f"/clubs/{club.slug}/seasons/").text
    )
    assert "/change/" not in Client().get(f"{address}/").text
    assert 'value="Winter"' in client.get(f"{address}/change/").text
    client.post(f"{address}/change/", WINTER | {"scoring": "wins", "tie_1": "best_match"})
    season.refresh_from_db()
    assert (season.scoring, season.tie_breaks) == ("wins", ["best_match"])
    assert client.get(f"{address}/change/").text.count("selected>the better best match<") == 1
    today = timezone.now().date()
    Season.objects.update(ends_at=timezone.now() + timedelta(hours=1), last_day=today)
    refused = client.post(f"{address}/close", follow=True)
    assert "This season&#x27;s last day is not over yet." in refused.text
    Season.objects.update(ends_at=timezone.now() - timedelta(hours=1))
    client.post(f"{address}/close")
    season.refresh_from_db()
    assert season.closed_at is not None
    late = client.post(f"{address}/change/", WINTER, follow=True)
    assert "This season is closed. Its table stays as it is." in late.text
    client.post(f"/clubs/{club.slug}/seasons/new/", WINTER | {"name": "Spring"})
    spring = Season.objects.get(name="Spring")
    client.post(f"/clubs/{club.slug}/seasons/{spring.pk}/delete")
    assert not Season.objects.filter(name="Spring").exists()
    assert told(club) == [
        "season_made",
        "season_changed",
        "season_closed",
        "season_made",
        "season_deleted",
    ]
    assert made.status_code == 302


def test_a_season_is_offered_to_be_taken_away_while_no_match_counts_in_it(client, club):
    client.post(f"/clubs/{club.slug}/seasons/new/", WINTER)
    address = f"/clubs/{club.slug}/seasons/{Season.objects.get().pk}"
    assert "Take this season away" in client.get(f"{address}/change/").text
    finished_match([make_player("Ann"), make_player("Ben")], [[3, 4]], club=club, at=NOW)
    assert "Take this season away" not in client.get(f"{address}/change/").text
    refused = client.post(f"{address}/delete", follow=True)
    assert (Season.objects.count(), "it can only be closed." in refused.text) == (1, True)
