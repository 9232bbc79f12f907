"""Playing on from a hole that is over: the same position, for one person, and counted nowhere."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import engine
from games.engine import codec
from games.models import HoleStrokes, Match, Message
from games.selectors.access import Viewer
from games.selectors.insights import Wanted, insights_page
from games.selectors.lobby import running_tables
from games.selectors.my_tables import my_active_matches, my_matches
from games.selectors.players import player_page
from games.selectors.turns import turns_of
from games.services import lobby, sharing
from games.services.due import carry_out_due
from games.services.history import verify_match
from games.services.lobby import Terms
from games.services.refusals import Refused
from games.services.what_if import TRIES_MAX, moment_of, play_on
from tests import drivers
from tests.factories import NOW, log_in, make_player, open_table, start_match
from tests.reviews import finished_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return make_player("Ann")


@pytest.fixture
def match(ann):
    return finished_match(ann, make_player("Ben"), make_player("Cid"), holes=2)


def address(match, sequence):
    return reverse("games:what-if", args=[match.slug, sequence])


def tried(match, player, sequence, **more):
    found = play_on(match, player, sequence, now=NOW, rng=random.Random(7), **more)
    return Match.objects.get(pk=found.pk)


def sequence_in(match, hole, kind="draw"):
    """The middle one of a hole's actions of a kind."""
    found = match.actions.filter(hole__number=hole, kind=kind).order_by("sequence")
    return found.values_list("sequence", flat=True)[found.count() // 2]


def last_of(match, hole):
    return match.actions.filter(hole__number=hole).exclude(kind="dismiss").last().sequence


def state_at(match, sequence):
    """The state after an action, replayed from the very first deal."""
    bodies = match.actions.filter(sequence__lte=sequence).values_list("body", flat=True)
    rules = codec.decode_ruleset(match.ruleset)
    return engine.replay(rules, match.seat_count, map(codec.decode_action, bodies))


def refused(call, *arguments, **more):
    with pytest.raises(Refused) as caught:
        call(*arguments, **more)
    return caught.value.code


def finish(match, player):
    """Play a match out: bots by the clerk, the player anyhow."""
    rng = random.Random(3)
    # A minute each: a bot waits a moment after what was done through a page.
    for step in range(1, 601):
        state = drivers.state_of(match)
        if drivers.is_finished(state):
            return Match.objects.get(pk=match.pk)
        if not carry_out_due(NOW + timedelta(minutes=step), rng):
            number = match.seats.get(player=player).number
            drivers.submit(match, player, engine.legal_actions(state, number)[0].text)
    raise AssertionError("the match does not end")


# The position


def test_it_goes_on_from_the_very_position_with_the_very_cards(match, ann):
    at = sequence_in(match, 1)
    found = tried(match, ann, at)
    old, new = state_at(match, at).hole, drivers.state_of(found).hole
    assert old.starter == 1
    assert [new.layouts[(seat - 1) % 3] for seat in range(3)] == list(old.layouts)
    assert (new.stock, new.discard, new.drawn) == (old.stock, old.discard, old.drawn)
    assert (new.to_move + 1) % 3 == old.to_move
    assert drivers.state_of(found).totals == (0, 0, 0)
    assert (found.what_if_of, found.what_if_at, found.what_if_anew) == (match, at, False)


def test_its_history_is_whole_and_ends_with_this_hole(match, ann):
    found = tried(match, ann, sequence_in(match, 0))
    assert list(verify_match(found)) == []
    over = finish(found, ann)
    assert list(verify_match(over)) == []
    assert (over.holes.count(), over.status) == (1, "finished")


def test_one_takes_the_seat_to_move_or_another_and_bots_the_rest(match, ann):
    at = sequence_in(match, 1)
    mover = state_at(match, at).hole.to_move
    own = tried(match, ann, at).seats.get(player=ann)
    assert (own.number + 1) % 3 == mover
    other = tried(match, ann, at, seat=(mover + 1) % 3)
    assert (other.seats.get(player=ann).number + 1) % 3 == (mover + 1) % 3
    bots = other.seats.filter(player=None).order_by("number")
    assert [(seat.bot, seat.name) for seat in bots] == [
        ("club", "Club bot"),
        ("club", "Club bot 2"),
    ]


def test_the_stock_is_shuffled_on_demand_and_what_was_known_stays(match, ann):
    at = sequence_in(match, 0)
    found = tried(match, ann, at, is_anew=True)
    old, new = state_at(match, at), drivers.state_of(found)
    assert new.hole.stock != old.hole.stock
    number = found.seats.get(player=ann).number
    assert engine.observe(new, number).layouts == engine.observe(old, number).layouts
    assert (new.hole.drawn, new.hole.discard) == (old.hole.drawn, old.hole.discard)
    assert list(verify_match(found)) == []
    assert found.what_if_anew


def test_the_shuffle_that_follows_by_itself_comes_along(ann):
    match = start_match(
        ann,
        *(make_player() for _seat in range(3)),
        preset="house",
        layout="2x2",
        openers=0,
        refuse="no_flip",
        holes=2,
        stall_laps=20,
    )
    while not match.actions.filter(kind="reshuffle").exists():
        drivers.act(match, "draw")
        drivers.act(match, "discard")
    at = match.actions.get(kind="reshuffle").sequence - 1
    drivers.play_on(match, drivers.is_finished)
    match.refresh_from_db()
    assert tried(match, ann, at).actions.filter(kind="reshuffle").count() == 1


def test_an_extra_hole_is_played_on_by_those_who_played_it(ann):
    for seed in range(60):
        match = start_match(
            ann,
            *(make_player() for _ in "123"),
            preset="house",
            layout="2x2",
            holes=1,
            tie="extra_hole",
            seed=seed,
        )
        drivers.play_out(match, random.Random(seed))
        match.refresh_from_db()
        if match.holes.count() > 1:
            break
    at = match.actions.filter(hole__number=1, kind="deal").get().sequence
    moment = moment_of(match, at)
    assert 2 <= len(moment.branch.seats) < 4
    found = tried(match, ann, at)
    assert found.seat_count == len(moment.branch.seats)
    assert refused(tried, match, ann, at, seat=9) == "no_seat"
    assert list(verify_match(found)) == []


# Refusals


def test_what_is_no_position_of_a_hole_that_is_over_is_refused(match, ann):
    for sequence in (0, match.sequence + 1, 10**30):
        assert refused(moment_of, match, sequence) == "no_action"
    assert refused(moment_of, match, last_of(match, 0)) == "no_position"
    dismissed = match.actions.filter(kind="dismiss").first().sequence
    assert refused(moment_of, match, dismissed) == "no_position"
    for seat in (3, -1, 99):
        at = sequence_in(match, 0)
        assert (
            refused(play_on, match, ann, at, seat=seat, now=NOW, rng=random.Random(1)) == "no_seat"
        )
    assert refused(moment_of, open_table(ann), 1) == "no_action"


def test_a_running_hole_is_refused_and_one_before_it_is_not(client, ann):
    match = start_match(ann, make_player())
    drivers.play_on(match, drivers.is_at_score_card)
    for number in (0, 1):
        drivers.submit(match, drivers.player_at(match, number), "dismiss", key="d")
    match.refresh_from_db()
    assert refused(moment_of, match, match.sequence) == "hole_running"
    answer = log_in(client, ann).post(address(match, match.sequence), {"cards": "same"})
    assert answer.status_code == 409
    assert "This hole is still being played. Wait until it is over." in answer.text
    assert client.get(address(match, match.sequence)).status_code == 409
    assert client.post(address(match, 2), {"cards": "same"}).status_code == 302


def test_somebody_elses_private_match_is_not_there(client, ann):
    private = finished_match(make_player(), make_player(), holes=1, is_listed=False)
    log_in(client, ann)
    for act in (client.get, client.post):
        assert act(address(private, 3)).status_code == 404
    assert not Match.objects.filter(what_if_of__isnull=False).exists()


def test_who_has_the_link_to_a_review_may_play_on(client, ann):
    private = finished_match(ann, make_player(), holes=1, is_listed=False)
    share = sharing.share_review(private, ann, now=NOW)
    client.get(reverse("games:review-shared", args=[share.token]))
    answer = client.post(address(private, 3), {"cards": "same"})
    found = Match.objects.get(what_if_of=private)
    assert answer.headers["Location"] == found.get_absolute_url()
    assert client.get(found.get_absolute_url()).status_code == 200


def test_the_same_press_twice_opens_one_match(match, ann):
    at = sequence_in(match, 0)
    assert tried(match, ann, at) == tried(match, ann, at)
    assert tried(match, ann, at, is_anew=True) != tried(match, ann, at)
    assert tried(match, make_player(), at) != tried(match, ann, at)


def test_there_is_an_end_to_what_one_tries_out_at_once(match, ann):
    at = sequence_in(match, 0)
    for _time in range(TRIES_MAX):
        tried(match, ann, at, is_anew=True)
    assert refused(tried, match, ann, at, is_anew=True) == "too_many_tries"


# Apart from all that counts


def test_it_counts_nowhere(match, ann):
    own, now = Viewer(ann.pk), timezone.now()
    counted = HoleStrokes.objects.filter(seat__player=ann).count()
    before = player_page(ann, own)
    insights = insights_page(ann, own, Wanted(), now)
    running = tried(match, ann, sequence_in(match, 1))
    assert turns_of(ann.user_id).count == 0
    assert running_tables(Viewer()) == ()
    mine = my_matches(own, now)
    assert (len(mine.my_turn), len(mine.waiting), len(mine.finished), len(mine.tried)) == (
        0,
        0,
        1,
        1,
    )
    finish(running, ann)
    assert HoleStrokes.objects.filter(seat__player=ann).count() == counted + 1
    after = player_page(ann, own)
    assert (after.figures, after.matches) == (before.figures, before.matches)
    assert insights_page(ann, own, Wanted(), now) == insights
    assert len(my_active_matches(own, now).finished) == 1
    assert len(my_matches(own, now).tried) == 1


def test_nobody_is_told_of_it(match, ann):
    Message.objects.all().delete()
    finish(tried(match, ann, sequence_in(match, 0)), ann)
    assert not Message.objects.exists()


def test_it_takes_no_place_of_a_table_that_one_hosts(match, ann, monkeypatch):
    tried(match, ann, sequence_in(match, 0))
    monkeypatch.setattr(lobby, "RUNNING_TABLES_MAX", 1)
    assert open_table(ann).status == "waiting"


def test_nobody_else_sees_it(client, match, ann):
    found = tried(match, ann, sequence_in(match, 0))
    other = match.seats.exclude(player=ann).first().player
    for visitor in (Client(), log_in(Client(), other)):
        assert visitor.get(found.get_absolute_url()).status_code == 404
    assert log_in(client, ann).get(found.get_absolute_url()).status_code == 200


def test_it_has_no_rematch(match, ann):
    found = finish(tried(match, ann, sequence_in(match, 0)), ann)
    code = refused(lobby.offer_rematch, found.pk, ann, now=NOW, rng=random.Random(1))
    assert code == "only_tried_out"


def test_a_match_over_days_is_tried_out_without_a_clock(ann):
    match = finished_match(ann, make_player(), holes=1, terms=Terms("3d"))
    found = tried(match, ann, sequence_in(match, 0))
    assert (found.clock, found.seats.get(player=ann).due_at) == ("", None)


def test_who_leaves_it_has_ended_it(client, match, ann):
    found = tried(match, ann, sequence_in(match, 0))
    played = found.sequence
    log_in(client, ann).post(reverse("games:table-leave", args=[found.slug]))
    assert carry_out_due(NOW + timedelta(days=30), random.Random(1)) == 0
    found.refresh_from_db()
    assert (found.status, found.sequence, found.clerk_due_at) == ("cancelled", played, None)
    assert not my_matches(Viewer(ann.pk), NOW).tried
    page = client.get(found.get_absolute_url()).text
    assert "You left this hole, or did not come back for a week. Nothing of it counts." in page
    assert '<ol class="chairs">' not in page
    assert address(match, found.what_if_at) in page


def test_bots_play_up_to_its_players_turn_and_it_ends_a_week_after_that(match, ann):
    mover = state_at(match, at := sequence_in(match, 0)).hole.to_move
    found = tried(match, ann, at, seat=(mover + 1) % 3)
    minutes = [carry_out_due(NOW + timedelta(minutes=n), random.Random(n)) for n in range(9)]
    played = Match.objects.get(pk=found.pk)
    assert played.sequence == found.sequence + sum(minutes)
    assert 0 < sum(minutes) < 9
    assert played.seats.get(player=ann).is_to_act
    week = played.clerk_due_at or NOW
    assert week > NOW + timedelta(days=7)
    assert carry_out_due(week - timedelta(seconds=1), random.Random(1)) == 0
    assert carry_out_due(week, random.Random(1)) == 1
    assert carry_out_due(week, random.Random(1)) == 0
    ended = Match.objects.get(pk=found.pk)
    assert (ended.status, ended.sequence, ended.clerk_due_at) == (
        "cancelled",
        played.sequence,
        None,
    )


# Through the pages


def test_from_the_page_to_the_end_and_back(client, match, ann):
    at = sequence_in(match, 1)
    page = log_in(client, ann).get(address(match, at)).text
    mover = match.seats.get(number=state_at(match, at).hole.to_move)
    assert f'<option value="{mover.number}" selected>{mover.name}, to move</option>' in page
    assert "Hole 2 at the table of" in page
    answer = client.post(address(match, at), {"seat": str(mover.number), "cards": "same"})
    found = Match.objects.get(what_if_of=match)
    assert answer.headers["Location"] == found.get_absolute_url()
    table = client.get(found.get_absolute_url())
    assert table.status_code == 200
    assert (table.context["table"].hole_label, table.context["table"].can_act) == ("What if", True)
    # First in the bar, of which a phone shows the beginning.
    assert '<p class="table-about">Nothing counts · the same cards · Hole 2' in table.text
    rules = client.get(reverse("games:table-rules", args=[found.slug])).text
    assert "This hole is tried out from an earlier match: nothing of it counts." in rules
    assert "can&#x27;t be paused" not in rules
    assert reverse("games:replay-at", args=[match.slug, at]) in table.text
    choice = engine.legal_actions(drivers.state_of(found), table.context["table"].own.number)[0]
    sent = {"action": choice.text, "sequence": found.sequence, "key": "one"}
    assert client.post(reverse("games:table-action", args=[found.slug]), sent).status_code == 302
    over = finish(found, ann)
    drivers.catch_up(client, over)
    end = client.get(found.get_absolute_url()).text
    strokes = HoleStrokes.objects.get(hole__match=match, hole__number=1, seat=mover).strokes
    took = f"{mover.name} took {str(strokes).replace('-', chr(0x2212))} stroke"
    assert f"This hole is over. In the match itself {took}" in end
    assert address(match, at) in end
    assert "Play again" not in end
    assert 'id="replay-link"' not in end
    lists = client.get(reverse("games:matches")).text
    assert "Holes that you played on by yourself" in lists


def test_the_page_offers_the_shuffle_too(client, match, ann):
    at = sequence_in(match, 0)
    answer = log_in(client, ann).post(address(match, at), {"seat": "0", "cards": "anew"})
    found = Match.objects.get(what_if_of=match)
    assert (answer.status_code, found.what_if_anew) == (302, True)
    table = client.get(found.get_absolute_url()).text
    assert "Nothing counts · what you had not seen is shuffled · Hole 1" in table


def test_a_stranger_plays_on_as_a_guest(client, match):
    client.post(address(match, sequence_in(match, 0)), {"cards": "same"})
    assert Match.objects.get(what_if_of=match).host.user.is_guest


@pytest.mark.parametrize("seat", ["x", "-1", "3", "999", "\u0663"])
def test_a_seat_that_is_none_is_refused_on_the_page(client, match, ann, seat):
    answer = log_in(client, ann).post(address(match, sequence_in(match, 0)), {"seat": seat})
    assert answer.status_code == 422
    assert "There is no such seat in this hole." in answer.text
    assert not Match.objects.filter(what_if_of=match).exists()


def test_a_moment_at_which_nobody_acts_says_so(client, match):
    answer = client.get(address(match, last_of(match, 0)))
    assert answer.status_code == 409
    assert "Nobody is to act at that moment." in answer.text
    assert client.get(address(match, match.sequence + 1)).status_code == 404


def test_the_replay_leads_there_wherever_somebody_is_to_act(client, match, ann):
    def replay(sequence):
        return client.get(reverse("games:replay-at", args=[match.slug, sequence])).text

    at = sequence_in(match, 1)
    assert address(match, at) in replay(at)
    for elsewhere in (last_of(match, 1), match.actions.filter(kind="dismiss").first().sequence):
        assert "play on from here" not in replay(elsewhere)
    running = start_match(ann, make_player())
    now = client.get(reverse("games:replay-at", args=[running.slug, 1])).text
    assert "play on from here" not in now


def test_the_review_of_a_hole_leads_to_the_moment_before_an_action(client, match):
    at = sequence_in(match, 0)
    page = client.get(reverse("games:review-hole", args=[match.slug, 1])).text
    assert address(match, at - 1) in page
    assert client.get(address(match, at - 1)).status_code == 200
