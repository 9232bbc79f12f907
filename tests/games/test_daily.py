"""The day's nine: the same deals for everybody, started once, sealed while the day lasts."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from games import engine
from games.models import Action, DailyEntry, DailyNine, DailySecret, Match
from games.selectors.access import Viewer, can_view
from games.services import daily, play
from games.services.refusals import Refused
from tests.factories import NOW, make_player
from tests.games.test_solitaire import play_to_the_end, state_of

pytestmark = pytest.mark.django_db


def start(player, *, now=NOW, seed=1, origin=daily.NOWHERE):
    return daily.start_nine(player, None, now=now, rng=random.Random(seed), origin=origin)


def deals_of(match):
    rows = Action.objects.filter(match=match, kind="deal").order_by("sequence")
    return [tuple(body["order"]) for body in rows.values_list("body", flat=True)]


def test_everybody_is_dealt_the_same_nine_whatever_they_play():
    ann, ben = make_player(), make_player()
    one, other = start(ann, seed=1), start(ben, seed=2)
    play_to_the_end(one, ann)
    for _hole in range(9):
        while "deal" in [a.text for a in engine.legal_actions(state_of(other), 0)]:
            play.submit_action(
                other.pk,
                ben,
                "deal",
                based_on=state_of(other).sequence,
                key=f"k{state_of(other).sequence}",
                now=NOW,
                rng=random.Random(3),
            )
        while engine.seats_to_act(state_of(other)):
            action = engine.legal_actions(state_of(other), 0)[0].text
            sequence = state_of(other).sequence
            play.submit_action(
                other.pk,
                ben,
                action,
                based_on=sequence,
                key=f"k{sequence}",
                now=NOW,
                rng=random.Random(3),
            )
            if action == "dismiss":
                break
    assert len(deals_of(one)) == 9
    assert deals_of(one) == deals_of(other)
    assert len(set(deals_of(one))) == 9


def test_another_day_has_other_deals():
    ann = make_player()
    one, other = start(ann), start(ann, now=NOW + timedelta(days=1))
    assert deals_of(one) != deals_of(other)
    assert DailyNine.objects.count() == DailySecret.objects.count() == 2


def test_it_is_started_once_whatever_became_of_it():
    ann = make_player()
    match = start(ann)
    assert start(ann) == match
    play.leave_match(match.pk, ann, now=NOW, rng=random.Random(1))
    assert start(ann) == match
    assert Match.objects.get().status == Match.Status.CANCELLED
    assert DailyEntry.objects.get().strokes is None


def test_guests_start_none():
    guest = make_player()
    guest.user.is_guest = True
    guest.user.save()
    with pytest.raises(Refused) as refused:
        start(guest)
    assert refused.value.code == "daily_wants_account"
    assert DailyEntry.objects.count() == 0


def test_strokes_and_time_are_kept_when_it_is_finished_in_time():
    ann = make_player()
    match = start(ann)
    play_to_the_end(match, ann)
    entry = DailyEntry.objects.get()
    assert (entry.strokes, entry.finished_at) == (match.seats.get().total, match.finished_at)
    spans = match.holes.values_list("started_at", "ended_at")
    assert entry.seconds == sum(int((end - begun).total_seconds()) for begun, end in spans)


def test_what_is_finished_after_the_day_does_not_count():
    ann = make_player()
    match = start(ann)
    play_to_the_end(match, ann, NOW + timedelta(days=1))
    assert match.status == Match.Status.FINISHED
    assert DailyEntry.objects.get().strokes is None


def test_nobody_else_sees_a_match_before_the_day_is_closed():
    ann, ben = make_player(), make_player()
    match = start(ann)
    play_to_the_end(match, ann)
    others = [Viewer(), Viewer(ben.pk), Viewer(ben.pk, frozenset([match.slug]))]
    assert [can_view(match, viewer) for viewer in others] == [False] * 3
    assert can_view(match, Viewer(ann.pk))
    nine = DailyNine.objects.get()
    assert daily.close_days(nine.ends_at - timedelta(seconds=1)) == 0
    assert daily.close_days(nine.ends_at) == 1
    assert daily.close_days(nine.ends_at) == 0
    match.refresh_from_db()
    assert [can_view(match, viewer) for viewer in others] == [True] * 3


def test_fingerprints_tell_alike_from_different_and_nothing_else():
    ann, ben, cid = make_player(), make_player(), make_player()
    start(ann, origin=daily.Origin("192.0.2.1", "a"))
    start(ben, origin=daily.Origin("192.0.2.1", "b"))
    start(cid)
    one, other, none = DailyEntry.objects.order_by("pk")
    assert one.network == other.network != ""
    assert one.browser != other.browser
    assert (none.network, none.browser) == ("", "")
    assert "192" not in one.network
