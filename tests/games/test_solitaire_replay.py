"""Golf Solitaire again, step by step: the same replay as of every game."""

from __future__ import annotations

import io
import random
import re

import pytest
from django.core.management import call_command

from games import engine
from games.engine.solitaire import SolitaireRules
from games.models import Action, Match, Position
from games.services import solitaire
from tests.drivers import submit
from tests.factories import NOW, log_in, make_player
from tests.games.test_solitaire import play_to_the_end, practise, state_of

pytestmark = pytest.mark.django_db

TOKENS = re.compile(r'csrf[^>]*value="[^"]*"|"X-CSRFToken": "[^"]*"')


@pytest.fixture
def played():
    """Two holes played to their end, and their player."""
    player = make_player()
    match = solitaire.open_nine(player, SolitaireRules(holes=2), now=NOW, rng=random.Random(1))
    play_to_the_end(match, player)
    return match, player


def at(match, sequence, query=""):
    return f"/matches/{match.slug}/replay/{sequence}/{query}"


def view_at(client, match, sequence, query=""):
    return client.get(at(match, sequence, query)).context["replay"]


def board_as_told(view):
    """The faces of the columns, the pile's and the count of the stock."""
    board = view.board.board
    columns = tuple(tuple(card.face for card in column.cards) for column in board.columns)
    return columns, board.foundation.face, board.stock_count


def test_every_step_shows_the_board_as_it_was(client, played):
    match, player = played
    log_in(client, player)
    state, address = engine.new_match(SolitaireRules(holes=2), 1), at(match, 1)
    actions = [engine.decode_action(a.body) for a in match.actions.order_by("sequence")]
    steps = 0
    for action in actions:
        state = engine.apply(state, action).state
        if action.kind == "dismiss":
            continue
        seen = engine.observe(state, None)
        view = client.get(address, headers={"HX-Request": "true"}).context["replay"]
        assert board_as_told(view) == (seen.columns, seen.foundation, seen.stock_count)
        assert view.position == state.sequence
        assert [column.action for column in view.board.board.columns] == [None] * 7
        address, steps = view.steps.next, steps + 1
        if view.position == match.holes.get(number=0).actions.count() - 1:
            # Between the holes one stops where the score card was put away.
            address = client.get(address).context["replay"].steps.next
    assert address is None
    assert steps > 60


def test_it_has_what_a_replay_of_many_has_but_other_seats(client, played):
    match, player = played
    log_in(client, player)
    end = match.holes.get(number=0).actions.count()
    view = view_at(client, match, end - 1)
    assert (view.hole_label, view.rules_label) == ("Hole 1 of 2", "Golf Solitaire · 2 holes")
    assert view.line.endswith("strokes.")
    assert view.score_card.par == 5
    assert (view.what_if_url, view.steps.followed) == (None, "")
    assert [choice.label for choice in view.eyes] == [
        "As it was played",
        "With the stock's next card",
    ]
    assert [hole.strokes for hole in view.holes] == [
        (str(strokes),) for (strokes,) in state_of(match).scored
    ]
    page = client.get(at(match, end - 1)).text
    assert "Next action in this hole of" not in page
    assert "luck and play" not in page
    assert client.get(at(match, 1, "?as=0")).status_code == 404


def test_free_of_spoilers_it_tells_nothing_of_what_comes(client, played):
    match, player = played
    log_in(client, player)
    view = view_at(client, match, 2, "?spoilers=off")
    assert (view.position_label, len(view.holes), view.steps.last) == ("Step 2", 1, None)
    assert view.holes[0].strokes == ()


def test_open_the_next_card_of_the_stock_is_shown(client, played):
    match, player = played
    log_in(client, player)
    turned = match.actions.filter(kind="turn_stock").order_by("sequence").first()
    view = view_at(client, match, turned.sequence - 1, "?as=open")
    assert view.board.next_card.face == turned.facts[0]["card"]
    assert view.board.next_label in client.get(at(match, turned.sequence - 1, "?as=open")).text
    assert view_at(client, match, turned.sequence - 1).board.next_card is None


def test_what_was_taken_back_is_a_step_and_goes_on(client):
    player = make_player()
    match = practise(player)
    log_in(client, player)
    dealt = board_as_told(view_at(client, match, 1))
    submit(match, player, "deal")
    submit(match, player, "undo")
    view = view_at(client, match, 3)
    assert view.line.startswith("Took back the ")
    assert board_as_told(view) == dealt
    assert [(way.origin, way.target) for way in view.travels] == [("foundation", "stock")]
    assert [line.text.partition(" ")[0] for line in view.log] == ["Took", "Turned", "Hole"]


def other_stock(match):
    """Have another order of the cards that were not turned, everywhere it is stored."""
    state = state_of(match)
    deal = match.actions.get(kind="deal", hole__number=state.hole_index)
    left = state.hole.stock_left
    order = deal.body["order"]
    deal.body = {**deal.body, "order": order[:-left] + order[-left:][::-1]}
    Action.objects.filter(pk=deal.pk).update(body=deal.body)
    again = engine.before_hole(state, state.hole_index, deal.sequence)
    rows = match.actions.filter(hole=deal.hole_id).order_by("sequence")
    for row in rows:
        again = engine.apply(again, engine.decode_action(row.body)).state
    Position.objects.filter(match=match).update(state=engine.encode_state(again))


@pytest.mark.parametrize("undo", [False, True])
def test_while_a_hole_is_played_its_stock_is_in_no_page(client, undo):
    player = make_player()
    rules = SolitaireRules(holes=2, undo=undo)
    match = solitaire.open_nine(player, rules, now=NOW, rng=random.Random(1))
    log_in(client, player)
    for text in ("deal", "deal", *(("undo",) if undo else ())):
        submit(match, player, text)
    match.refresh_from_db()
    if undo:
        submit(match, player, "deal")

    def pages():
        found = [
            client.get(at(match, sequence, query))
            for sequence in (1, 2, 3)
            for query in ("", "?as=open", "?spoilers=off")
        ]
        assert [page.status_code for page in found] == [200] * 9
        return [TOKENS.sub("", page.text) for page in found]

    before = pages()
    assert "its stock opens once it is over" in before[1]
    stock = state_of(match).hole.board.stock
    other_stock(match)
    assert state_of(match).hole.board.stock != stock
    assert pages() == before


def test_a_finished_match_is_exported_and_verified(played, tmp_path):
    match, _player = played
    out, told = io.StringIO(), io.StringIO()
    call_command("record", "export", match.slug, stdout=out)
    file = tmp_path / "match.json"
    file.write_text(out.getvalue(), encoding="utf-8")
    call_command("record", "verify", str(file), stdout=told)
    assert told.getvalue().startswith(f"{match.sequence} actions replayed")
    call_command("verify_history", stdout=told)
    assert Match.objects.count() == 1
