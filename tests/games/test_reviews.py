"""Reviews: asked for once, worked out once, taken over, failed and asked for again."""

from __future__ import annotations

import logging
import threading
from datetime import timedelta

import pytest
from django.db import OperationalError

from games import clerk, engine
from games.analysis.review import VERSION, read_review
from games.models import Hole, HoleReview, Review, SeatReview
from games.services import reviewing, reviews
from games.services.refusals import Refused
from games.services.reviewing import review_next, take_hole
from tests import drivers
from tests.factories import NOW, make_player, start_match
from tests.plain_review import plain_review
from tests.reviews import finished_match, know_par, work_all

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def ask(match, player=None, *, hole=None, now=NOW):
    reviews.request_review(match, player or drivers.player_at(match, 0), now=now, hole=hole)


def refused(call, *arguments, **more):
    with pytest.raises(Refused) as caught:
        call(*arguments, **more)
    return caught.value.code


def broken(start, actions, *, tell):
    raise ZeroDivisionError("no strokes")


# Asking


def test_a_review_is_worked_out_hole_by_hole_when_it_is_asked_for():
    match = finished_match(holes=3)
    assert not review_next(plain_review)
    ask(match)
    assert Review.objects.get().state == "waiting"
    assert review_next(plain_review, clock=lambda: NOW)
    review = Review.objects.get()
    assert (review.state, review.holes_done, review.holes_total) == ("waiting", 1, 3)
    assert work_all() == 2
    review = Review.objects.get()
    assert (review.state, review.holes_done, review.ended_at) == ("done", 3, NOW)
    assert [row.hole.number for row in review.holes.all()] == [0, 1, 2]


def test_what_was_worked_out_reads_back_and_its_sums_hold():
    match = finished_match()
    ask(match)
    work_all()
    for row in HoleReview.objects.all():
        found = read_review(row.data)
        assert (row.version, row.is_extra, found.hole) == (VERSION, False, row.hole.number)
        strokes = dict(row.hole.strokes.values_list("seat__number", "strokes"))
        assert {one.seat: one.strokes for one in found.seats} == strokes
        for seat in row.seats.all():
            total = seat.expected - seat.deal - seat.draws - seat.skill
            assert seat.strokes == pytest.approx(total)
            assert seat.expected == 11


def test_a_seats_decisions_are_counted_by_what_they_are_and_who_made_them():
    match = finished_match(holes=1)
    clocked = match.actions.filter(seat__number=0).exclude(kind="dismiss").order_by("sequence")[1]
    match.actions.filter(pk=clocked.pk).update(played_by="clock")
    ask(match)
    work_all()
    found = read_review(HoleReview.objects.get().data)
    mine = [one for one in found.decisions if one.seat == 0 and one.label != "only"]
    row = SeatReview.objects.get(seat__number=0)
    assert row.decisions == len(mine) > 3
    assert row.own_decisions == len([one for one in mine if one.sequence != clocked.sequence])
    assert row.slips == sum(one.label == "slip" for one in mine)
    assert row.blunders == sum(one.label == "blunder" for one in mine)


def test_asking_again_changes_nothing():
    match = finished_match()
    ask(match)
    ask(match, make_player(), now=NOW + SECOND)
    review = Review.objects.get()
    assert (review.requested_at, review.requested_by) == (NOW, drivers.player_at(match, 0))
    work_all()
    ask(match, now=NOW + SECOND)
    assert Review.objects.get().state == "done"
    assert work_all() == 0


def test_a_hole_that_is_being_played_is_not_reviewed():
    match = start_match()
    know_par(match)
    assert refused(ask, match) == "hole_running"
    assert refused(ask, match, hole=0) == "hole_running"
    assert refused(ask, match, hole=1) == "no_hole"
    assert not Review.objects.exists()


def test_the_holes_of_a_running_match_are_reviewed_once_they_are_over():
    match = start_match(holes=3)
    know_par(match)
    drivers.play_on(match, drivers.is_at_score_card)
    ask(match, hole=0)
    assert work_all() == 1
    for number in (0, 1):
        drivers.submit(match, drivers.player_at(match, number), "dismiss")
    assert refused(ask, match, hole=1) == "hole_running"
    ask(match)
    assert work_all() == 0
    drivers.play_on(match, drivers.is_finished)
    ask(match)
    assert work_all() == 2
    assert Review.objects.get().holes_total == 3


def test_an_extra_hole_is_marked_and_counts_its_own_seats():
    worthless = dict.fromkeys(engine.RANKS, 0)
    match = finished_match(holes=1, tie="extra_hole", values=worthless)
    ask(match)
    assert work_all() == 4
    marks = HoleReview.objects.order_by("hole__number").values_list("is_extra", flat=True)
    assert list(marks) == [False, True, True, True]
    assert SeatReview.objects.filter(hole__is_extra=True).count() == 6


def test_what_an_older_analysis_found_is_worked_out_again_when_it_is_asked_for():
    match = finished_match(holes=2)
    ask(match)
    work_all()
    HoleReview.objects.update(version=VERSION + 1)
    assert work_all() == 0
    ask(match, now=NOW + SECOND)
    assert work_all() == 2
    assert set(HoleReview.objects.values_list("version", flat=True)) == {VERSION}


# Limits


def test_one_player_asks_for_so_many_reviews_in_an_hour(monkeypatch):
    monkeypatch.setattr(reviews, "ASKED_MAX", 2)
    player = make_player()
    matches = [finished_match(holes=1) for _number in range(3)]
    for match in matches[:2]:
        ask(match, player)
    assert refused(ask, matches[2], player) == "too_many_reviews"
    ask(matches[0], player)
    ask(matches[2], make_player())
    ask(finished_match(holes=1), player, now=NOW + timedelta(hours=1))


def test_so_many_reviews_wait_at_once(monkeypatch):
    monkeypatch.setattr(reviews, "OPEN_MAX", 1)
    one, other = finished_match(holes=1), finished_match(holes=1)
    ask(one)
    assert refused(ask, other) == "reviews_busy"
    work_all()
    ask(other)


# Working


def test_progress_is_noted_once_in_a_second_at_most():
    match = finished_match(holes=1)
    ask(match)
    times = iter(NOW + timedelta(seconds=0.3) * step for step in range(1000))
    notes = []

    def slow(start, actions, *, tell):
        for done in range(10):
            tell(done, 10)
            notes.append(Review.objects.get().decisions_done)
        return plain_review(start, actions)

    assert review_next(slow, clock=lambda: next(times))
    assert notes == [0, 0, 0, 3, 3, 3, 3, 7, 7, 7]


def test_no_hole_is_held_by_two():
    ask(finished_match(holes=2))
    assert take_hole(NOW) is not None
    assert take_hole(NOW + reviewing.CLAIM_OLD) is None


def test_a_hole_whose_worker_is_gone_is_taken_over():
    ask(finished_match(holes=1))
    gone = take_hole(NOW)
    later = NOW + reviewing.CLAIM_OLD + SECOND
    taken = take_hole(later)
    assert taken.hole == gone.hole
    assert taken.claim != gone.claim
    assert take_hole(later) is None


def test_a_worker_that_comes_too_late_keeps_nothing(caplog):
    ask(finished_match(holes=1))

    def sleep_too_long(start, actions, *, tell):
        assert work_all(seconds=100) == 1
        return plain_review(start, actions, expected=99.0)

    assert review_next(sleep_too_long, clock=lambda: NOW)
    assert SeatReview.objects.filter(expected=11).count() == 2
    assert Review.objects.get().state == "done"
    assert "taken over" in caplog.text


def test_a_worker_that_was_overtaken_hears_of_it_at_its_next_word():
    ask(finished_match(holes=1))
    times = iter(NOW + SECOND * 2 * step for step in range(100))
    heard = []

    def work(start, actions, *, tell):
        Review.objects.update(claim="another")
        tell(1, 2)
        heard.append("nothing")

    review_next(work, clock=lambda: next(times))
    assert heard == []
    assert Review.objects.get().state == "running"


def test_a_hole_that_ends_its_worker_each_time_fails(caplog):
    ask(finished_match(holes=1))
    for number in range(3):
        assert take_hole(NOW + number * timedelta(hours=1)) is not None
    with caplog.at_level(logging.ERROR):
        assert take_hole(NOW + timedelta(hours=3)) is None
    assert Review.objects.get().state == "failed"


def test_a_fault_is_noted_and_the_review_can_be_asked_for_again(caplog):
    match = finished_match(holes=2)
    ask(match)
    assert review_next(broken, clock=lambda: NOW)
    review = Review.objects.get()
    assert (review.state, review.hole, review.claim) == ("failed", 0, "")
    assert "no strokes" in caplog.text
    assert work_all() == 0
    assert refused(ask, match, now=NOW + SECOND) == "too_many_reviews"
    ask(match, now=NOW + timedelta(minutes=1))
    assert work_all() == 2
    assert Review.objects.get().state == "done"


def test_a_worker_that_is_to_stop_gives_its_hole_back():
    ask(finished_match(holes=1))
    is_stopping = []

    def work(start, actions, *, tell):
        is_stopping.append(True)
        tell(1, 2)

    assert review_next(work, clock=lambda: NOW, should_stop=lambda: bool(is_stopping))
    review = Review.objects.get()
    assert (review.state, review.tries, review.claimed_at) == ("waiting", 0, None)
    assert work_all() == 1


def test_reviews_are_worked_out_in_the_order_in_which_they_were_asked_for():
    early, late = finished_match(holes=2), finished_match(holes=2)
    ask(late, now=NOW + SECOND)
    ask(early, now=NOW)
    taken = [take_hole(NOW).match for _number in range(2)]
    assert taken == [early, late]


def test_a_review_goes_with_its_match():
    match = finished_match(holes=1)
    ask(match)
    work_all()
    Hole.objects.all().delete()
    assert not SeatReview.objects.exists()


# The clerk


class InProcess:
    """What the clerk has computed elsewhere, computed here."""

    def __init__(self, holes=1):
        self.left = holes
        self.stopping = threading.Event()
        self.was_closed = False

    def __call__(self, start, actions, *, tell):
        self.left -= 1
        return plain_review(start, actions, tell=tell)

    def rest(self):
        if not self.left:
            self.stopping.set()

    def close(self):
        self.was_closed = True


def test_the_clerk_works_out_what_waits_until_it_is_told_to_stop(monkeypatch):
    ask(finished_match(holes=2))
    process = InProcess(holes=2)
    monkeypatch.setattr(clerk, "ReviewProcess", lambda: process)
    monkeypatch.setattr(clerk, "REVIEW_SECONDS", 0)
    monkeypatch.setattr(clerk, "close_old_connections", lambda: None)
    clerk.keep_reviewing(process.stopping)
    assert Review.objects.get().state == "done"
    assert process.was_closed


def test_a_review_that_cannot_be_kept_ends_no_clerk(monkeypatch, caplog):
    def fail(*arguments, **more):
        raise OperationalError("the database is gone")

    monkeypatch.setattr(clerk, "review_next", fail)
    monkeypatch.setattr(clerk, "close_old_connections", lambda: None)
    assert clerk.review(threading.Event(), InProcess()) is False
    assert "the database is gone" in caplog.text
