"""Events from the announcement to the prizes, as organisers, members and the clerk run them."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts import closing, merging
from accounts.clubs import founding, joining
from accounts.models import Block, ClubAct, Membership, User
from games import engine
from games.engine import codec
from games.models import Bye, Entry, Event, EventRound, Match, Message, Result
from games.selectors.event_results import comparison, played_rounds, prizes, standings
from games.services import event_entries, event_rounds, events, play, proposals
from games.services.chance import seeded
from games.services.players import player_of
from games.services.refusals import Refused
from tests.factories import NOW, make_player, make_preset, user_of
from tests.games.events import (
    START,
    announce,
    club_with,
    deal_of,
    enter,
    names_at,
    play_out,
    play_round,
    sweep,
    tables_of,
)

pytestmark = pytest.mark.django_db


def code_of(call, *args, **named):
    with pytest.raises(Refused) as refused:
        call(*args, **named)
    return refused.value.code


def withdraw(event, player):
    event_entries.withdraw(event.pk, player, now=START, rng=random.Random(1))


def present(event, **only):
    entries = event.entries.filter(withdrawn_at__isnull=True, **only).order_by("entered_at", "pk")
    return [entry.player.name for entry in entries.select_related("player__user")]


def test_a_same_deal_event_of_seven_is_played_to_its_prizes():
    club, players = club_with(7)
    event = announce(
        club,
        players[0],
        seats=2,
        rounds=3,
        same_deals=True,
        prizes=("winner", "podium", "low_round", "low_hole", "low_net", "cards"),
    )
    enter(event, *players)
    assert sweep(NOW) == 0
    assert sweep() == 1
    met: Counter[tuple[str, str]] = Counter()
    sat_out: Counter[int] = Counter()
    for number in (1, 2, 3):
        drawn = event.drawn.get(number=number)
        matches = tables_of(drawn)
        assert [match.seats.count() for match in matches] == [2, 2, 2]
        assert len({deal_of(match) for match in matches}) == 1
        assert all(match.club_id == club.pk and not match.is_listed for match in matches)
        met.update(pair for m in matches for pair in combinations(sorted(names_at(m)), 2))
        sat_out.update(Bye.objects.filter(round=drawn).values_list("player", flat=True))
        play_round(event, seed=number)
        assert sweep(seed=number + 1) == 1
        assert sweep() == 0
    assert len(met) == 9
    assert set(met.values()) == {1}
    assert len(sat_out) == 3
    assert set(sat_out.values()) == {1}
    assert len({deal_of(tables_of(drawn)[0]) for drawn in event.drawn.all()}) == 3
    event.refresh_from_db()
    assert (event.state, event.ended_at) == ("finished", START)

    rounds = played_rounds(event)
    rows = standings(event, rounds, frozenset())
    assert len(rows) == 7
    assert rows[0].place == 1
    assert [row.figure for row in rows] == sorted(row.figure for row in rows)
    for row in rows:
        own = list(Result.objects.filter(player=row.player).values_list("strokes", flat=True))
        mean = sum(own) / len(own)
        assert float(row.figure) == pytest.approx(sum(own) + mean * (3 - len(own)))
    held = comparison(rounds[0])
    assert len(held) == 6
    assert {at.held.company for at in held} == {3}
    assert sum(at.held.score for at in held) == 0
    won = {prize.title: prize.winners for prize in prizes(event, rounds, rows)}
    assert [winner.player for winner in won["Winner"]] == [
        row.player for row in rows if row.place == 1
    ]
    lowest = min(Result.objects.values_list("strokes", flat=True))
    shown = f"\u2212{-lowest}" if lowest < 0 else str(lowest)
    assert won["Lowest round"][0].why.startswith(f"{shown} strokes in round ")
    assert won["Lowest net"] == ()
    assert len(won["Best with the same cards"]) == 1


def test_tables_of_two_and_three_are_alike_where_they_have_as_many_seats():
    club, players = club_with(7)
    event = announce(club, players[0], seats=3, rounds=2, same_deals=True)
    enter(event, *players)
    sweep()
    matches = tables_of(event.drawn.get())
    sizes = sorted(match.seats.count() for match in matches)
    assert sizes == [2, 2, 3]
    assert not Bye.objects.exists()
    two, other = (m for m in matches if m.seat_count == 2)
    three = next(m for m in matches if m.seat_count == 3)
    assert deal_of(two) == deal_of(other) != deal_of(three)
    play_round(event)
    sweep()
    held = comparison(played_rounds(event)[0])
    assert {at.table.slug for at in held} == {two.slug, other.slug}


def test_each_shuffle_has_a_generator_of_its_own():
    deck = list(range(52))

    def order(*label):
        cards = deck.copy()
        seeded("secret", *label).shuffle(cards)
        return tuple(cards)

    labels = [(0, 2, 0), (1, 2, 0), (0, 3, 0), (0, 2, 1), (0, 2, 2)]
    assert len({order(*label) for label in labels}) == 5
    assert order(0, 2, 1) == order(0, 2, 1)


def test_every_shuffle_at_tables_of_a_round_follows_from_its_secret_whoever_plays():
    club, players = club_with(8)
    event = announce(
        club, players[0], preset=make_preset("single-pack"), seats=4, rounds=1, same_deals=True
    )
    enter(event, *players)
    sweep()
    drawn, found = event.drawn.get(), []
    for match in tables_of(drawn):
        play_out(match, random.Random(1), to_the_last=True)
        state = engine.new_match(codec.decode_ruleset(match.ruleset), 4)
        shuffles: list[engine.Action] = []
        for body in match.actions.order_by("sequence").values_list("body", flat=True):
            action = codec.decode_action(body)
            if isinstance(action, engine.Deal | engine.Reshuffle):
                source = seeded(drawn.secret.secret, state.hole_index, 4, len(shuffles))
                assert engine.chance_action(state, source) == action
                shuffles.append(action)
            state = engine.apply(state, action).state
        found.append(shuffles)
    # Who does the same gets the same, to the last card of the stock.
    assert [shuffle.kind for shuffle in found[0]] == ["deal", "reshuffle", "reshuffle"]
    assert found[0] == found[1]


def test_late_entries_withdrawals_and_alternates_find_their_places():
    club, players = club_with(6)
    ann, ben, cy, dee, eve, flo = players
    event = announce(club, ann, seats=2, rounds=3, places=4)
    enter(event, ann, ben, cy, dee, eve)
    assert present(event, is_alternate=True) == ["Eve"]
    assert code_of(event_entries.enter, event.pk, ben, now=NOW) == "entered_already"
    stranger = make_player("Stranger")
    assert code_of(event_entries.enter, event.pk, stranger, now=NOW) == "members_only"
    withdraw(event, ben)
    assert present(event) == ["Ann", "Cy", "Dee", "Eve"]
    assert present(event, is_alternate=True) == []
    assert code_of(withdraw, event, ben) == "not_entered"
    sweep()
    assert {name for m in Match.objects.all() for name in names_at(m)} == set(present(event))
    # Ben enters again, and Flo for the first time: both wait, until somebody withdraws.
    event_entries.enter(event.pk, ben, now=START)
    event_entries.enter(event.pk, flo, now=START + timedelta(minutes=1))
    match = Match.objects.get(seats__player=cy)
    withdraw(event, cy)
    seat = match.seats.get(player=cy)
    assert (seat.bot, seat.left_at) == (play.HOUSE_BOT, START)
    assert present(event, is_alternate=True) == ["Flo"]
    play_round(event)
    sweep()
    second = event.drawn.get(number=2)
    assert {n for m in tables_of(second) for n in names_at(m)} == {"Ann", "Ben", "Dee", "Eve"}
    # Who leaves the club is out; who stands in line moves up.
    Membership.objects.filter(user=user_of(dee)).update(ended_at=START)
    play_round(event)
    sweep()
    third = event.drawn.get(number=3)
    assert {n for m in tables_of(third) for n in names_at(m)} == {"Ann", "Ben", "Eve", "Flo"}
    assert code_of(event_entries.enter, event.pk, cy, now=START) == "entry_closed"
    play_round(event)
    sweep()
    rounds = played_rounds(event)
    out = frozenset({cy.pk, dee.pk})
    rows = {row.player: row for row in standings(event, rounds, out)}
    assert [rows[p.pk].place for p in (cy, dee)] == [None, None]
    flos = Result.objects.get(player=flo).strokes
    assert [int(figure) for figure in rows[flo.pk].rounds] == [flos, flos, flos]
    assert code_of(withdraw, event, ann) == "event_over"


def test_entry_ends_at_its_time_and_too_few_players_call_the_evening_off():
    club, (ann, ben) = club_with(2)
    event = announce(club, ann, seats=2, closes_at=START - timedelta(hours=2), every="week")
    assert code_of(event_entries.enter, event.pk, ben, now=START - timedelta(hours=1)) == (
        "entry_closed"
    )
    enter(event, ben)
    organiser = {"now": NOW, "rng": random.Random(1)}
    refused = code_of(event_rounds.draw_round, event.pk, user_of(ann), 1, **organiser)
    assert refused == "too_few_players"
    assert sweep() == 1
    event.refresh_from_db()
    assert (event.state, event.is_too_small) == ("cancelled", True)
    following = event.next
    assert following.starts_at == START + timedelta(days=7)
    assert following.closes_at == following.starts_at - timedelta(hours=2)
    assert not following.entries.exists()


def test_an_organiser_draws_early_once_and_the_next_round_while_tables_play():
    club, players = club_with(4)
    event = announce(club, players[0], seats=2, rounds=2)
    enter(event, *players)
    owner = user_of(players[0])
    clock: dict[str, Any] = {"now": NOW, "rng": random.Random(1)}
    member = user_of(players[1])
    assert code_of(event_rounds.draw_round, event.pk, member, 1, **clock) == "not_organiser"
    assert code_of(event_rounds.draw_round, event.pk, owner, 2, **clock) == "round_drawn"
    event_rounds.draw_round(event.pk, owner, 1, **clock)
    assert code_of(event_rounds.draw_round, event.pk, owner, 1, **clock) == "round_drawn"
    event_rounds.draw_round(event.pk, owner, 2, **clock)
    assert Match.objects.running().count() == 4
    play_round(event)
    assert sweep(NOW) == 1
    event.refresh_from_db()
    assert event.state == "running"
    for match in Match.objects.running():
        play_out(match, random.Random(match.pk))
    assert sweep(NOW) == 1
    event.refresh_from_db()
    assert event.state == "finished"


def test_a_round_is_drawn_once_even_where_a_worker_has_not_seen_it():
    club, players = club_with(4)
    event = announce(club, players[0], seats=2, rounds=2)
    enter(event, *players)
    due = event_rounds.due_events(START)
    assert due == [event.pk]
    assert event_rounds.advance(event.pk, START, random.Random(1)) == 1
    assert event_rounds.advance(event.pk, START, random.Random(2)) == 0
    assert EventRound.objects.count() == 1
    assert Match.objects.count() == 2
    with pytest.raises(IntegrityError), transaction.atomic():
        EventRound.objects.create(event=event, number=1, drawn_at=START)


def test_what_fails_is_put_off_and_holds_up_no_other_event(monkeypatch, caplog):
    club, players = club_with(4)
    one, other = (announce(club, players[0], seats=2, rounds=1) for _n in range(2))
    for event in (one, other):
        enter(event, *players)
    real = event_rounds.draw

    def draw(*args, **named):
        if not EventRound.objects.exists() and not caplog.records:
            raise RuntimeError("no draw")
        return real(*args, **named)

    monkeypatch.setattr(event_rounds, "draw", draw)
    assert sweep() == 1
    one.refresh_from_db()
    assert one.due_at == START + event_rounds.RETRY_AFTER
    assert not one.drawn.exists()
    assert other.drawn.count() == 1
    assert sweep() == 0
    assert sweep(START + event_rounds.RETRY_AFTER) == 1


def test_who_blocked_another_is_kept_apart_while_that_can_be():
    club, players = club_with(4)
    ann, ben = players[:2]
    Block.objects.create(user=user_of(ann), other=user_of(ben), kind="block", at=NOW)
    for seed in range(4):
        event = announce(club, ann, seats=2, rounds=2)
        enter(event, *players)
        sweep(seed=seed)
        assert not any({"Ann", "Ben"} == names_at(m) for m in tables_of(event.drawn.get()))


def test_at_an_events_table_nobody_cancels_pauses_or_hands_a_seat_over():
    club, players = club_with(2)
    event = announce(club, players[0], seats=2, rounds=1)
    enter(event, *players)
    sweep()
    match = Match.objects.get()
    for kind in ("cancel", "pause", "correspondence"):
        asked = code_of(proposals.propose, match.pk, players[0], kind, now=START, clock="1d")
        assert asked == "event_table"
    other = match.seats.exclude(player=match.host).get()
    clock = {"now": START, "rng": random.Random(1)}
    refused = code_of(play.remove_player, match.pk, match.host, other.number, **clock)
    assert refused == "event_table"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"title": "  "}, "bad_event_title"),
        ({"title": "x" * 61}, "bad_event_title"),
        ({"starts_at": NOW}, "bad_event_time"),
        ({"starts_at": NOW + timedelta(days=800)}, "bad_event_time"),
        ({"closes_at": datetime(9999, 12, 31, tzinfo=UTC)}, "bad_event_time"),
        ({"rounds": 0}, "bad_event"),
        ({"seats": 2, "seats_min": 3}, "bad_event"),
        ({"places": 1}, "bad_event"),
        ({"scoring": "luck"}, "bad_event"),
        ({"prizes": ("winner", "winner")}, "bad_event"),
        ({"prizes": ("a pony",)}, "bad_event"),
        ({"clock": "soon"}, "bad_clock"),
        ({"choices": {"holes": 1000}}, "bad_ruleset"),
    ],
)
def test_what_can_not_be_an_event_is_refused_and_nothing_is_written(fields, code):
    club, players = club_with(1)
    assert code_of(announce, club, players[0], **fields) in {code, "not_in_club_rules"}
    assert not Event.objects.exists()
    assert not ClubAct.objects.filter(kind__startswith="event").exists()


def test_organisers_change_and_cancel_and_every_act_is_recorded():
    club, players = club_with(4)
    owner, member = user_of(players[0]), user_of(players[1])
    event = announce(club, players[0], seats=2, rounds=2, places=2, every="fortnight")
    enter(event, *players)
    form: dict[str, Any] = {"title": "Big evening", "preset": make_preset(), "starts_at": START}
    wanted = events.EventForm(
        **form, seats=2, rounds=2, choices={"holes": 3}, places=4, every="fortnight"
    )
    change, cancel = events.change_event, events.cancel_event
    assert code_of(change, event.pk, member, wanted, now=NOW) == "not_organiser"
    change(event.pk, owner, wanted, now=NOW)
    assert present(event, is_alternate=True) == []
    sweep()
    more = events.EventForm(
        **form, seats=2, rounds=3, choices={"holes": 3}, places=4, every="fortnight"
    )
    assert code_of(change, event.pk, owner, more, now=START) == "event_runs"
    assert code_of(cancel, event.pk, member, now=START) == "not_organiser"
    cancel(event.pk, owner, now=START)
    assert code_of(cancel, event.pk, owner, now=START) == "event_over"
    assert Match.objects.running().count() == 2
    assert event.next.title == "Big evening"
    acts = ClubAct.objects.filter(kind__startswith="event").order_by("pk")
    assert list(acts.values_list("kind", flat=True)) == [
        "event_announced",
        "event_changed",
        "event_cancelled",
    ]
    assert acts[1].facts["what"] == "places, title"


def test_a_series_keeps_its_local_time_across_summer_time_and_its_weekday_of_the_month():
    club, players = club_with(1, slug="seine")
    club.time_zone = "Europe/Paris"
    club.save()
    # Thursday, the 26th of March 2027, 19:30; clocks go forward on the 28th.
    at = datetime(2027, 3, 25, 18, 30, tzinfo=UTC)
    weekly = announce(club, players[0], starts_at=at, every="week")
    sweep(at)
    assert weekly.next.starts_at == datetime(2027, 4, 1, 17, 30, tzinfo=UTC)
    monthly = announce(club, players[0], starts_at=at, every="month")
    sweep(at + timedelta(days=40))
    assert monthly.next.starts_at == datetime(2027, 5, 27, 17, 30, tzinfo=UTC)


def test_a_closed_account_is_out_and_a_guests_entry_becomes_the_accounts():
    club, players = club_with(4)
    event = announce(club, players[0], places=2)
    enter(event, *players[1:])
    closing.close(user_of(players[1]))
    assert present(event, is_alternate=False) == ["Cy", "Dee"]
    guest = User.objects.create_user("Guest 1", is_guest=True)
    joining.join_by_link(club.join_token, guest, now=NOW)
    event_entries.enter(event.pk, player_of(guest), now=NOW)
    merging.merge(guest, user_of(players[0]))
    assert present(event, is_alternate=True) == ["Ann"]


def test_events_of_a_closed_club_end_without_a_draw_and_keep_who_entered():
    club, players = club_with(3)
    owner = user_of(players[0])
    coming = announce(club, players[0], every="week")
    running = announce(club, players[0], seats=2, rounds=2)
    enter(coming, *players)
    enter(running, *players)
    drawn = event_rounds.draw_round(running.pk, owner, 1, now=NOW, rng=random.Random(1))
    founding.close(club, owner, now=NOW)
    for match in tables_of(drawn):
        play_out(match, random.Random(2))
    sweep()
    states = Event.objects.order_by("pk").values_list("state", "is_too_small")
    assert list(states) == [("cancelled", False), ("finished", False)]
    assert Entry.objects.filter(withdrawn_at__isnull=True).count() == 6
    assert not Message.objects.filter(facts__topic="called_off").exists()


def test_an_event_that_begins_while_its_club_closes_keeps_who_entered(monkeypatch):
    club, players = club_with(3)
    event = announce(club, players[0])
    enter(event, *players)
    holds = event_rounds._hold_over

    def close_meanwhile(event):
        founding.close(club, user_of(players[0]), now=NOW)
        return holds(event)

    monkeypatch.setattr(event_rounds, "_hold_over", close_meanwhile)
    assert sweep() == 1
    event.refresh_from_db()
    assert (event.state, event.is_too_small, event.drawn.count()) == ("cancelled", False, 0)
    assert event.entries.filter(withdrawn_at__isnull=True).count() == 3
