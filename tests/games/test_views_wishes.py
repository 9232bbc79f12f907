"""Orders and proposals on pages: whose they are, and what everybody may read of them."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest
from django.utils import timezone

from accounts import hours
from games.bots.orders import Order
from games.models import Match, StandingOrder
from games.services import orders, play, proposals
from games.services.due import carry_out_due
from games.services.lobby import Terms
from tests import drivers
from tests.factories import NOW, log_in, make_player, start_match, user_of

pytestmark = pytest.mark.django_db


def waiting_at(match):
    mover = drivers.to_move(match)
    return next(seat.player for seat in match.seats.all() if seat.player != mover)


@pytest.fixture
def match():
    made = start_match(terms=Terms("3d"))
    drivers.open_cards(made)
    return made


def url(match, rest=""):
    return f"{match.get_absolute_url()}{rest}"


def page(client, match, rest=""):
    """A page as it stands now: the table's fragment, or another page whole."""
    headers = {} if rest else {"HX-Request": "true"}
    return client.get(url(match, rest), headers=headers).content.decode()


def test_who_waits_leaves_an_order_by_a_form(client, match):
    log_in(client, waiting_at(match))
    assert f'href="{url(match, "order/")}"' in page(client, match)
    assert "row 2, column 3: hidden card" in page(client, match, "order/")
    answer = client.post(
        url(match, "order/"),
        {"then": "rule", "keep_ranks": ["K", "2"], "keep_slot": "5", "flip_slot": "3"},
    )
    assert answer.status_code == 302
    assert StandingOrder.objects.get().body == {
        "v": 1,
        "take_ranks": [],
        "take_slot": None,
        "takes_columns": False,
        "then": "rule",
        "keep_ranks": ["2", "K"],
        "keep_slot": 5,
        "flip_slot": 3,
    }
    text = page(client, match)
    assert "Order for your next turn" in text
    assert (
        "draw; put rank 2 or king at row 2, column 3; "
        "throw anything else away and turn row 2, column 1." in text
    )


def test_an_order_is_its_owners_secret(client, match):
    owner, other = waiting_at(match), drivers.to_move(match)
    before = {who: page(log_in(client, who), match) for who in [other, make_player()]}
    orders.leave_order(match.pk, owner, Order(then="draw").as_json(), now=NOW)
    for who, text in before.items():
        client.logout()
        assert strip(page(log_in(client, who), match)) == strip(text)


def strip(text):
    """A page without what every load makes anew."""
    return "\n".join(line for line in text.splitlines() if "csrf" not in line.lower())


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"then": "wait"}, "it does nothing"),
        ({"then": "draw", "take_ranks": ["K"]}, "Choose the slot it goes to."),
        ({"then": "rule"}, "Choose the card to turn up."),
        ({"then": "rule", "flip_slot": "0"}, "Select a valid choice"),
        ({"then": "draw", "take_ranks": ["Z"], "take_slot": "1"}, "Select a valid choice"),
        ({}, "This field is required"),
    ],
)
def test_an_order_that_is_none_comes_back_with_what_was_chosen(client, match, data, says):
    log_in(client, waiting_at(match))
    answer = client.post(url(match, "order/"), data)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert not StandingOrder.objects.exists()


def test_nobody_else_gets_the_page_of_orders(client, match):
    for player in (drivers.to_move(match), make_player()):
        answer = log_in(client, player).get(url(match, "order/"))
        assert (answer.status_code, answer["Location"]) == (302, url(match))
    client.logout()
    assert client.get(url(match, "order/")).status_code == 302


def test_an_order_is_withdrawn_by_its_button(client, match):
    player = waiting_at(match)
    orders.leave_order(match.pk, player, Order(then="draw").as_json(), now=NOW)
    log_in(client, player).post(url(match, "order/withdraw"))
    assert StandingOrder.objects.get().outcome == "withdrawn"
    assert "Order for your next turn" not in page(client, match)


def test_afterwards_it_says_what_became_of_the_order(client, match):
    player = waiting_at(match)
    orders.leave_order(match.pk, player, Order(then="rule", flip_slot=5).as_json(), now=NOW)
    drivers.act(match, "take 0")
    text = page(log_in(client, player), match)
    assert "<summary>Your order was carried out</summary>" in text
    assert "<p>draw; throw anything else away and turn row 2, column 3.</p>" in text
    assert "(By standing order.)" in text
    drivers.act(match, "take 0")
    drivers.act(match, "take 0")
    assert "Your order was" not in page(client, match)


def test_what_the_clock_played_is_marked_in_the_log(client, match):
    name = drivers.to_move(match).name
    carry_out_due(NOW + timedelta(days=3), random.Random(1))
    assert f"{name} drew a card from the stock. (By the clock.)" in page(client, match)


def test_leaving_and_coming_back_are_told_in_the_log(client, match):
    player = waiting_at(match)
    play.leave_match(match.pk, player, now=NOW, rng=random.Random(1))
    assert f"{player.name} left: a bot plays the seat." in page(client, match)
    play.return_to_match(match.pk, player, now=NOW)
    assert f"{player.name} came back." in page(client, match)


def test_until_when_a_seat_may_act_is_told_to_all(client, match):
    assert 'datetime="2026-12-03T18:00:00+00:00" data-due>until December 3, 18:00 UTC<' in page(
        client, match
    )


def test_a_pause_is_proposed_and_answered_on_the_page(client, match):
    one, other = drivers.to_move(match), waiting_at(match)
    log_in(client, one)
    assert "Propose a pause" in page(client, match, "proposals/")
    assert client.post(url(match, "proposals/"), {"kind": "pause"}).status_code == 302
    assert f"{one.name} proposes a pause." in page(client, match)
    assert f"Still to agree: {other.name}." in page(client, match)
    assert 'value="agree"' not in page(client, match)
    log_in(client, other)
    assert 'value="agree"' in page(client, match)
    proposal = match.proposals.get()
    client.post(url(match, f"proposals/{proposal.pk}"), {"answer": "agree"})
    match.refresh_from_db()
    assert match.paused_at is not None
    text = page(client, match)
    assert "This match is paused; nobody&#x27;s time runs." in text
    assert 'name="action"' not in text
    client.post(url(match, "resume"))
    match.refresh_from_db()
    assert match.paused_at is None


def test_a_refused_proposal_says_why(client, match):
    log_in(client, drivers.to_move(match))
    answer = client.post(url(match, "proposals/"), {"kind": "forfeit"})
    assert answer.status_code == 422
    assert "That is nothing that can be proposed here." in answer.content.decode()


def test_a_table_over_days_offers_no_slower_clock(client, match):
    log_in(client, drivers.to_move(match))
    assert "Go on over days" not in page(client, match, "proposals/")
    live = start_match(drivers.to_move(match), make_player(), terms=Terms("live 30s"))
    assert "3 days a turn" in page(client, live, "proposals/")


def test_strangers_have_no_page_of_proposals(client, match):
    assert client.get(url(match, "proposals/")).status_code == 302
    stranger = make_player()
    log_in(client, stranger)
    assert client.get(url(match, "proposals/")).status_code == 302
    pause = proposals_of(match)
    client.post(url(match, f"proposals/{pause.pk}"), {"answer": "agree"})
    assert not pause.agreed.filter(player=stranger).exists()


def proposals_of(match):
    proposals.propose(match.pk, drivers.to_move(match), "pause", now=timezone.now())
    return match.proposals.get()


def test_get_requests_change_nothing(client, match):
    log_in(client, waiting_at(match))
    before = Match.objects.get(pk=match.pk).version
    for rest in ("order/withdraw", "resume", "proposals/1"):
        assert client.get(url(match, rest)).status_code == 405
    assert Match.objects.get(pk=match.pk).version == before


def test_a_vacation_is_told_at_the_table(client, match):
    player = waiting_at(match)
    days = date(2026, 12, 24), date(2027, 1, 2)
    hours.announce_vacation(user_of(player), *days, now=NOW)
    told = f"{player.name} is on vacation from December 24 to January 2."
    assert told in page(client, match)
