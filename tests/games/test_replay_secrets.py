"""A replay tells nothing too early: no card that its viewer does not know, and no result.

Cards are swapped, or the match is played on in another way, and the pages are compared byte by
byte, as in ``test_non_interference``.
"""

from __future__ import annotations

import itertools
import random
import re
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from games import engine
from games.engine import codec
from games.models import Match, Position
from games.selectors.wording import card_words
from games.services import play
from tests import drivers
from tests.factories import NOW, log_in, make_player, start_match
from tests.games.test_non_interference import TOKEN
from tests.games.worlds import swap_unseen

pytestmark = pytest.mark.django_db

ASKED = ("", "?as=0", "?as=1", "?as=open", "?spoilers=off", "?as=open&spoilers=off")
FACE = re.compile(r"/cards/(?:mini/)?(10[CDHS]|[2-9AJQK][CDHS]|X[12])[^/\"]*\.svg")


def client_of(match, viewer):
    """The browser of a seat's player, of somebody who watches, or of a stranger."""
    if viewer == "stranger":
        return Client()
    player = make_player() if viewer == "spectator" else drivers.player_at(match, viewer)
    return log_in(Client(), player)


def replays(client, match, asked=ASKED, steps=None):
    """Every step of a replay by address, and the last as a fragment in the other ways asked for."""
    steps = steps or range(1, Match.objects.get(pk=match.pk).sequence + 1)
    ways = [(step, asked[0]) for step in steps] + [(steps[-1], query) for query in asked[1:]]
    pages = {}
    for step, query in ways:
        address = f"/matches/{match.slug}/replay/{step}/{query}"
        answer = client.get(address, headers={} if query == asked[0] else {"HX-Request": "true"})
        assert answer.status_code == 200, address
        pages[address] = TOKEN.sub(b"token", answer.content)
    for query in asked:
        # What waits at the end asks for when the match has gone on, and while it has not.
        for step in steps[-2:]:
            address = f"/matches/{match.slug}/replay/{step}/news{query}"
            answer = client.get(address, headers={"HX-Request": "true"})
            pages[address] = TOKEN.sub(b"token", answer.content)
    return pages


def differing(before, after):
    return [address for address in before if before[address] != after[address]]


def is_in_the_second_hole(state):
    return state.hole_index == 1 and drivers.is_drawn(state)


def is_late_draw(state):
    return drivers.is_drawn(state) and sum(state.hole.turns) > 3


FACE_DOWN: dict[str, Any] = {
    "layout": "2x2",
    "openers": 0,
    "replaced_face": "down",
    "knock": True,
    "memory": "unassisted",
}
RUNNING = [
    ("clubhouse", {"layout": "2x2"}, is_in_the_second_hole),
    ("clubhouse", {}, is_late_draw),
    ("clubhouse-fixed", {"openers_seen": "peek"}, is_late_draw),
    ("arena", {"layout": "2x2", "powers": "on"}, is_late_draw),
    ("arena", {"layout": "2x2", "powers": "on", "memory": "unassisted"}, is_late_draw),
    ("four-card", {"memory": "unassisted"}, is_late_draw),
]


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("preset", "choices", "until", "viewer"),
    [
        # One viewer of a case here, the others when asked for.
        pytest.param(*case, viewer, marks=[] if number == at % 4 else [pytest.mark.long])
        for at, case in enumerate(RUNNING)
        for number, viewer in enumerate((0, "spectator", "stranger", 1))
    ],
)
def test_unseen_cards_change_no_byte_of_a_running_replay(preset, choices, until, viewer):
    match = start_match(preset=preset, **choices)
    drivers.play_on(match, until, seed=4)
    client = client_of(match, viewer)
    before = replays(client, match)
    number = viewer if isinstance(viewer, int) else None
    assert swap_unseen(match, number, random.Random(9)) >= 20
    assert differing(before, replays(client, match)) == []
    call_command("verify_history")


def test_who_gave_the_seat_to_a_bot_sees_what_everybody_sees():
    match = start_match(preset="arena", layout="2x2", powers="on")
    drivers.play_on(match, is_late_draw, seed=4)
    player = drivers.to_move(match)
    client = log_in(Client(), player)
    play.leave_match(match.pk, player, now=NOW, rng=random.Random(1))
    before = replays(client, match)
    assert swap_unseen(match, None, random.Random(9)) >= 20
    assert differing(before, replays(client, match)) == []


def test_this_test_can_fail():
    match = start_match()
    drivers.play_on(match, is_late_draw, seed=4)
    client = client_of(match, drivers.state_of(match).hole.to_move)
    latest = [Match.objects.get(pk=match.pk).sequence]
    before = replays(client, match, ("",), latest)
    swap_unseen(match, None, random.Random(9))
    assert len(differing(before, replays(client, match, ("",), latest))) == 1


def faces_in(view):
    """What lies where in a replay: faces of the layouts by seat, of the discard pile, in hand."""
    layouts = [[slot.card.face for row in seat.rows for slot in row] for seat in view.board.seats]
    drawn = None if view.board.drawn is None else view.board.drawn.face
    return layouts, view.board.discard.card and view.board.discard.card.face, drawn


@pytest.mark.parametrize(
    ("preset", "choices", "viewer"),
    [(*case[:2], (0, "spectator")[at % 2]) for at, case in enumerate(RUNNING)],
)
def test_the_latest_step_shows_what_the_table_shows(preset, choices, viewer):
    match = start_match(preset=preset, **choices)
    for count in range(4, 24, 4):
        state = drivers.play_on(match, lambda state: state.sequence >= count, seed=count)  # noqa: B023
        client = client_of(match, viewer)
        number = viewer if isinstance(viewer, int) else None
        seen = engine.observe(state, number)
        address = f"/matches/{match.slug}/replay/{state.sequence}/"
        view = client.get(address).context["replay"]
        expected = [[card.face for card in row] for row in seen.layouts]
        top = seen.discard[-1] if seen.discard else None
        assert faces_in(view) == (expected, top, seen.drawn)


@pytest.mark.parametrize(("preset", "choices", "until"), RUNNING)
def test_a_running_replay_names_no_face_that_its_viewer_does_not_know_now(preset, choices, until):
    match = start_match(preset=preset, **choices)
    state = drivers.play_on(match, until, seed=7)
    for viewer in (0, None):
        known = known_now(match, state, viewer)
        client = client_of(match, "stranger" if viewer is None else viewer)
        first = match.actions.filter(hole__number=state.hole_index).earliest("sequence").sequence
        for address, page in replays(client, match, steps=range(first, state.sequence + 1)).items():
            assert set(FACE.findall(page.decode())) <= known, address


def known_now(match, state, viewer):
    """The faces that the table and its log tell a viewer, and those of the discard pile."""
    seen = engine.observe(state, viewer)
    known = {card.face for row in seen.layouts for card in row} | {*seen.discard, seen.drawn}
    if state.ruleset.memory == "unassisted":
        return known
    return known | told_faces(match, state.hole_index)


def told_faces(match, hole):
    facts = match.actions.filter(hole__number=hole).values_list("facts", flat=True)
    return set(re.findall(r"'((?:10|[2-9AJQK])[CDHS]|X[12])'", str(list(facts))))


def test_unassisted_memory_gets_no_face_back_that_lies_hidden_now():
    match = start_match(preset="four-card", memory="unassisted")
    number = drivers.state_of(match).hole.to_move
    client = client_of(match, number)
    drivers.act(match, "turn 0")
    shown = client.get(f"/matches/{match.slug}/replay/2/").context["replay"]
    assert faces_in(shown)[0][number][0] is not None
    drivers.act(match, "turn 1")
    drivers.act(match, "turn 0")
    for step in (1, 2, 3, 4):
        view = client.get(f"/matches/{match.slug}/replay/{step}/?as={number}").context["replay"]
        assert set(faces_in(view)[0][number]) == {None}


def test_unassisted_memory_forgets_what_was_drawn_once_it_lies_face_down():
    match = start_match(preset="house", **FACE_DOWN)
    number = drivers.state_of(match).hole.to_move
    client = client_of(match, number)
    drivers.act(match, "draw")
    drawn = engine.observe(drivers.state_of(match), number).drawn
    at_draw = f"/matches/{match.slug}/replay/2/"
    assert faces_in(client.get(at_draw).context["replay"])[2] == drawn
    drivers.act(match, "swap 0")
    assert faces_in(client.get(at_draw).context["replay"])[2] is None
    assert f"/{drawn}." not in client.get(at_draw).text


def test_unassisted_memory_forgets_a_discard_that_was_taken_face_down():
    match = start_match(preset="house", **FACE_DOWN)
    taken = engine.observe(drivers.state_of(match), None).discard[-1]
    number = drivers.state_of(match).hole.to_move
    drivers.act(match, "take 0")
    for viewer in (0, 1, "stranger"):
        client = client_of(match, viewer)
        view = client.get(f"/matches/{match.slug}/replay/2/").context["replay"]
        assert faces_in(view)[0][number][0] == taken
    drivers.act(match, "draw")
    for viewer in (0, 1, "stranger"):
        client = client_of(match, viewer)
        for step in (1, 2, 3):
            page = client.get(f"/matches/{match.slug}/replay/{step}/")
            layouts, top, _drawn = faces_in(page.context["replay"])
            assert taken not in [*itertools.chain(*layouts), top]
            assert card_words(taken) not in page.text


def test_over_with_the_hole_its_secrets_are_open_but_those_of_the_next_are_not():
    match = start_match(layout="2x2")
    state = drivers.play_on(match, is_in_the_second_hole, seed=4)
    client = client_of(match, "stranger")
    last = match.actions.filter(hole__number=0).latest("sequence").sequence
    before = client.get(f"/matches/{match.slug}/replay/1/?as=open").context["replay"]
    assert None not in itertools.chain(*faces_in(before)[0])
    for query in ("?as=open", "?as=0"):
        after = client.get(f"/matches/{match.slug}/replay/{last + 1}/{query}").context["replay"]
        assert set(itertools.chain(*faces_in(after)[0])) == {None}
        assert after.note.startswith("This hole is still being played")
    assert state.hole_index == 1


@pytest.mark.parametrize("choices", [{}, {"preset": "arena", "memory": "unassisted"}])
def test_spoiler_free_pages_are_the_same_whatever_comes_later(choices):
    match = start_match(layout="2x2", **choices)
    drivers.play_on(match, is_in_the_second_hole, seed=4)
    asked = ("?spoilers=off", "?as=open&spoilers=off")
    steps = range(1, drivers.state_of(match).sequence, 2)
    ends, pages = [], []
    for seed in (5, 6):
        with transaction.atomic():
            state = drivers.play_on(match, drivers.is_finished, seed)
            ends.append((state.sequence, state.totals))
            pages.append(replays(client_of(match, 0), match, asked, steps))
            transaction.set_rollback(True)
    assert ends[0] != ends[1]
    assert differing(*pages) == []


def test_a_page_with_spoilers_differs_by_what_comes_later():
    match = start_match(layout="2x2")
    drivers.play_on(match, is_in_the_second_hole, seed=4)
    pages = []
    for seed in (5, 6):
        with transaction.atomic():
            drivers.play_on(match, drivers.is_finished, seed)
            pages.append(replays(Client(), match, ("",), [3]))
            transaction.set_rollback(True)
    # By its own address and in the answer to one who waits there.
    assert len(differing(*pages)) == 2


def test_looking_at_a_replay_writes_nothing():
    match = start_match()
    drivers.play_on(match, is_late_draw, seed=4)
    before = Position.objects.get(match=match).state
    codec.decode_state(before)
    client = client_of(match, 0)
    seats = list(match.seats.order_by("pk").values())
    replays(client, match, ("?as=0",))
    assert Position.objects.get(match=match).state == before
    assert list(match.seats.order_by("pk").values()) == seats
