"""The clock in words: wherever a table is shown, and in its rules."""

from __future__ import annotations

import doctest

import pytest
from django.urls import reverse

from games.selectors import clock_words as words
from games.services.lobby import Terms
from tests.factories import open_table, start_match


def test_its_examples_are_true():
    assert doctest.testmod(words).failed == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no clock"),
        ("3d", "3 days a turn"),
        ("1d", "1 day a turn"),
        ("1d12h30m", "1 day, 12 hours and 30 minutes a turn"),
        ("live 45s", "45 seconds a turn"),
        ("live 1m30s", "1 minute and 30 seconds a turn"),
        ("5d+12h<7d", "5 days, then 12 hours more each turn, at most 7 days"),
        ("live 5m+10s<5m", "5 minutes, then 10 seconds more each turn, at most 5 minutes"),
    ],
)
def test_a_clock_is_said_in_plain_words(text, said):
    assert words.clock_words(text) == said


@pytest.mark.django_db
def test_lists_rooms_and_tables_say_the_clock(client):
    waiting = open_table(terms=Terms("5d+12h<7d"))
    running = start_match(terms=Terms("3d"))
    home = client.get("/").text
    assert "5 days, then 12 hours more each turn, at most 7 days" in home
    assert "3 days a turn" in home
    assert "5 days, then 12 hours more" in client.get(waiting.get_absolute_url()).text
    assert "3 days a turn" in client.get(running.get_absolute_url()).text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("terms", "said", "unsaid"),
    [
        (
            Terms("3d", missed_max=2),
            [
                "Every turn has 3 days.",
                "It stands while its player sleeps",
                "it draws, throws the card away and turns up its first hidden card",
                "never knocks and never uses a power",
                "After 2 such turns in a row the house bot takes the seat.",
                "The match may be paused when all agree",
                "Others may watch.",
            ],
            ["live table", "There is no clock"],
        ),
        (
            Terms("live 5m+10s<5m", missed_max=1, allows_pauses=False, allows_spectators=False),
            [
                "A seat starts with 5 minutes and gets 10 seconds more after each turn.",
                "What it saves adds up, to 5 minutes at most.",
                "This is a live table",
                "After 1 such turn the house bot takes the seat.",
                "be paused.",
                "Only those who play see the table and its replay.",
            ],
            ["player sleeps", "Others may watch."],
        ),
        (
            Terms(""),
            ["There is no clock: every seat takes its time."],
            ["house bot takes", "player sleeps"],
        ),
    ],
)
def test_the_rules_of_a_table_say_what_the_clock_does(client, terms, said, unsaid):
    match = open_table(terms=terms)
    page = client.get(reverse("games:table-rules", args=[match.slug])).text
    assert [sentence for sentence in said if sentence not in page] == []
    assert [sentence for sentence in unsaid if sentence in page] == []


@pytest.mark.django_db
def test_the_room_says_what_is_agreed(client):
    match = open_table(terms=Terms("1d", allows_pauses=False, allows_spectators=False))
    room = client.get(match.get_absolute_url()).context["table"].waiting
    assert room.terms == "1 day a turn · no pauses · nobody watches"
