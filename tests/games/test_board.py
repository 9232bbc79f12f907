"""The table's page offers exactly what the rules allow, for every preset and whole matches."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from accounts.models import User
from games import engine
from games.models import Player, Seat
from games.selectors.board import Board, recent
from games.selectors.prompt import choices, prompt
from games.selectors.wording import action_lines

URL = "/tables/x/"
CHOICES = [
    ("clubhouse", {}),
    ("clubhouse", {"final_putt": True, "layout": "2x4"}),
    ("clubhouse-fixed", {"openers_seen": "peek"}),
    ("arena", {"powers": "on"}),
    ("arena", {"layout": "2x2", "powers": "on", "memory": "unassisted"}),
    ("arena", {"layout": "3x3"}),
    ("double-pack", {"golf_call": True, "court_cards": "jacks_20_skip"}),
    ("single-pack", {"one_eyed_jacks": "wild"}),
    ("four-card", {"golf_call": True, "adjacent_pairs_charge": 10}),
    ("four-card", {"memory": "assisted", "four_of_a_kind": "wins_match"}),
    ("nine-card", {}),
    ("to-the-limit", {"layout": "3x4", "limit": 50}),
    ("house", {}),
]


def seats_of(count):
    return [
        Seat(number=n, chair=n, player=Player(pk=n + 1, user=User(username=f"P{n}")))
        for n in range(count)
    ]


def start(preset, chosen, seats, rng):
    rules = engine.PRESETS[preset].ruleset({"holes": 3, **chosen})
    state = engine.new_match(rules, seats)
    return step_on(state, rng)


def offered(seen, seats, pick="", visited=None):
    """Every action that can be reached from the page by taps, whatever is picked up first."""
    visited = set() if visited is None else visited
    if pick in visited:
        return set()
    visited.add(pick)
    board = Board(seen, seats, URL, pick)
    assert board.pick == pick
    views = [board.seat(number) for number in range(len(seats))]
    slots = [slot for view in views for row in view.rows for slot in row]
    taps: list[Any] = [*slots, board.stock(), board.discard(), *choices(board)]
    found = {tap.action for tap in taps if tap.action}
    for tap in taps:
        if tap.href:
            query = parse_qs(urlsplit(tap.href).query)
            found |= offered(seen, seats, query.get("pick", [""])[0], visited)
    return found


@pytest.mark.heavy
@pytest.mark.parametrize(("preset", "chosen"), CHOICES)
def test_the_page_offers_exactly_what_is_lawful(preset, chosen):
    rng = random.Random(f"{preset}{chosen}")
    count = max(3, engine.PRESETS[preset].seats[0])
    seats = seats_of(count)
    state = start(preset, chosen, count, rng)
    for _step in range(70):
        if state.phase is engine.MatchPhase.FINISHED:
            break
        for viewer in (*range(count), None):
            seen = engine.observe(state, viewer)
            lawful = () if viewer is None else engine.legal_actions(state, viewer)
            assert offered(seen, seats) == {action.text for action in lawful}
            assert prompt(Board(seen, seats, URL))
        state = step_on(state, rng)


def step_on(state, rng):
    if state.undo_to is not None and rng.random() < 0.3:
        return engine.apply(state, engine.Undo(state.undo_to.hole.to_move)).state
    action = engine.chance_action(state, rng)
    if action is None:
        action = rng.choice(engine.legal_actions(state, rng.choice(engine.seats_to_act(state))))
    return engine.apply(state, action).state


@pytest.mark.parametrize(
    "pick", ["exchange-9.9", "exchange-", "exchange-x", "peek", "knock", "\x00"]
)
def test_a_pick_that_leads_nowhere_is_dropped(pick):
    state = start("clubhouse", {}, 2, random.Random(1))
    seen = engine.observe(state, 0)
    assert Board(seen, seats_of(2), URL, pick).pick == ""


@pytest.mark.parametrize(("preset", "chosen"), CHOICES)
def test_everything_that_happens_has_words_and_leaves_traces_on_the_board(preset, chosen):
    rng = random.Random(7)
    count = max(3, engine.PRESETS[preset].seats[0])
    names = [seat.name for seat in seats_of(count)]
    state = start(preset, chosen, count, rng)
    places = {f"seat-{n}-slot-{slot}" for n in range(count) for slot in range(state.ruleset.cards)}
    places |= {"stock", "drawn", "discard"}
    for _step in range(160):
        if state.phase is engine.MatchPhase.FINISHED:
            break
        action = engine.chance_action(state, rng) or rng.choice(
            engine.legal_actions(state, engine.seats_to_act(state)[0])
        )
        if state.undo_to is not None and rng.random() < 0.3:
            action = engine.Undo(state.undo_to.hole.to_move)
        transition = engine.apply(state, action)
        facts = [event.facts_for(None) for event in transition.events]
        silent = {"dismissed", "hole_ended"}
        told = [fact for fact in facts if fact["kind"] not in silent]
        lines = action_lines(facts, names, state.ruleset.columns)
        joined = {fact["kind"] for fact in facts} >= {"discarded", "flipped"}
        assert len(lines) == len(told) - joined
        trace = recent(facts)
        assert trace.marked <= places
        assert {t.origin for t in trace.travels} | {t.target for t in trace.travels} <= places
        state = transition.state


def test_a_seat_that_knocked_says_so():
    state = start("four-card", {}, 2, random.Random(3))
    while state.hole.phase is engine.HolePhase.OPENERS:
        state = step_on(state, random.Random(1))
    state = engine.apply(state, engine.parse_action("knock", state.hole.to_move)).state
    board = Board(engine.observe(state, None), seats_of(2), URL)
    assert [board.status(n) for n in (0, 1)] == ["Knocked", "Last turn"]


def with_power(power, seats, count=3, layout="2x3"):
    """A board whose viewer has drawn a card with this power, whatever its rank."""
    powers = dict.fromkeys(("A", *map(str, range(2, 11)), "J", "Q", "K"), power)
    rules = engine.PRESETS["house"].ruleset(
        {"layout": layout, "openers": 0, "refuse": "may_flip", "powers": powers, "packs": 2}
    )
    state = step_on(engine.new_match(rules, count), random.Random(5))
    viewer = state.hole.to_move
    seen = engine.observe(engine.apply(state, engine.Draw(viewer)).state, viewer)
    return lambda pick="": Board(seen, seats, URL, pick)


def test_a_seat_is_opened_to_look_at_one_of_its_cards():
    board = with_power("peek_other", seats_of(3))
    view = board("peek").seat(2)
    assert (view.aim_href, view.is_aimed) == ("/tables/x/?pick=peek@2", False)
    assert board("peek").seat(0).aim_href is None
    opened = board("peek@2")
    assert [opened.seat(n).is_aimed for n in range(3)] == [False, False, True]
    assert opened.seat(2).aim_href is None
    assert {slot.action for row in opened.seat(1).rows for slot in row} == {None}
    assert opened.seat(2).rows[0][0].action == "discard peek 2.0"
    assert prompt(opened).startswith("Tap a hidden card of P2 to look at it; the ")
    assert [(one.label, one.href) for one in choices(opened)] == [
        ("Back to all seats", "/tables/x/?pick=peek"),
        ("Keep the drawn card", "/tables/x/"),
    ]


def test_both_cards_of_an_exchange_may_be_chosen_in_opened_seats():
    board = with_power("swap_any", seats_of(3))
    first = board("exchange@1").seat(1).rows[0][2]
    assert first.href == "/tables/x/?pick=exchange-1.2"
    second = board("exchange-1.2@2")
    assert second.seat(2).rows[1][0].action == "discard exchange 1.2 2.3"
    assert prompt(second) == "Tap the card of P2 to exchange it with."


@pytest.mark.parametrize("pick", ["peek@0", "peek@9", "peek@", "peek@x", "peek@2@2"])
def test_a_seat_where_no_card_may_be_chosen_is_not_opened(pick):
    assert with_power("peek_other", seats_of(3))(pick).pick == "peek"


def test_three_buttons_are_named_in_full_and_written_short():
    board = with_power("swap_any", seats_of(3))()
    assert prompt(board).endswith(" there, or throw it away:")
    assert [(one.label, one.short) for one in choices(board)] == [
        ("Throw away and turn one up", "Turn one up"),
        ("Throw away and exchange two cards", "Exchange two"),
        ("Throw away, turn nothing", "Turn nothing"),
    ]


def test_many_who_are_waited_for_are_counted():
    state = start("arena", {}, 6, random.Random(1))
    seats = seats_of(6)
    assert prompt(Board(engine.observe(state, None), seats, URL)) == (
        "Waiting for everybody to choose openers."
    )
    while 0 in engine.seats_to_act(state):
        state = engine.apply(state, engine.legal_actions(state, 0)[0]).state
    assert prompt(Board(engine.observe(state, 0), seats, URL)) == (
        "Waiting for 5 players to choose openers."
    )
