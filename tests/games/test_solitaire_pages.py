"""Where one plays alone: the form of a new game, deals by number, what was begun and is over."""

from __future__ import annotations

import random

import pytest
from django.urls import reverse

from games.engine.solitaire import SolitaireRules
from games.models import Match, NumberedDeal
from games.services import play, solitaire
from tests.factories import NOW, log_in, make_player
from tests.games.test_solitaire import play_to_the_end

pytestmark = pytest.mark.django_db

HUB, PLAY = reverse("games:solitaire"), reverse("games:solitaire-play")


def test_a_stranger_plays_a_deal_at_once(client):
    response = client.post(PLAY, {"what": "deal", "number": " 31 "})
    match = Match.objects.get()
    assert response["Location"] == match.get_absolute_url()
    assert NumberedDeal.objects.get().number == "31"
    assert match.host.user is not None
    assert match.host.user.is_guest


@pytest.mark.parametrize(
    ("text", "number"), [("0031", "31"), ("0" * 30 + "7", "7"), ("100 000", "100000")]
)
def test_numbers_are_read_however_they_are_written(client, text, number):
    client.post(PLAY, {"what": "deal", "number": text})
    assert NumberedDeal.objects.get().number == number


def test_no_number_is_any_deal(client):
    client.post(PLAY, {"what": "deal"})
    assert 1 <= int(NumberedDeal.objects.get().number) <= 10**9


def test_nine_holes_are_dealt_by_the_toggles(client):
    client.post(
        PLAY,
        {"what": "nine", "queens_on_kings": "on", "deal_when": "stuck", "packs": "2"},
    )
    ruleset = Match.objects.get().ruleset
    told = {name: ruleset[name] for name in ("queens_on_kings", "deal_when", "packs", "holes")}
    assert told == {"queens_on_kings": True, "deal_when": "stuck", "packs": 2, "holes": 9}
    assert ruleset["undo"] is False


@pytest.mark.parametrize(
    "fields",
    [
        {"what": "deal", "number": "0"},
        {"what": "deal", "number": "-3"},
        {"what": "deal", "number": str(10**20 + 1)},
        {"what": "deal", "number": "١٢"},
        {"what": "deal", "number": "12a"},
        {"what": "deal", "number": "9" * 5000},
        {"what": "eighteen"},
        {"what": "nine", "packs": "3"},
        {"what": "nine", "deal_when": "never"},
        {},
    ],
)
def test_what_cant_be_dealt_is_said_beside_the_field(client, fields):
    response = client.post(PLAY, fields)
    assert response.status_code == 422
    assert "field__error" in response.content.decode()
    assert Match.objects.count() == 0


def test_the_largest_deal_has_a_page_and_the_next_has_none(client):
    address = reverse("games:solitaire-deal", args=[10**20])
    page = client.get(address)
    assert page.status_code == 200
    assert page.context["page"].later_url is None
    for number in (0, 10**20 + 1):
        assert client.get(reverse("games:solitaire-deal", args=[number])).status_code == 404
    assert client.get(f"{address}?packs=3").status_code == 404
    assert client.get(f"/solitaire/deals/{'9' * 5000}/").status_code == 404


def test_a_deal_is_shown_as_solvers_read_it_and_whether_it_can_be_cleared_when_asked(client):
    address = reverse("games:solitaire-deal", args=[1])
    page = client.get(address).context["page"]
    assert page.text.splitlines()[0] == "Foundations: TH"
    assert (page.told, len(page.board.columns)) == ("", 7)
    told = client.get(address, {"told": "1", "turn_the_corner": "on"}).context["page"]
    assert told.told.startswith("This deal can")
    assert told.rules == "Aces and kings meet"


def test_what_was_begun_and_what_is_over_are_listed_for_their_player_alone(client):
    ann = make_player()
    deal = solitaire.open_practice(ann, SolitaireRules(), 7, now=NOW, rng=random.Random(1))
    rules = SolitaireRules(turn_the_corner=True)
    nine = solitaire.open_nine(ann, rules, now=NOW, rng=random.Random(1))
    given_up = solitaire.open_nine(ann, rules, now=NOW, rng=random.Random(2))
    play.leave_match(given_up.pk, ann, now=NOW, rng=random.Random(1))
    play_to_the_end(nine, ann)
    hub = log_in(client, ann).get(HUB).context["hub"]
    assert [(row.title, row.rules, row.url) for row in hub.begun] == [
        ("Deal 7", "Plain rules", deal.get_absolute_url())
    ]
    assert [(row.title, row.rules) for row in hub.over] == [("Nine holes", "Aces and kings meet")]
    assert str(abs(nine.seats.get().total)) in hub.over[0].told
    client.logout()
    assert client.get(HUB).context["hub"].begun == ()
    assert log_in(client, make_player()).get(HUB).context["hub"].over == ()


def test_the_list_asks_the_same_number_of_questions_however_long(
    client, django_assert_max_num_queries
):
    ann = make_player()
    for number in range(1, 6):
        match = solitaire.open_practice(
            ann, SolitaireRules(), number, now=NOW, rng=random.Random(1)
        )
        if number > 2:
            play_to_the_end(match, ann)
    log_in(client, ann)
    with django_assert_max_num_queries(11):
        client.get(HUB)
