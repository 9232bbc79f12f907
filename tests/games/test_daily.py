"""The day's nine: the same deals for everybody, started once, sealed while the day lasts."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from games import clerk, engine
from games.models import Action, ClubDaily, DailyEntry, DailyNine, DailySecret, Match
from games.selectors.access import Viewer, can_view
from games.services import daily, play
from games.services.refusals import Refused
from tests.accounts.club_world import club_of
from tests.factories import NOW, make_player, make_preset, user_of
from tests.games.test_races import at_once
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


def test_one_starts_once_whatever_the_database_is_asked():
    ann = make_player()
    entry = DailyEntry.objects.get(match=start(ann))
    other = Match.objects.get()
    other.pk, other.slug, other.invite = None, "other", "other"
    other.save()
    with pytest.raises(IntegrityError), transaction.atomic():
        DailyEntry.objects.create(nine=entry.nine, player=ann, match=other, started_at=NOW)
    again = {name: getattr(entry.nine, name) for name in ("ruleset", "starts_at", "ends_at")}
    with pytest.raises(IntegrityError), transaction.atomic():
        DailyNine.objects.create(day=entry.nine.day, **again)


def test_who_asks_at_the_same_moment_gets_the_same_nine(monkeypatch):
    made = daily.nine_of(None, NOW)
    seen = iter([None])
    monkeypatch.setattr(daily, "current_nine", lambda *_asked: next(seen))
    assert daily.nine_of(None, NOW) == made
    assert DailySecret.objects.count() == 1


def test_a_second_before_the_end_it_is_still_today():
    ann = make_player()
    end = datetime(2026, 12, 10, tzinfo=UTC)
    match = start(ann, now=end - timedelta(seconds=1))
    nine = DailyEntry.objects.get(match=match).nine
    assert (nine.day, nine.ends_at) == (date(2026, 12, 9), end)
    other = start(ann, now=end)
    assert DailyEntry.objects.get(match=other).nine.day == date(2026, 12, 10)


@pytest.mark.parametrize(
    ("zone", "now", "day", "starts_at", "hours"),
    [
        ("America/Bogota", "2026-12-09T04:59", date(2026, 12, 8), "2026-12-08T05:00", 24),
        ("America/Bogota", "2026-12-09T05:00", date(2026, 12, 9), "2026-12-09T05:00", 24),
        ("Pacific/Tongatapu", "2026-12-09T11:00", date(2026, 12, 10), "2026-12-09T11:00", 24),
        ("Europe/Paris", "2026-03-29T12:00", date(2026, 3, 29), "2026-03-28T23:00", 23),
        ("Europe/Paris", "2026-10-25T22:59", date(2026, 10, 25), "2026-10-24T22:00", 25),
    ],
)
def test_a_clubs_day_is_that_of_its_zone(zone, now, day, starts_at, hours):
    owner = make_player()
    club = club_of(user_of(owner), time_zone=zone)
    ClubDaily.objects.create(club=club)
    at = datetime.fromisoformat(f"{now}+00:00")
    match = daily.start_nine(owner, club, now=at, rng=random.Random(1))
    nine = DailyEntry.objects.get(match=match).nine
    assert (nine.day, nine.starts_at) == (day, datetime.fromisoformat(f"{starts_at}+00:00"))
    assert nine.ends_at - nine.starts_at == timedelta(hours=hours)


def test_a_club_that_moves_to_another_zone_plays_no_day_twice():
    owner = make_player()
    club = club_of(user_of(owner), time_zone="Pacific/Tongatapu")
    ClubDaily.objects.create(club=club)
    at = datetime(2026, 12, 9, 10, 30, tzinfo=UTC)
    match = daily.start_nine(owner, club, now=at, rng=random.Random(1))
    club.time_zone = "America/Bogota"
    assert daily.start_nine(owner, club, now=at, rng=random.Random(1)) == match
    with pytest.raises(Refused) as refused:
        daily.start_nine(owner, club, now=at + timedelta(hours=1), rng=random.Random(1))
    assert refused.value.code == "daily_over"


def test_where_it_was_started_from_is_forgotten_after_sixty_days(monkeypatch):
    monkeypatch.setattr(clerk, "close_old_connections", lambda: None)
    ann, ben = make_player(), make_player()
    here = daily.Origin("192.0.2.1", "a")
    start(ann, origin=here)
    start(ben, now=NOW + timedelta(days=1), origin=here)
    clerk.forget(NOW + timedelta(days=60, seconds=1))
    rows = DailyEntry.objects.order_by("pk").values_list("network", "browser")
    assert rows[0] == ("", "")
    assert "" not in rows[1]


def test_the_network_of_an_address_of_the_sixth_version_is_its_first_half():
    players = [make_player() for _ in range(4)]
    addresses = ("2001:db8::1", "2001:db8::ffff", "2001:db8:0:1::1", "::ffff:192.0.2.1")
    for player, address in zip(players, addresses, strict=True):
        start(player, origin=daily.Origin(address))
    start(last := make_player(), origin=daily.Origin("192.0.2.1"))
    found = [DailyEntry.objects.get(player=one).network for one in (*players, last)]
    assert [found.index(one) for one in found] == [0, 0, 2, 3, 3]


@pytest.mark.django_db(transaction=True)
def test_pressed_by_many_at_once_the_day_has_one_secret_and_everybody_one_match():
    make_preset()
    ann, ben = make_player(), make_player()
    found = at_once(*[lambda: start(ann)] * 4, *[lambda: start(ben)] * 4)
    assert len(set(found[:4])) == len(set(found[4:])) == 1
    assert DailyNine.objects.count() == DailySecret.objects.count() == 1
    assert Match.objects.count() == DailyEntry.objects.count() == 2
    assert deals_of(found[0]) == deals_of(found[4])
