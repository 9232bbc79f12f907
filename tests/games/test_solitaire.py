"""Golf Solitaire through the same services as every match: practice by number, nine holes."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.db import transaction

from games import engine
from games.engine.solitaire import SolitaireRules, new_hole, numbered_board
from games.models import Action, HoleStrokes, Match, News, Position, Preset, Result
from games.services import due, lobby, orders, play, proposals, solitaire, what_if
from games.services.history import verify_match
from games.services.ledger import FORGOTTEN_AFTER, Ledger, lock_match
from games.services.refusals import Refused
from tests.drivers import player_at, submit
from tests.factories import NOW, make_player, start_match

pytestmark = pytest.mark.django_db

RNG = random.Random(1)
PLAIN = SolitaireRules()
EMPTIED = 1
"""A deal whose last stock card can be played on."""


def practise(player, number=1, rules=PLAIN):
    return solitaire.open_practice(player, rules, number, now=NOW, rng=RNG)


def state_of(match):
    return engine.decode_state(Position.objects.get(match=match).state)


def play_to_the_end(match, player, now=NOW):
    """Play columns while one fits and turn the stock else, all in one transaction."""
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match.pk))
        ledger.seat_of(player)
        while engine.seats_to_act(ledger.state):
            ledger.append(engine.legal_actions(ledger.state, 0)[0], Action.PlayedBy.PLAYER)
            ledger.settle(random.Random(ledger.state.sequence))
        ledger.close(now)
    match.refresh_from_db()


def refusal(act, *args, **kwargs):
    with pytest.raises(Refused) as refused:
        act(*args, **kwargs)
    return refused.value.code


def test_a_practice_deal_is_that_of_its_number():
    match = practise(make_player(), 31)
    hole = state_of(match).hole
    assert hole == new_hole(numbered_board(31, hole.rules), hole.rules)
    assert (hole.rules.holes, hole.rules.undo, match.seat_count) == (1, True, 1)


def test_the_same_practice_deal_is_gone_on_with():
    player = make_player()
    match = practise(player, 10**20)
    assert practise(player, 10**20) == match
    assert practise(player, 10**20, SolitaireRules(turn_the_corner=True)) != match
    assert practise(make_player(), 10**20) != match


@pytest.mark.parametrize("number", [0, -1, 10**20 + 1])
def test_there_are_no_other_deals(number):
    assert refusal(practise, make_player(), number) == "bad_deal"
    assert Match.objects.count() == 0


def test_beyond_twenty_the_oldest_practice_is_put_away():
    player = make_player()
    first = practise(player, 1)
    for number in range(2, 22):
        practise(player, number)
    first.refresh_from_db()
    assert first.status == Match.Status.CANCELLED
    assert solitaire.running(player).count() == 20


def test_practice_puts_no_nine_away():
    player = make_player()
    nine = solitaire.open_nine(player, PLAIN, now=NOW, rng=RNG)
    for number in range(1, 23):
        practise(player, number)
    nine.refresh_from_db()
    assert nine.status == Match.Status.RUNNING
    assert solitaire.running(player).filter(numbered_deal__isnull=False).count() == 20


def test_twenty_nines_may_be_begun():
    player = make_player()
    for _game in range(20):
        solitaire.open_nine(player, PLAIN, now=NOW, rng=RNG)
    with pytest.raises(Refused) as refused:
        solitaire.open_nine(player, PLAIN, now=NOW, rng=RNG)
    assert refused.value.code == "too_many_nines"
    assert solitaire.running(player).count() == 20


@pytest.mark.parametrize("rules", [PLAIN, SolitaireRules(packs=2)])
def test_a_nine_is_stored_replayed_and_told_as_every_match(rules):
    player = make_player()
    match = solitaire.open_nine(player, rules, now=NOW, rng=RNG)
    play_to_the_end(match, player)
    assert match.status == Match.Status.FINISHED
    assert list(verify_match(match)) == []
    total = sum(HoleStrokes.objects.filter(hole__match=match).values_list("strokes", flat=True))
    seat = match.seats.get()
    assert (seat.total, seat.place) == (total, 1)
    assert match.holes.count() == rules.holes
    assert not Result.objects.exists()


def test_two_holes_are_played_action_by_action():
    player = make_player()
    match = solitaire.open_nine(player, SolitaireRules(holes=2), now=NOW, rng=RNG)
    while engine.seats_to_act(state := state_of(match)):
        submit(match, player, engine.legal_actions(state, 0)[0].text)
    match.refresh_from_db()
    assert (match.status, match.holes.count()) == (Match.Status.FINISHED, 2)
    assert list(verify_match(match)) == []


def test_an_action_is_carried_out_once_and_a_stale_one_refused():
    player = make_player()
    match = practise(player)

    def turn(key):
        return play.submit_action(match.pk, player, "deal", based_on=1, key=key, now=NOW, rng=RNG)

    first, again = turn("a"), turn("a")
    assert (first.sequence, again.sequence, again.is_repeat) == (2, 2, True)
    assert refusal(turn, "b") == "stale"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("play 1", "does_not_fit"),
        ("play 8", "malformed"),
        ("play 0", "malformed"),
        ("take 1", "malformed"),
        ("dismiss", "not_lawful"),
        ("undo", "not_lawful"),
        ("x" * 5000, "malformed"),
    ],
)
def test_what_cant_be_done_is_refused_with_a_sentence_and_nothing_is_lost(text, code):
    player = make_player()
    match = practise(player, 1)
    with pytest.raises(Refused) as refused:
        submit(match, player, text, key="k")
    assert refused.value.code == code
    assert str(refused.value.message).endswith(".")
    match.refresh_from_db()
    assert match.sequence == 1


def test_an_empty_stock_is_refused_while_a_card_can_be_played():
    player = make_player()
    match = practise(player, EMPTIED)
    for _card in range(16):
        submit(match, player, "deal")
    assert refusal(submit, match, player, "deal", key="k") == "stock_empty"


def test_an_empty_column_is_refused():
    player = make_player()
    match = practise(player, 1, SolitaireRules(queens_on_kings=True, turn_the_corner=True))
    while all(heights := state_of(match).hole.heights):
        submit(match, player, engine.legal_actions(state_of(match), 0)[0].text)
    column = heights.index(0) + 1
    assert refusal(submit, match, player, f"play {column}", key="k") == "empty_column"


def test_the_end_of_a_practice_hole_is_taken_back_with_its_strokes():
    player = make_player()
    match = practise(player)
    while state_of(match).phase is engine.MatchPhase.HOLE:
        submit(match, player, engine.legal_actions(state_of(match), 0)[0].text)
    assert HoleStrokes.objects.filter(hole__match=match).count() == 1
    submit(match, player, "undo")
    assert HoleStrokes.objects.filter(hole__match=match).count() == 0
    assert match.holes.get().ended_at is None
    match.refresh_from_db()
    assert list(verify_match(match)) == []
    play_to_the_end(match, player)
    assert list(verify_match(match)) == []
    assert HoleStrokes.objects.filter(hole__match=match).count() == 1


def test_it_is_given_up_and_nobody_takes_over():
    player = make_player()
    match = practise(player)
    play.leave_match(match.pk, player, now=NOW, rng=RNG)
    match.refresh_from_db()
    assert (match.status, match.seats.get().bot) == (Match.Status.CANCELLED, "")
    assert not News.objects.exists()


def test_what_is_forgotten_is_put_away():
    player = make_player()
    match = practise(player)
    later = NOW + FORGOTTEN_AFTER
    assert due.carry_out_due(later - timedelta(seconds=1), RNG) == 0
    assert due.carry_out_due(later, RNG) == 1
    match.refresh_from_db()
    assert match.status == Match.Status.CANCELLED
    assert match.clerk_due_at is None


def test_a_game_for_one_has_no_orders_proposals_branches_or_rematch():
    player = make_player()
    match = practise(player)
    submit(match, player, "deal")
    assert refusal(orders.leave_order, match.pk, player, {}, now=NOW) == "other_game"
    assert refusal(proposals.propose, match.pk, player, "pause", now=NOW) == "other_game"
    play_to_the_end(match, player)
    assert refusal(lobby.offer_rematch, match.pk, player, now=NOW, rng=RNG) == "other_game"
    wanted = {"now": NOW, "rng": RNG}
    assert refusal(what_if.play_on, match, player, 2, **wanted) == "other_game"


def test_a_deal_that_must_be_clearable_is():
    from games.analysis.solitaire.solver import solve

    player = make_player()
    rules = SolitaireRules(winnable_only=True, holes=2)
    match = solitaire.open_nine(player, rules, now=NOW, rng=random.Random(4))
    for _hole in range(2):
        assert solve(state_of(match).hole).solvable is True
        while state_of(match).phase is engine.MatchPhase.HOLE:
            submit(match, player, engine.legal_actions(state_of(match), 0)[0].text)
        if engine.seats_to_act(state_of(match)):
            submit(match, player, "dismiss")


def test_tables_of_the_grid_game_know_nothing_of_it():
    match = start_match()
    with pytest.raises(Refused):
        submit(match, player_at(match, 0), "play 1")


def test_a_ledger_holds_any_game():
    player = make_player()
    match = practise(player)
    ledger = Ledger.of(lock_match(match.pk))
    assert engine.game_of(ledger.state).NAME == "solitaire"
    ledger.append(engine.read_action(ledger.state, "deal", 0), Action.PlayedBy.PLAYER)
    ledger.close(NOW)
    assert match.actions.count() == 2


@pytest.mark.parametrize(
    "fields",
    [{"packs": 3}, {"packs": "1"}, {"deal_when": "never"}, {"jokers": 1}],
)
def test_other_rules_are_refused(fields):
    assert refusal(solitaire.read_rules, fields) == "bad_ruleset"


def test_a_site_that_knew_no_solitaire_learns_it_with_the_first_game():
    Preset.objects.filter(game="solitaire").delete()
    match = practise(make_player())
    assert (match.preset.slug, match.preset.title) == ("golf-solitaire", "Golf Solitaire")
    assert practise(make_player()).preset == match.preset
