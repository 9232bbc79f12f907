"""Many at once: threads against a real database, each with a connection of its own."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, time, timedelta
from threading import Barrier

import pytest
from django.db import connection

from accounts import closing, hours
from games.models import HoleReview, Match, Review, Seat
from games.services import lobby, pairing, play, reviews
from games.services.due import carry_out_due
from games.services.lobby import Terms
from games.services.refusals import Refused
from games.services.reviewing import review_next, take_hole
from tests import drivers
from tests.factories import NOW, make_player, make_preset, open_table, start_match, user_of
from tests.plain_review import plain_review
from tests.reviews import finished_match

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls):
    """Run the calls in threads that start together; returns results or refusal codes."""
    barrier = Barrier(len(calls))

    def run(call):
        barrier.wait()
        try:
            return call()
        except Refused as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_ten_copies_of_one_action_act_once():
    match = start_match()
    player = drivers.to_move(match)
    results = at_once(
        *[lambda: drivers.submit(match, player, "turn 0", based_on=1, key="same")] * 10
    )
    assert sorted(result.is_repeat for result in results) == [False] + [True] * 9
    assert {result.sequence for result in results} == {2}
    assert match.actions.count() == 2


def test_of_ten_different_actions_at_one_moment_one_is_kept():
    match = start_match(layout="3x3")
    player = drivers.to_move(match)
    results = at_once(
        *[
            lambda slot=slot: drivers.submit(
                match, player, f"turn {slot % 9}", based_on=1, key=f"key {slot}"
            )
            for slot in range(10)
        ]
    )
    assert sum(result == play.Submitted(2) for result in results) == 1
    assert results.count("stale") == 9


def test_twenty_parallel_joins_for_one_seat_seat_one():
    match = open_table()
    players = [make_player() for _number in range(20)]
    results = at_once(
        *[
            lambda p=p: lobby.join_table(
                match.pk, p, has_invite=False, now=NOW, rng=random.Random(1)
            )
            for p in players
        ]
    )
    assert results.count(None) == 1
    assert set(results) - {None} <= {"table_full", "already_started"}
    assert match.seats.count() == 2
    assert Match.objects.get(pk=match.pk).status == Match.Status.RUNNING


def test_twenty_who_look_for_a_table_at_once_play_ten_matches():
    preset = make_preset()
    players = [make_player() for _number in range(20)]
    results = at_once(
        *[
            lambda p=p: pairing.find_table(
                p, preset, seats=2, clock="3d", now=NOW, rng=random.Random(1)
            )
            for p in players
        ]
    )
    assert len({match.pk for match in results}) == 10
    assert set(Match.objects.values_list("status", flat=True)) == {Match.Status.RUNNING}
    assert Seat.objects.values("player").distinct().count() == 20


def test_ten_presses_of_one_person_open_one_table():
    player, preset = make_player(), make_preset()
    results = at_once(
        *[
            lambda: pairing.find_table(
                player, preset, seats=2, clock="3d", now=NOW, rng=random.Random(1)
            )
        ]
        * 10
    )
    assert len({match.pk for match in results}) == 1
    assert Match.objects.count() == 1


def test_two_people_close_the_score_card_at_the_same_moment():
    match = start_match()
    drivers.play_on(match, drivers.is_at_score_card)
    results = at_once(
        *[
            lambda n=n: drivers.submit(match, drivers.player_at(match, n), "dismiss", key="d")
            for n in (0, 1)
        ]
    )
    assert all(isinstance(result, play.Submitted) for result in results)
    assert match.holes.count() == 2
    assert match.actions.filter(kind="deal").count() == 2


def test_several_workers_play_a_bots_turn_once():
    match = open_table()
    lobby.add_bot(match.pk, match.host, now=NOW, rng=random.Random(2))
    if drivers.state_of(match).hole.to_move != match.seats.get(player=None).number:
        drivers.open_cards_of(match, match.host)
    before = match.actions.count()
    later = NOW + timedelta(minutes=1)
    results = at_once(*[lambda: carry_out_due(later, random.Random(4))] * 5)
    assert sum(results) == match.actions.count() - before == 1


def test_two_rematches_at_once_open_one_table():
    match = start_match()
    drivers.play_on(match, drivers.is_finished)
    results = at_once(
        *[
            lambda n=n: lobby.offer_rematch(
                match.pk, drivers.player_at(match, n), now=NOW, rng=random.Random(1)
            )
            for n in (0, 1)
        ]
    )
    assert results[0] == results[1]
    assert Match.objects.count() == 2


def test_people_who_share_tables_change_their_hours_at_once():
    pair = make_player(), make_player()
    matches = [start_match(*pair[:: 1 - 2 * (seed % 2)], terms=Terms("1d")) for seed in range(4)]

    def change(player):
        hours.set_hours(
            user_of(player),
            time_zone="Europe/Paris",
            sleep=(time(23), time(7)),
            weekend_off=False,
            now=NOW,
        )

    assert at_once(*[lambda p=p: change(p) for p in pair]) == [None, None]
    # 19:00 in Paris: four hours until 23:00, sixteen of the next day, four of the day after.
    due = {match.seats.get(is_to_act=True).due_at for match in matches}
    assert due == {datetime(2026, 12, 2, 10, 0, tzinfo=UTC)}


def test_accounts_that_are_closed_while_others_play_hold_nobody_up():
    matches = [start_match(seed=seed) for seed in (1, 2)]
    leaving = [drivers.to_move(match) for match in matches]
    busy = [start_match(layout="3x3", openers=8, seed=seed) for seed in range(4)]
    players = [drivers.to_move(match) for match in busy]

    def play_all(match, player):
        return [drivers.submit(match, player, f"turn {slot}") for slot in range(8)]

    results = at_once(
        *[lambda p=p: closing.close(p.user) for p in leaving],
        *[lambda m=m, p=p: play_all(m, p) for m, p in zip(busy, players, strict=True)],
    )
    assert results[:2] == [None, None]
    assert [len(result) for result in results[2:]] == [8] * 4
    for match, player in zip(matches, leaving, strict=True):
        assert match.seats.get(player=player).bot == play.HOUSE_BOT


def test_two_hundred_requests_for_one_review_compute_it_once():
    match = finished_match(holes=1)
    players = [make_player() for _number in range(10)]
    for _round in range(10):
        results = at_once(
            *[lambda p=p: reviews.request_review(match, p, now=NOW) for p in players for _ in "12"]
        )
        assert results == [None] * 20
    assert Review.objects.count() == 1
    begun = []

    def compute(*arguments, **more):
        begun.append(arguments)
        return plain_review(*arguments, **more)

    workers = at_once(*[lambda: review_next(compute, clock=lambda: NOW)] * 5)
    assert (len(begun), sum(workers)) == (1, 1)
    assert HoleReview.objects.count() == 1


def test_several_workers_take_each_review_once():
    for _number in range(3):
        match = finished_match(holes=1)
        reviews.request_review(match, match.host, now=NOW)
    taken = [one for one in at_once(*[lambda: take_hole(NOW)] * 5) if one is not None]
    assert len({one.review_id for one in taken}) == len(taken) == 3
