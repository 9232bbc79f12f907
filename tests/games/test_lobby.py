from __future__ import annotations

import random

import pytest

from games.models import Match
from games.services import lobby
from games.services.refusals import Refused
from tests import drivers
from tests.factories import NOW, log_in, make_player, make_preset, open_table, start_match

pytestmark = pytest.mark.django_db
RNG = random.Random(3)


def join(match, player=None, *, has_invite=False):
    lobby.join_table(match.pk, player or make_player(), has_invite=has_invite, now=NOW, rng=RNG)


def test_the_host_sits_in_the_first_chair():
    match = open_table()
    seat = match.seats.get()
    assert (seat.player, seat.chair, seat.number) == (match.host, 0, None)


def test_the_last_chair_taken_starts_the_match():
    match = open_table(seats=3)
    join(match)
    match.refresh_from_db()
    assert match.status == Match.Status.WAITING
    join(match)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert set(match.seats.values_list("number", flat=True)) == {0, 1, 2}


def test_seats_are_drawn_by_lot():
    numbers = {start_match(seed=seed).seats.get(chair=0).number for seed in range(12)}
    assert numbers == {0, 1}


def test_nobody_sits_twice():
    match = open_table(seats=3)
    with pytest.raises(Refused, match="already_seated"):
        join(match, match.host)


def test_a_private_table_wants_the_invite():
    match = open_table(is_listed=False)
    with pytest.raises(Refused, match="not_invited"):
        join(match)
    join(match, has_invite=True)


def test_nobody_joins_a_running_match():
    match = start_match()
    with pytest.raises(Refused, match="already_started"):
        join(match)


def test_the_host_fills_a_seat_with_a_bot_and_the_match_starts():
    match = open_table()
    lobby.add_bot(match.pk, match.host, now=NOW, rng=RNG)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.seats.get(player=None).bot == "club"


def test_only_the_host_adds_bots_and_starts():
    match = open_table(seats=3)
    guest = make_player()
    join(match, guest)
    for act in (lobby.add_bot, lobby.start_match):
        with pytest.raises(Refused, match="not_host"):
            act(match.pk, guest, now=NOW, rng=RNG)


def test_the_host_starts_with_the_chairs_that_are_taken():
    match = open_table(seats=4)
    join(match)
    lobby.start_match(match.pk, match.host, now=NOW, rng=RNG)
    match.refresh_from_db()
    assert (match.status, match.seat_count) == (Match.Status.RUNNING, 2)


def test_a_host_alone_can_not_start():
    match = open_table()
    with pytest.raises(Refused, match="not_enough_seats"):
        lobby.start_match(match.pk, match.host, now=NOW, rng=RNG)


def test_no_fewer_seats_are_dealt_than_the_preset_is_for(client):
    match = open_table(preset="double-pack", seats=5)
    for filled in (2, 3):
        join(match)
        with pytest.raises(Refused, match="not_enough_seats") as refused:
            lobby.start_match(match.pk, match.host, now=NOW, rng=RNG)
        assert refused.value.message == "Fill at least 4 seats before you start."
        page = log_in(client, match.host).get(match.get_absolute_url())
        assert not page.context["table"].waiting.can_start
        assert match.seats.count() == filled
    join(match)
    assert client.get(match.get_absolute_url()).context["table"].waiting.can_start
    lobby.start_match(match.pk, match.host, now=NOW, rng=RNG)


def test_a_host_who_leaves_hands_the_table_over():
    match = open_table(seats=3)
    heir = make_player()
    join(match, heir)
    lobby.leave_table(match.pk, match.host)
    match.refresh_from_db()
    assert (match.host, match.status) == (heir, Match.Status.WAITING)


def test_a_freed_chair_can_be_taken_again():
    match = open_table(seats=3)
    guest = make_player()
    join(match, guest)
    lobby.leave_table(match.pk, match.host)
    join(match)
    join(match)
    assert Match.objects.get(pk=match.pk).status == Match.Status.RUNNING


def test_the_last_person_to_leave_closes_the_table():
    match = open_table(seats=3)
    lobby.add_bot(match.pk, match.host, now=NOW, rng=RNG)
    lobby.leave_table(match.pk, match.host)
    match.refresh_from_db()
    assert match.status == Match.Status.CANCELLED
    with pytest.raises(Refused, match="table_closed"):
        join(match)


def test_who_has_no_chair_can_not_leave():
    with pytest.raises(Refused, match="not_seated"):
        lobby.leave_table(open_table().pk, make_player())


def test_one_host_opens_five_tables_at_most():
    host = make_player()
    for _table in range(5):
        open_table(host)
    with pytest.raises(Refused, match="too_many_tables"):
        open_table(host)


@pytest.mark.parametrize(
    ("seats", "choices", "field"),
    [
        (7, {}, "seats"),
        (1, {}, "seats"),
        (2, {"layout": "3x4"}, "layout"),
        (2, {"knock": True}, "knock"),
        (2, {"final_putt": 1}, "final_putt"),
        (2, {"layout": "2x2", "openers": 4}, "openers"),
        (2, {"holes": True}, "holes"),
    ],
)
def test_rules_that_can_not_be_played_name_the_field(seats, choices, field):
    preset = make_preset()
    with pytest.raises(Refused, match="bad_ruleset") as caught:
        lobby.open_table(make_player(), preset, choices, seats=seats, is_listed=True, now=NOW)
    assert caught.value.message.startswith(field)
    assert not Match.objects.exists()


def test_a_locked_toggle_can_not_be_chosen():
    preset = make_preset()
    preset.toggles.filter(field="holes").update(is_locked=True, default=6)
    preset = make_preset()
    with pytest.raises(Refused, match="bad_ruleset"):
        lobby.open_table(make_player(), preset, {"holes": 3}, seats=2, is_listed=True, now=NOW)
    match = lobby.open_table(make_player(), preset, {}, seats=2, is_listed=True, now=NOW)
    assert match.ruleset["holes"] == 6


def test_a_rematch_has_the_same_rules_and_bots():
    match = open_table(holes=3, layout="2x2")
    lobby.add_bot(match.pk, match.host, now=NOW, rng=RNG)
    finish(match)
    again = lobby.offer_rematch(match.pk, match.host, now=NOW, rng=RNG)
    assert again.ruleset == match.ruleset
    assert again.seats.filter(player=None).count() == 1
    assert Match.objects.get(pk=again.pk).status == Match.Status.RUNNING


def test_everybody_who_plays_again_comes_to_the_same_table():
    match = start_match()
    drivers.play_on(match, drivers.is_finished)
    one, two = (lobby.offer_rematch(match.pk, p, now=NOW, rng=RNG) for p in players_of(match))
    assert one == two
    assert Match.objects.get(pk=one.pk).status == Match.Status.RUNNING


def test_a_rematch_wants_a_finished_match_and_a_seat():
    match = start_match()
    with pytest.raises(Refused, match="not_finished"):
        lobby.offer_rematch(match.pk, match.host, now=NOW, rng=RNG)
    drivers.play_on(match, drivers.is_finished)
    with pytest.raises(Refused, match="not_seated"):
        lobby.offer_rematch(match.pk, make_player(), now=NOW, rng=RNG)


def test_asking_twice_for_a_rematch_opens_one_table():
    match = start_match()
    drivers.play_on(match, drivers.is_finished)
    one, two = (lobby.offer_rematch(match.pk, match.host, now=NOW, rng=RNG) for _ in range(2))
    assert one == two
    assert two.seats.count() == 1


def players_of(match):
    return [seat.player for seat in match.seats.select_related("player")]


def finish(match):
    from games.services import play
    from tests.games.test_play import play_with_bots

    play.leave_match(match.pk, match.host, now=NOW, rng=RNG)
    play_with_bots(match)


def test_a_rematch_that_was_given_up_can_be_opened_again():
    match = start_match()
    drivers.play_on(match, drivers.is_finished)
    one, two = players_of(match)
    first = lobby.offer_rematch(match.pk, one, now=NOW, rng=RNG)
    lobby.leave_table(first.pk, one)
    second = lobby.offer_rematch(match.pk, two, now=NOW, rng=RNG)
    assert second != first
    assert second.seats.get().player == two


def test_who_comes_late_to_a_rematch_is_told_that_it_started():
    match = start_match(make_player(), make_player(), make_player())
    drivers.play_on(match, drivers.is_finished)
    one, two, late = players_of(match)
    again = lobby.offer_rematch(match.pk, one, now=NOW, rng=RNG)
    lobby.add_bot(again.pk, one, now=NOW, rng=RNG)
    lobby.offer_rematch(match.pk, two, now=NOW, rng=RNG)
    with pytest.raises(Refused, match="already_started"):
        lobby.offer_rematch(match.pk, late, now=NOW, rng=RNG)


def test_one_host_keeps_twenty_matches_running_at_most():
    host = make_player()
    match = start_match(host, make_player())
    for number in range(19):
        match.pk, match.slug, match.invite = None, f"copy{number}", f"copy{number}"
        match.save()
    with pytest.raises(Refused, match="too_many_matches"):
        open_table(host)
