"""Pause, cancel, go on by correspondence: by common consent and no other way."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from games.models import Match, News, Proposal
from games.services import play, proposals
from games.services.due import carry_out_due
from games.services.lobby import Terms
from games.services.refusals import Refused
from tests import drivers
from tests.factories import NOW, make_player, start_match

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def table(*, clock="3d", people=3, **terms):
    players = [make_player() for _ in range(people)]
    return start_match(*players, terms=Terms(clock, **terms)), players


def propose(match, player, kind, clock="", now=NOW):
    proposals.propose(match.pk, player, kind, now=now, clock=clock)
    return match.proposals.order_by("-pk").first()


def answer(match, player, proposal, *, agrees=True, now=NOW):
    proposals.answer(match.pk, player, proposal.pk, agrees=agrees, now=now)


def code_of(act, *args, **kwargs):
    with pytest.raises(Refused) as refused:
        act(*args, **kwargs)
    return refused.value.code


def test_a_pause_takes_everybody_and_keeps_the_time_that_was_left():
    match, players = table()
    seat = match.seats.get(is_to_act=True)
    pause = propose(match, players[0], "pause", now=NOW + HOUR)
    answer(match, players[1], pause, now=NOW + 2 * HOUR)
    match.refresh_from_db()
    assert match.paused_at is None
    answer(match, players[2], pause, now=NOW + 3 * HOUR)
    match.refresh_from_db()
    seat.refresh_from_db()
    assert (match.paused_at, match.clerk_due_at) == (NOW + 3 * HOUR, NOW + 30 * DAY + 3 * HOUR)
    assert (seat.due_at, seat.time_left) == (None, 3 * DAY - 3 * HOUR)
    assert carry_out_due(NOW + 30 * DAY, random.Random(1)) == 0
    proposals.resume(match.pk, players[1], now=NOW + 30 * DAY)
    seat.refresh_from_db()
    match.refresh_from_db()
    assert seat.due_at == NOW + 33 * DAY - 3 * HOUR
    assert (match.paused_at, match.clerk_due_at) == (None, seat.due_at)
    kinds = list(match.news.values_list("kind", flat=True))
    assert kinds == ["proposed", "agreed", "agreed", "paused", "went_on"]


def test_a_pause_that_all_forget_ends_by_itself_after_thirty_days():
    match, players = table(people=2)
    seat = match.seats.get(is_to_act=True)
    pause = propose(match, players[0], "pause", now=NOW + HOUR)
    answer(match, players[1], pause, now=NOW + HOUR)
    assert carry_out_due(NOW + 30 * DAY, random.Random(1)) == 0
    assert carry_out_due(NOW + 30 * DAY + HOUR, random.Random(1)) == 1
    seat.refresh_from_db()
    assert seat.due_at == NOW + 33 * DAY
    assert match.news.last().facts == {"days": 30}


def test_one_refusal_is_enough():
    match, players = table()
    pause = propose(match, players[0], "pause")
    answer(match, players[1], pause, agrees=False)
    assert code_of(answer, match, players[2], pause) == "proposal_gone"
    match.refresh_from_db()
    assert match.paused_at is None


def test_a_table_without_pauses_refuses_them():
    match, players = table(allows_pauses=False)
    assert code_of(propose, match, players[0], "pause") == "no_pauses"
    assert not Proposal.objects.exists()


def test_a_match_is_cancelled_by_all_before_the_first_score_card():
    match, players = table(people=2)
    cancel = propose(match, players[0], "cancel")
    answer(match, players[1], cancel)
    match.refresh_from_db()
    assert (match.status, match.clerk_due_at) == (Match.Status.CANCELLED, None)
    assert not match.seats.filter(is_to_act=True).exists()
    assert not match.seats.filter(due_at__isnull=False).exists()
    assert code_of(drivers.act, match, "turn 0") == "not_running"


def test_after_a_score_card_nothing_is_cancelled():
    match, players = table(people=2)
    drivers.play_on(match, drivers.is_at_score_card)
    assert code_of(propose, match, players[0], "cancel") == "too_late_to_cancel"


def test_a_score_card_ends_a_proposal_to_cancel():
    match, players = table(people=2)
    cancel = propose(match, players[0], "cancel")
    drivers.play_on(match, drivers.is_at_score_card)
    assert code_of(answer, match, players[1], cancel) == "proposal_gone"


def test_a_live_match_goes_on_by_correspondence_with_a_full_bank():
    match, players = table(clock="live 30s", people=2)
    change = propose(match, players[0], "correspondence", clock="5d+12h<7d")
    answer(match, players[1], change, now=NOW + timedelta(seconds=10))
    match.refresh_from_db()
    seat = match.seats.get(is_to_act=True)
    assert match.clock == "5d+12h<7d"
    assert seat.due_at == NOW + timedelta(days=5, seconds=10)
    assert match.clerk_due_at == seat.due_at
    assert match.news.last().facts == {"clock": "5d+12h<7d"}


@pytest.mark.parametrize("clock", ["", "soon", "live 1m", "99d"])
def test_a_clock_to_go_on_by_is_one_over_days(clock):
    match, players = table(clock="live 30s")
    assert code_of(propose, match, players[0], "correspondence", clock=clock) == "bad_clock"


def test_correspondence_is_no_way_to_more_time():
    match, players = table(clock="3d")
    assert code_of(propose, match, players[0], "correspondence", clock="7d") == "bad_clock"


def test_bots_have_no_say():
    match, players = table(people=3)
    play.leave_match(match.pk, players[2], now=NOW, rng=random.Random(1))
    pause = propose(match, players[0], "pause")
    answer(match, players[1], pause)
    match.refresh_from_db()
    assert match.paused_at == NOW


def test_whoever_leaves_lets_the_proposal_fall():
    match, players = table()
    pause = propose(match, players[0], "pause")
    play.leave_match(match.pk, players[2], now=NOW, rng=random.Random(1))
    assert code_of(answer, match, players[1], pause) == "proposal_gone"


def test_one_proposal_at_a_time():
    match, players = table()
    propose(match, players[0], "pause")
    assert code_of(propose, match, players[1], "cancel") == "proposal_open"


def test_strangers_and_those_who_left_have_no_say():
    match, players = table()
    pause = propose(match, players[0], "pause")
    stranger = make_player()
    assert code_of(propose, match, stranger, "pause") == "not_seated"
    assert code_of(answer, match, stranger, pause) == "not_seated"
    assert code_of(proposals.resume, match.pk, players[0], now=NOW) == "not_paused"
    play.leave_match(match.pk, players[1], now=NOW, rng=random.Random(1))
    assert code_of(propose, match, players[1], "pause") == "left_table"


def test_nobody_agrees_twice_into_a_pause():
    match, players = table()
    pause = propose(match, players[0], "pause")
    answer(match, players[0], pause)
    answer(match, players[0], pause)
    match.refresh_from_db()
    assert match.paused_at is None


def test_what_is_no_proposal_is_refused():
    match, players = table()
    assert code_of(propose, match, players[0], "forfeit") == "bad_proposal"


def test_the_hidden_cards_of_a_cancelled_match_stay_hidden(client):
    match, players = table(people=2)
    cancel = propose(match, players[0], "cancel")
    answer(match, players[1], cancel)
    page = client.get(match.get_absolute_url())
    assert page.status_code == 200
    assert "agreed to cancel this match" in page.content.decode()
    assert "cards/" not in page.content.decode().partition("<main")[2]
    assert client.get(f"/matches/{match.slug}/replay/").status_code == 404
    assert News.objects.filter(kind="cancelled").exists()


def test_a_host_cannot_cancel_alone_by_handing_seats_to_bots():
    match, players = table()
    for player in players[1:]:
        number = match.seats.get(player=player).number
        play.remove_player(match.pk, players[0], number, now=NOW, rng=random.Random(1))
    assert code_of(propose, match, players[0], "cancel") == "removed_have_a_say"
    for player in players[1:]:
        play.return_to_match(match.pk, player, now=NOW)
    propose(match, players[0], "cancel")
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_nobody_proposes_without_end():
    match, players = table()
    for _time in range(3):
        answer(match, players[0], propose(match, players[0], "pause"), agrees=False)
    assert code_of(propose, match, players[0], "pause") == "too_many_proposals"
    propose(match, players[1], "pause")


def test_a_pause_ends_when_nobody_is_left_to_end_it():
    match, players = table(people=2)
    answer(match, players[1], propose(match, players[0], "pause"))
    play.leave_match(match.pk, players[0], now=NOW, rng=random.Random(1))
    match.refresh_from_db()
    assert match.paused_at == NOW
    play.leave_match(match.pk, players[1], now=NOW, rng=random.Random(1))
    match.refresh_from_db()
    assert match.paused_at is None
    assert match.clerk_due_at is not None


def test_no_bot_puts_a_score_card_away_during_a_pause():
    match, players = table(people=3)
    drivers.play_on(match, drivers.is_at_score_card)
    answer(match, players[1], pause := propose(match, players[0], "pause"))
    answer(match, players[2], pause)
    before = drivers.state_of(match).sequence
    play.leave_match(match.pk, players[2], now=NOW, rng=random.Random(1))
    assert drivers.state_of(match).sequence == before
    proposals.resume(match.pk, players[0], now=NOW)
    assert carry_out_due(NOW + HOUR, random.Random(1)) == 1
    assert drivers.state_of(match).sequence == before + 1
