"""Nothing that a viewer gets depends on a card that this viewer has not seen (rules, section 9).

Each test reaches a position, collects everything a viewer can ask for, swaps the cards that the
viewer has not seen for others, and collects again: the bytes are the same.
"""

from __future__ import annotations

import json
import random
import re

import pytest
from asgiref.sync import async_to_sync
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games import engine
from games.bots import BOTS
from games.models import Player
from games.services import lobby
from tests import drivers
from tests.factories import NOW, log_in, make_player, start_match
from tests.games.test_consumers import connect, frame
from tests.games.worlds import reorder_stock, swap_unseen

pytestmark = pytest.mark.django_db(transaction=True)

TOKEN = re.compile(
    rb'(name="csrfmiddlewaretoken" value=|"X-CSRFToken": |id="talk-key" [^>]*value=)"[^"]+"'
)


def bytes_for(match, player: Player | None) -> dict[str, bytes]:
    """Everything the site says about a match to one viewer, by address."""
    client = Client() if player is None else log_in(Client(), player)
    drivers.catch_up(client, match)
    table = match.get_absolute_url()
    addresses = [
        table,
        f"{table}?pick=discard",
        f"{table}?pick=throw",
        reverse("games:home"),
        reverse("games:matches"),
        reverse("games:replay", args=[match.slug]),
        reverse("games:replay-at", args=[match.slug, 2]),
        reverse("games:invite", args=[match.invite]),
        *[reverse("games:player", args=[seat.player_id]) for seat in match.seats.all()],
    ]
    got = {address: client.get(address).content for address in addresses}
    got["fragment"] = client.get(table, headers={"HX-Request": "true"}).content
    got["lobby fragment"] = client.get("/", headers={"HX-Request": "true"}).content
    refused = {"action": "turn 99", "sequence": "1", "key": "k"}
    got["refusal"] = client.post(f"{table}actions", refused).content
    got["frame"] = async_to_sync(first_frame)(match, player).encode()
    return {name: TOKEN.sub(b"token", content) for name, content in got.items()}


async def first_frame(match, player):
    socket = await connect(match, player)
    text = await frame(socket)
    await socket.disconnect()
    return text


def reach(preset, moment, choices, seats=2):
    match = start_match(*[make_player() for _seat in range(seats)], preset=preset, **choices)
    if moment != "openers":
        drivers.play_on(match, {"turn": is_in_play, "drawn": is_late_draw}[moment])
    return match


def is_in_play(state):
    return state.hole.phase is engine.HolePhase.TURN and sum(state.hole.turns) > 3


def is_late_draw(state):
    return drivers.is_drawn(state) and sum(state.hole.turns) > 4


MOMENTS = [
    ("clubhouse", "openers", {}),
    ("clubhouse", "turn", {}),
    ("clubhouse", "drawn", {}),
    ("clubhouse", "drawn", {"layout": "3x3", "openers": 0}),
    ("clubhouse-fixed", "turn", {"openers_seen": "peek"}),
    ("clubhouse-fixed", "drawn", {"openers_seen": "peek", "layout": "2x2"}),
]


VIEWERS = (0, 1, "spectator", "stranger")
# Every moment with every viewer takes a minute: two of four here, the others when asked for.
SEEN = [
    pytest.param(
        *moment, viewer, marks=[pytest.mark.long] if (at + number) % 2 else [], id=f"{at}-{viewer}"
    )
    for at, moment in enumerate(MOMENTS)
    for number, viewer in enumerate(VIEWERS)
]


@pytest.mark.parametrize(("preset", "moment", "choices", "viewer"), SEEN)
def test_unseen_cards_change_no_byte_of_pages_frames_and_log(preset, moment, choices, viewer):
    match = reach(preset, moment, choices)
    number = viewer if isinstance(viewer, int) else None
    player = None if viewer == "stranger" else make_player()
    if number is not None:
        player = drivers.player_at(match, number)
    before = bytes_for(match, player)
    assert swap_unseen(match, number, random.Random(9)) >= 20
    after = bytes_for(match, player)
    assert [name for name in before if before[name] != after[name]] == []
    call_command("verify_history")


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_order_of_a_recycled_stock_changes_no_byte(viewer):
    match = start_match(*[make_player() for _seat in range(4)])
    drivers.open_cards(match)
    drivers.draw_on(match, "swap 0", until=lambda ledger: ledger.entries[-1].action.seat is None)
    player = None if viewer is None else drivers.player_at(match, viewer)
    before = bytes_for(match, player)
    assert reorder_stock(match, random.Random(9)) >= 20
    assert bytes_for(match, player) == before


def test_the_test_can_fail():
    match = reach("clubhouse", "drawn", {})
    drawer = drivers.state_of(match).hole.to_move
    player = drivers.player_at(match, drawer)
    before = bytes_for(match, player)
    swap_unseen(match, None, random.Random(9))
    after = bytes_for(match, player)
    assert before["frame"] != after["frame"]


def test_staff_see_no_more_of_a_running_hole_than_a_spectator(admin_user):
    match = reach("clubhouse", "drawn", {})
    before = admin_bytes(match, admin_user)
    swap_unseen(match, None, random.Random(9))
    assert admin_bytes(match, admin_user) == before


def admin_bytes(match, admin_user):
    client = Client()
    client.force_login(admin_user)
    hole = match.holes.get()
    addresses = [
        reverse("admin:games_match_change", args=[match.pk]),
        reverse("admin:games_match_changelist"),
        reverse("admin:games_hole_change", args=[hole.pk]),
        reverse("admin:games_action_changelist"),
        *[reverse("admin:games_action_change", args=[row.pk]) for row in match.actions.all()],
    ]
    answers = [client.get(address) for address in addresses]
    assert {answer.status_code for answer in answers} == {200}
    return [TOKEN.sub(b"token", answer.content) for answer in answers]


def test_a_bot_acts_the_same_whatever_it_has_not_seen():
    match = reach("clubhouse", "turn", {})
    state = drivers.state_of(match)
    number = state.hole.to_move
    first = BOTS["club"].answer(state, number, random.Random(2))
    swap_unseen(match, number, random.Random(9))
    other = drivers.state_of(match)
    assert other != state
    assert BOTS["club"].answer(other, number, random.Random(2)) == first


def test_no_page_or_frame_names_a_face_that_its_viewer_has_not_seen():
    match = start_match()
    faces = re.compile(rb"/cards/(10|[2-9AJQKX])([CDHS12])[^/\"]*\.svg")
    for seed in range(3):
        drivers.play_on(match, lambda state: sum(state.hole.turns) >= 4 * seed, seed=seed)  # noqa: B023
        state = drivers.state_of(match)
        for viewer in (0, 1, None):
            seen = engine.observe(state, viewer)
            known = {card.face for row in seen.layouts for card in row} | set(seen.discard)
            known |= {seen.drawn}
            player = None if viewer is None else drivers.player_at(match, viewer)
            got = bytes_for(match, player)
            content = got["frame"] + got[match.get_absolute_url()]
            named = {b"".join(face).decode() for face in faces.findall(content)}
            assert named
            assert named <= known


def test_the_log_of_a_running_match_tells_no_secret(client):
    match = reach("clubhouse", "drawn", {})
    view = client.get(match.get_absolute_url()).context["table"]
    assert view.log[0].text.endswith("drew a card from the stock.")


def test_an_open_table_says_nothing_of_cards(client):
    from tests.factories import open_table

    match = open_table()
    lobby.join_table(match.pk, make_player(), has_invite=False, now=NOW, rng=random.Random(1))
    deal = json.dumps(match.actions.get().body["order"])[1:-1]
    assert deal not in client.get(match.get_absolute_url()).text
