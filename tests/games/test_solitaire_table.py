"""The live page of Golf Solitaire, its fragments and frames, and every address of such a match."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games import engine
from games.engine.solitaire import DealWhen, SolitaireRules
from games.engine.solitaire.match import SolitaireMatch
from games.models import Action, Match, Position
from games.selectors.access import Viewer
from games.selectors.table import table
from games.services import daily, play, solitaire
from games.services.ledger import Ledger, lock_match
from tests.drivers import submit
from tests.factories import NOW, log_in, make_player, make_preset
from tests.games.test_consumers import connect, frame
from tests.games.test_solitaire import state_of
from tests.site.addresses import patterns

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=|"X-CSRFToken": )"[^"]+"')
PLAIN = SolitaireRules()


@pytest.fixture
def ann():
    make_preset()
    return make_player("Ann")


def practise(player, number=1, rules=PLAIN):
    return solitaire.open_practice(player, rules, number, now=NOW, rng=random.Random(1))


def nine(player, rules=PLAIN):
    return solitaire.open_nine(player, rules, now=NOW, rng=random.Random(1))


def seen_by(match, player):
    match.refresh_from_db()
    return table(match, Viewer(player.pk))


def play_on(match, until, now=NOW):
    """Play columns while one fits and turn the stock else, written all at once."""
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match.pk))
        while not until(ledger.state):
            ledger.append(engine.legal_actions(ledger.state, 0)[0], Action.PlayedBy.PLAYER)
            ledger.settle(random.Random(1))
        ledger.close(now)


def play_hole(match, now=NOW):
    play_on(match, lambda state: state.phase is not engine.MatchPhase.HOLE, now)


def play_to_the_end(match):
    play_on(match, lambda state: not engine.seats_to_act(state))


def post(client, match, action, *, sequence=None, key="k", **headers):
    data = {
        "action": action,
        "sequence": state_of(match).sequence if sequence is None else sequence,
        "key": key,
    }
    return client.post(reverse("games:table-action", args=[match.slug]), data, headers=headers)


def test_a_practice_deal_says_what_it_is_and_how_it_stands(ann):
    view = seen_by(practise(ann, 31, SolitaireRules(queens_on_kings=True)), ann)
    assert (view.title, view.hole_label, view.rules_label) == ("Deal 31", "", "Queens on kings")
    assert (view.board.strokes, view.board.stock_count, view.board.run) == (35, 16, 0)
    assert (view.so_far, view.phase, view.can_undo) == ("Par 5", "playing", False)


def test_nine_holes_are_told_against_par_as_they_go(ann):
    match = nine(ann)
    view = seen_by(match, ann)
    assert (view.title, view.hole_label, view.so_far) == (
        "Nine holes",
        "Hole 1 of 9",
        "Par 5 a hole",
    )
    play_hole(match, NOW + timedelta(seconds=75))
    view, strokes = seen_by(match, ann), state_of(match).scored[0][0]
    assert strokes == 10
    assert (view.phase, view.so_far) == ("score_card", "5 over par after 1 hole")
    assert view.outcome == "Hole 1: 10 strokes, 5 over par."
    assert [choice.label for choice in view.choices] == ["Next hole"]
    assert view.time_taken == "1 minute and 15 seconds"
    assert [(hole.number, hole.words) for hole in view.times] == [(1, "1 minute and 15 seconds")]
    assert (view.score_card.par, view.score_card.par_total) == (5, 45)
    assert [cell.strokes for cell in view.score_card.rows[0].cells][:2] == [10, None]
    submit(match, ann, "dismiss")
    view = seen_by(match, ann)
    assert (view.phase, view.hole_label) == ("playing", "Hole 2 of 9")
    assert (view.score_card, view.times) == (None, ())


def test_the_end_tells_the_total_against_par(ann):
    match = nine(ann, SolitaireRules(holes=2))
    play_to_the_end(match)
    view, total = seen_by(match, ann), state_of(match).total
    assert total > 10
    assert (view.title, view.hole_label, view.phase) == ("2 holes", "Final", "finished")
    assert view.outcome == f"{total} strokes: {total - 10} over par."
    assert view.replay_url == reverse("games:replay", args=[match.slug])
    assert (view.is_live, view.choices, view.leave_note) == (False, (), "")


def test_a_daily_nine_leads_nowhere_near_its_cards_while_the_day_lasts(ann):
    match = daily.start_nine(ann, None, now=NOW, rng=random.Random(1))
    day = f"{NOW.day} {NOW:%B}"
    view = seen_by(match, ann)
    assert view.title == f"Daily nine, {day} 2026"
    assert "can't be begun again" in view.leave_note
    play_to_the_end(match)
    view = seen_by(match, ann)
    assert (view.replay_url, view.review_url) == (None, None)
    assert view.sealed_note == "The replay and the review open when this day is over."
    assert [cell.url for cell in view.score_card.rows[0].cells] == [None] * 9
    url, stranger = match.get_absolute_url(), log_in(Client(), make_player())
    assert stranger.get(url).status_code == 404
    daily.close_days(NOW + timedelta(days=2))
    assert seen_by(match, ann).replay_url is not None
    view = stranger.get(url).context["table"]
    assert (view.is_seated, view.is_live, view.leave_note) == (False, False, "")
    assert [(row.name, row.is_own) for row in view.score_card.rows] == [("Ann", False)]


def test_what_was_given_up_is_shown_as_it_was_left(ann, client):
    match = practise(ann)
    submit(match, ann, "deal")
    log_in(client, ann)
    answer = client.post(reverse("games:table-leave", args=[match.slug]))
    assert (answer.status_code, answer.url) == (302, match.get_absolute_url())
    view = client.get(match.get_absolute_url()).context["table"]
    assert (view.phase, view.board.stock_count, view.is_live) == ("cancelled", 15, False)
    assert view.prompt == "This was given up. Nothing of it counts."
    assert (view.can_undo, view.leave_note, view.replay_url) == (None, "", None)


@pytest.mark.parametrize(
    ("rules", "top", "stock", "says"),
    [
        (PLAIN, "KH", 3, "Nothing goes on a king: turn the stock."),
        (PLAIN, "QH", 3, "Play a king or a jack, or turn the stock."),
        (PLAIN, "9H", 0, "Play a 10 or an 8: the stock is empty."),
        (SolitaireRules(queens_on_kings=True), "KH", 3, "Play a queen, or turn the stock."),
        (
            SolitaireRules(turn_the_corner=True),
            "AH",
            3,
            "Play a king or a 2, or turn the stock.",
        ),
        (
            SolitaireRules(deal_when=DealWhen.STUCK),
            "2H",
            3,
            "Play a 3 or an ace; turn the stock when none fits.",
        ),
    ],
)
def test_the_prompt_tells_the_rules_and_not_where_to_look(ann, rules, top, stock, says):
    from games.selectors.solitaire_table import playing_prompt

    seen = engine.observe(state_of(nine(ann, rules)), 0)
    assert playing_prompt(seen._replace(foundation=top, stock_count=stock)) == says


def test_the_last_action_is_taken_back_in_practice_alone(ann, client):
    log_in(client, ann)
    match, real = practise(ann), nine(ann)
    for each in (match, real):
        assert post(client, each, "deal", **HTMX).status_code == 200
    assert (seen_by(match, ann).can_undo, seen_by(real, ann).can_undo) == (True, None)
    assert seen_by(match, ann).hint_url == reverse("games:table-hint", args=[match.slug])
    assert seen_by(real, ann).hint_url is None
    assert 'value="undo"' in client.get(match.get_absolute_url()).text
    assert 'id="undo"' not in client.get(real.get_absolute_url()).text
    assert post(client, real, "undo", key="u").headers["X-Refusal"] == "not_lawful"
    assert post(client, match, "undo", key="u", **HTMX).status_code == 200
    view = seen_by(match, ann)
    assert (view.board.stock_count, view.can_undo) == (16, False)
    assert [(way.origin, way.target) for way in view.travels] == [("foundation", "stock")]


def test_a_press_answers_with_the_table_and_a_wrong_one_with_why_not(ann, client):
    log_in(client, ann)
    match = practise(ann)
    page = client.get(match.get_absolute_url()).text
    # Every end card looks and is pressed alike, whether it fits or not.
    assert re.findall(r'value="(play \d)"', page) == [f"play {n}" for n in range(1, 8)]
    assert "<html" in page
    refused = post(client, match, "play 1", **HTMX)
    assert (refused.status_code, refused.headers["X-Refusal"]) == (422, "does_not_fit")
    assert "That card does not go on the pile" in refused.text
    assert ('id="table"' in refused.text, "<html" in refused.text) == (True, False)
    assert post(client, match, "deal", key="a", **HTMX).status_code == 200
    assert post(client, match, "deal", key="a", sequence=1, **HTMX).status_code == 200
    assert post(client, match, "deal", key="b", sequence=1, **HTMX).status_code == 409
    assert state_of(match).sequence == 2
    assert "Turned" in seen_by(match, ann).announcement


def test_what_can_be_played_is_told_to_nobody_without_the_aid(ann, client):
    log_in(client, ann)
    match = practise(ann)
    for _card in range(3):
        page = client.get(match.get_absolute_url(), headers=HTMX).text
        # The browser alone knows whether the aid is on: only these show which cards fit.
        plain = page.replace(" is-playable", "")
        plain = re.sub(r'<span class="visually-hidden sol-fits">[^<]*</span>', "", plain)
        buttons = re.findall(r'<button class="([^"]*)" id="column-\d"', plain)
        assert buttons == ["place sol-press"] * 7
        assert "can be played" not in plain
        assert "can be played" not in seen_by(match, ann).announcement
        submit(match, ann, "deal")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rules", [PLAIN, SolitaireRules(packs=2)])
def test_nothing_depends_on_the_order_of_the_stock(ann, rules):
    match = practise(ann, 5, rules)
    submit(match, ann, "deal")
    before = everything(match, ann)
    state = state_of(match)
    assert isinstance(state, SolitaireMatch)
    assert state.hole is not None
    turned, *hidden = state.hole.board.stock
    board = replace(state.hole.board, stock=(turned, *hidden[::-1]))
    swapped = state._replace(hole=replace(state.hole, board=board))
    Position.objects.update(state=engine.encode_state(swapped))
    assert everything(match, ann) == before


def everything(match, player):
    client = log_in(Client(), player)
    match.refresh_from_db()
    url = match.get_absolute_url()
    got = {
        "page": client.get(url).content,
        "fragment": client.get(url, headers=HTMX).content,
        "refused": post(client, match, "play 99", sequence=2, key="k").content,
        "frame": async_to_sync(first_frame)(match, player).encode(),
    }
    return {name: TOKEN.sub(b"token", content) for name, content in got.items()}


async def first_frame(match, player):
    socket = await connect(match, player)
    text = await frame(socket)
    await socket.disconnect()
    return text


def addresses_of(match):
    """Every address of the site that names a match, in this match."""
    values = {"slug": match.slug, "sequence": "2", "number": "1", "pk": "1"}
    for name, pattern in patterns():
        if re.match(r"(tables|matches)/<slug:slug>/", pattern):
            yield name, "/" + re.sub(r"<\w+:(\w+)>", lambda part: values[part[1]], pattern)


ACTS = ("games:table-leave", "games:table-action")


def match_at(stage, player):
    if stage == "daily":
        match = daily.start_nine(player, None, now=NOW, rng=random.Random(1))
    else:
        match = nine(player, SolitaireRules(holes=2))
    submit(match, player, "deal")
    if stage == "score card":
        play_hole(match)
    elif stage in ("over", "daily"):
        play_to_the_end(match)
    elif stage == "given up":
        play.leave_match(match.pk, player, now=NOW, rng=random.Random(1))
    return match


def answers(match, client):
    """What the match's addresses answer: the codes by name and method."""
    client.raise_request_exception = False
    for name, address in addresses_of(match):
        yield (name, "get"), client.get(address).status_code
        if name not in ACTS:
            yield (name, "post"), client.post(address).status_code


@pytest.mark.parametrize("stage", ["running", "score card", "over", "given up", "daily"])
def test_no_address_of_a_match_fails_its_player(ann, stage):
    codes = dict(answers(match_at(stage, ann), log_in(Client(), ann)))
    assert [name for name, code in codes.items() if code >= 500] == []
    assert codes["games:table", "get"] == codes["games:table-rules", "get"] == 200
    apart = ("talk", "notes", "table-seats", "table-order", "table-proposals", "since")
    assert {codes[f"games:{name}", "get"] for name in apart} == {404}
    assert Match.objects.count() == 1


def test_no_address_of_a_match_tells_others_anything(ann):
    match = match_at("over", ann)
    for client in (Client(), log_in(Client(), make_player())):
        told = {name for name, code in answers(match, client) if code not in (302, 404, 405)}
        assert told == set()


def test_the_rules_of_the_table_are_those_of_the_match(ann, client):
    log_in(client, ann)
    rules = SolitaireRules(packs=2, turn_the_corner=True, deal_when=DealWhen.STUCK)
    match = practise(ann, 3, rules)
    page = client.get(reverse("games:table-rules", args=[match.slug])).text
    for sentence in (
        "63 cards lie face up in 9 columns of 7.",
        "the other 40 are the stock",
        "Aces and kings are neighbours",
        "Nothing else goes on a king.",
        "When no card can be played, the next card of the stock is turned onto the pile.",
        "There is 1 hole, and its par is 5.",
    ):
        assert sentence in page


def test_the_plain_rules_have_a_page(client):
    make_preset()
    page = client.get(reverse("games:preset-rules", args=["golf-solitaire"])).text
    assert "35 cards lie face up in 7 columns of 5." in page
    assert "There are 9 holes of par 5, 45 in all." in page
