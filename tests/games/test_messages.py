"""What is written to the outbox, and what ends it before it is sent."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest

from accounts import blocks, hours
from accounts.models import MessageChoice, Preferences, Vacation
from accounts.reaching import reach_of
from games.models import Invitation, Match, Message, Seat, TalkLine
from games.services import lobby, messages, play, proposals
from games.services.due import carry_out_due
from games.services.lobby import Terms
from games.services.looking import look
from games.services.sending import claim_letters
from tests import drivers
from tests.factories import NOW, make_player, open_table, start_match, user_of

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
RNG = random.Random(1)


def start(clock="3d", *players, **choices):
    return start_match(*players, terms=Terms(clock), **choices)


def told(match, kind=None):
    rows = Message.objects.filter(match=match).order_by("pk")
    return [row for row in rows if kind in (None, row.kind)]


def of(player, kind="your_turn"):
    return Message.objects.filter(recipient=player, kind=kind).order_by("pk").last()


def choose(player, kind, timing, **preferences):
    user = user_of(player)
    MessageChoice.objects.update_or_create(user=user, kind=kind, defaults={"timing": timing})
    if preferences:
        Preferences.objects.update_or_create(user=user, defaults=preferences)


def end_turn(match, now=NOW):
    """Open all cards of whoever is to choose; then it is somebody else's turn."""
    player = drivers.to_move(match)
    for slot in range(2):
        drivers.submit(match, player, f"turn {slot}", now=now)
    return player


def why(player, now):
    """Why the only message that is due for a player is not sent; "" if it is."""
    row = Message.objects.due(now).get(recipient=player)
    claim_letters(player.pk, now)
    row.refresh_from_db()
    return row.why


def test_a_turn_that_begins_is_told_after_the_quiet_period():
    match = start("3d")
    end_turn(match, NOW + HOUR)
    row = of(drivers.to_move(match))
    assert (row.kind, row.timing, row.state) == ("your_turn", "after_quiet", "pending")
    assert row.send_after == NOW + HOUR + 10 * MINUTE
    assert row.facts == {"sequence": 3}


def test_nothing_is_told_to_whoever_acted():
    match = start("3d")
    player = end_turn(match)
    assert of(player).why == "acted meanwhile"
    assert not Message.objects.pending().filter(recipient=player).exists()


def test_a_turn_in_the_midst_of_which_one_is_begins_once():
    match = start("3d")
    end_turn(match)
    player = drivers.to_move(match)
    drivers.submit(match, player, "turn 0")
    assert Message.objects.filter(recipient=player, kind="your_turn").count() == 1
    assert of(player).state == "pending"


def test_at_a_live_clock_turns_are_not_told():
    match = start("live 1m")
    end_turn(match)
    assert told(match) == []


def test_without_a_clock_a_turn_is_told_but_no_deadline():
    match = start("")
    assert [row.kind for row in told(match)] == ["your_turn"]


def test_without_a_clock_nobody_waits_where_all_others_are_bots():
    match = open_table()
    lobby.add_bot(match.pk, match.host, now=NOW, rng=RNG)
    assert told(match) == []


@pytest.mark.parametrize(
    ("clock", "lead"),
    [("1h", 30 * MINUTE), ("8h", 2 * HOUR), ("3d", 12 * HOUR), ("30d", 12 * HOUR)],
)
def test_a_warning_comes_when_a_quarter_of_the_time_is_left(clock, lead):
    match = start(clock)
    row = of(drivers.to_move(match), "time_short")
    assert row.send_after == match.seats.get(is_to_act=True).due_at - lead
    assert row.timing == "at_once"


def test_a_warning_before_the_next_digest_goes_out_with_the_last_one_before_the_deadline():
    players = [make_player(), make_player()]
    for player in players:
        choose(player, "time_short", "daily", digest_hour=7)
    match = start("3d", *players)
    row = of(drivers.to_move(match), "time_short")
    assert row.send_after.isoformat() == "2026-12-03T07:00:00+00:00"


def test_a_turn_that_the_clock_played_is_told_no_more():
    match = start("1h")
    player = drivers.to_move(match)
    carry_out_due(NOW + HOUR, RNG)
    reasons = {row.kind: row.why for row in Message.objects.filter(recipient=player)}
    assert reasons == {"your_turn": "passed by", "time_short": "passed by"}
    assert of(drivers.to_move(match)).state == "pending"


@pytest.mark.parametrize("how", ["left", "removed", "bot"])
def test_whoever_left_or_was_removed_is_told_nothing(how):
    match = start("1h", make_player(), make_player(), make_player())
    if drivers.to_move(match) == match.host:
        end_turn(match)
    player = drivers.to_move(match)
    number = match.seats.get(player=player).number
    if how == "removed":
        play.remove_player(match.pk, match.host, number, now=NOW, rng=RNG)
    elif how == "left":
        play.leave_match(match.pk, player, now=NOW, rng=RNG)
    else:
        Match.objects.filter(pk=match.pk).update(missed_max=1)
        carry_out_due(NOW + HOUR, RNG)
    assert of(player).why == "away from the table"
    assert not Message.objects.pending().filter(recipient=player).exists()


def test_coming_back_is_no_news_but_the_deadline_is_watched_again():
    match = start("1d")
    player = drivers.to_move(match)
    play.leave_match(match.pk, player, now=NOW, rng=RNG)
    play.return_to_match(match.pk, player, now=NOW + HOUR)
    assert Message.objects.filter(recipient=player, kind="your_turn").count() == 1
    assert of(player, "time_short").send_after == NOW + HOUR + 18 * HOUR


def test_a_deadline_that_moves_takes_its_warning_along():
    match = start("1d")
    seat = match.seats.get(is_to_act=True)
    Vacation.objects.create(
        user=user_of(seat.player),
        first_day=date(2026, 12, 1),
        last_day=date(2026, 12, 2),
        announced_at=NOW,
    )
    from accounts.hours import Change, Rest
    from games.services.hours import plan_anew

    days = ((date(2026, 12, 1), date(2026, 12, 2)),)
    plan_anew(Change(user_of(seat.player), Rest(), Rest(vacations=days), NOW + HOUR))
    rows = Message.objects.filter(recipient=seat.player, kind="time_short").order_by("pk")
    assert [(row.state, row.why) for row in rows] == [
        ("dropped", "the deadline moved"),
        ("pending", ""),
    ]
    seat.refresh_from_db()
    assert rows[1].facts["due"] == seat.due_at.isoformat() == "2026-12-03T18:00:00+00:00"
    assert rows[1].send_after == seat.due_at - 12 * HOUR


def test_the_end_of_a_match_is_told_to_everybody_but_the_last_to_act():
    match = start("3d", make_player(), make_player(), make_player())
    state = drivers.play_on(match, drivers.is_at_score_card)
    assert told(match, "match_over") == []
    drivers.act_on(match, drivers.is_finished)
    last = match.actions.order_by("sequence").last().seat.player
    rows = told(match, "match_over")
    assert {row.recipient for row in rows} == {s.player for s in match.seats.all()} - {last}
    assert rows[0].facts == {"outcome": "finished", "sequence": drivers.state_of(match).sequence}
    assert state.sequence < rows[0].facts["sequence"]
    assert Message.objects.pending().filter(match=match).exclude(kind="match_over").count() == 0


def test_the_end_is_not_told_to_those_who_left():
    players = [make_player(), make_player(), make_player()]
    match = start("3d", *players)
    play.leave_match(match.pk, players[1], now=NOW, rng=RNG)
    drivers.play_out(match, RNG)
    assert of(players[1], "match_over") is None


def test_those_who_waited_are_told_that_their_table_closed():
    match = open_table(seats=3, terms=Terms(expires_after=DAY))
    guest = make_player()
    lobby.join_table(match.pk, guest, has_invite=True, now=NOW, rng=RNG)
    carry_out_due(NOW + DAY, RNG)
    rows = told(match, "match_over")
    assert {row.recipient for row in rows} == {match.host, guest}
    assert rows[0].facts == {"outcome": "expired", "sequence": 0}


def agree(match, player):
    proposal = match.proposals.get(ended_at=None)
    proposals.answer(match.pk, player, proposal.pk, agrees=True, now=NOW)


def test_a_match_that_is_called_off_is_told_to_all_who_sat_there():
    match = start("3d")
    players = [seat.player for seat in match.seats.order_by("number")]
    proposals.propose(match.pk, players[0], "cancel", now=NOW)
    agree(match, players[1])
    assert {row.facts["outcome"] for row in told(match, "match_over")} == {"cancelled"}
    assert {row.recipient for row in told(match, "match_over")} == set(players)
    assert {row.why for row in told(match, "your_turn")} == {"the match is over"}
    assert not Message.objects.pending().exclude(kind="match_over").exists()


def test_a_turn_waits_again_when_a_paused_match_goes_on():
    match = start("3d")
    player = drivers.to_move(match)
    proposals.propose(match.pk, player, "pause", now=NOW)
    agree(match, match.seats.exclude(player=player).get().player)
    assert of(player).why == of(player, "time_short").why == "the match is paused"
    proposals.resume(match.pk, player, now=NOW + HOUR)
    assert (of(player).state, of(player).created_at) == ("pending", NOW + HOUR)
    assert of(player, "time_short").state == "pending"


def test_a_turn_is_told_once_a_live_table_plays_by_days():
    match = start("live 1m")
    player, other = (seat.player for seat in match.seats.order_by("-is_to_act"))
    proposals.propose(match.pk, other, "correspondence", clock="1d", now=NOW)
    agree(match, player)
    assert of(player).state == of(player, "time_short").state == "pending"


def invitation_to(match, player):
    return Invitation.objects.create(match=match, player=player, invited_by=match.host, at=NOW)


def test_an_invitation_is_told_at_once_and_once():
    match, player = open_table(), make_player()
    invitation = invitation_to(match, player)
    messages.invited(invitation, NOW)
    messages.invited(invitation, NOW + HOUR)
    (row,) = told(match)
    assert (row.kind, row.recipient, row.send_after) == ("invited", player, NOW)


def test_between_people_who_blocked_each_other_nobody_is_invited():
    match, player = open_table(), make_player()
    blocks.block(user_of(player), user_of(match.host), now=NOW)
    messages.invited(invitation_to(match, player), NOW)
    assert told(match) == []


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("declined", "passed by"),
        ("withdrawn", "passed by"),
        ("full", "passed by"),
        ("came", "acted meanwhile"),
        ("blocked", "does not hear who caused it"),
    ],
)
def test_an_invitation_that_is_answered_or_void_is_not_told(what, reason):
    match, player = open_table(seats=3), make_player()
    invitation = invitation_to(match, player)
    messages.invited(invitation, NOW)
    if what == "declined":
        Invitation.objects.update(declined_at=NOW)
    elif what == "withdrawn":
        invitation.delete()
    elif what == "full":
        Match.objects.update(status=Match.Status.CANCELLED)
    elif what == "came":
        Seat.objects.create(match=match, player=player, chair=1, joined_at=NOW)
    else:
        blocks.block(user_of(match.host), user_of(player), now=NOW)
    assert why(player, NOW) == reason


def line_by(match, player):
    return TalkLine.objects.create(match=match, player=player, text="@you, look", at=NOW)


def mention(match):
    speaker, player = match.host, match.seats.exclude(player=match.host).get().player
    line = line_by(match, speaker)
    messages.mentioned(match, player, line, NOW)
    messages.mentioned(match, player, line, NOW)
    return player, line


def test_a_mention_is_told_once_after_the_quiet_period_and_not_quoted():
    match = start("live 1m")
    player, line = mention(match)
    (row,) = told(match)
    assert (row.recipient, row.facts) == (player, {"line": line.pk})
    assert row.send_after == NOW + 10 * MINUTE


def test_nobody_is_told_of_a_mention_by_themselves():
    match = start("live 1m")
    messages.mentioned(match, match.host, line_by(match, match.host), NOW)
    assert told(match) == []


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("read", "looked at the table meanwhile"),
        ("looked", "looked at the table meanwhile"),
        ("hidden", "passed by"),
        ("muted", "does not hear who caused it"),
        ("left", "away from the table"),
    ],
)
def test_a_mention_that_was_read_or_is_not_to_be_read_is_not_told(what, reason):
    match = start("live 1m")
    player, line = mention(match)
    seat = Seat.objects.filter(match=match, player=player)
    if what == "read":
        seat.update(talk_read=line.pk)
    elif what == "looked":
        look(match.pk, player.pk, 1, NOW + MINUTE)
    elif what == "hidden":
        TalkLine.objects.update(hidden_by=match.host)
    elif what == "muted":
        blocks.mute(user_of(player), user_of(match.host), now=NOW)
    else:
        seat.update(bot="steady")
    assert why(player, NOW + 10 * MINUTE) == reason


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("looked", "looked at the table meanwhile"),
        ("closed", "account closed"),
        ("off", "wants no messages of this kind"),
        ("paused", "the match is paused"),
        ("finished", "the match is over"),
    ],
)
def test_a_turn_is_not_told_that_need_not_be(what, reason):
    match = start("3d")
    player = drivers.to_move(match)
    user = user_of(player)
    if what == "looked":
        look(match.pk, player.pk, 1, NOW + MINUTE)
    elif what == "closed":
        user.closed_at = NOW
        user.save()
    elif what == "off":
        choose(player, "your_turn", "off")
    elif what == "paused":
        Match.objects.update(paused_at=NOW)
    else:
        Match.objects.update(status="finished", finished_at=NOW)
    assert why(player, NOW + 10 * MINUTE) == reason


def test_who_looked_before_the_turn_began_has_not_seen_it():
    match = start("3d")
    other = match.seats.get(is_to_act=False).player
    look(match.pk, other.pk, 1, NOW + HOUR)
    end_turn(match, NOW + HOUR)
    assert why(other, NOW + HOUR + 10 * MINUTE) == ""


def test_a_warning_is_needed_though_the_table_was_looked_at_when_the_turn_began():
    match = start("3d")
    player = drivers.to_move(match)
    look(match.pk, player.pk, 1, NOW + MINUTE)
    row = of(player, "time_short")
    Message.objects.filter(kind="your_turn").delete()
    assert why(player, row.send_after) == ""


def test_a_warning_is_not_needed_by_whoever_is_at_the_table():
    match = start("3d")
    player = drivers.to_move(match)
    Message.objects.filter(kind="your_turn").delete()
    row = of(player, "time_short")
    look(match.pk, player.pk, 1, row.send_after - timedelta(seconds=30))
    assert why(player, row.send_after) == "looked at the table meanwhile"


def test_at_once_waits_a_minute_for_those_who_are_looking():
    match = start("3d")
    other = match.seats.get(is_to_act=False).player
    choose(other, "your_turn", "at_once")
    look(match.pk, other.pk, 1, NOW + HOUR - timedelta(seconds=15))
    end_turn(match, NOW + HOUR)
    assert of(other).send_after == NOW + HOUR + MINUTE


def test_at_once_is_at_once_for_those_who_are_not():
    match = start("3d")
    other = match.seats.get(is_to_act=False).player
    choose(other, "your_turn", "at_once")
    end_turn(match, NOW + HOUR)
    assert of(other).send_after == NOW + HOUR


def test_what_is_switched_off_is_not_even_written():
    players = [make_player(), make_player()]
    for player in players:
        choose(player, "your_turn", "off")
    match = start("3d", *players)
    assert [row.kind for row in told(match)] == ["time_short"]


def test_a_change_of_mind_plans_what_waits_anew():
    match = start("3d")
    player = drivers.to_move(match)
    choose(player, "your_turn", "daily", digest_hour=7)
    messages.plan_anew(user_of(player), NOW + MINUTE)
    assert of(player).send_after.isoformat() == "2026-12-01T07:00:00+00:00"
    assert of(player).timing == "daily"
    choose(player, "your_turn", "off")
    messages.plan_anew(user_of(player), NOW + 2 * MINUTE)
    assert (of(player).state, of(player).ended_at) == ("dropped", NOW + 2 * MINUTE)
    assert of(player, "time_short").state == "pending"


def test_in_another_time_zone_the_digest_is_planned_anew():
    player = drivers.to_move(start("3d"))
    choose(player, "your_turn", "daily", digest_hour=7)
    messages.plan_anew(user_of(player), NOW)
    assert of(player).send_after.isoformat() == "2026-12-01T07:00:00+00:00"
    for zone, now, digest in (
        ("Asia/Tokyo", NOW, "2026-11-30T22:00:00+00:00"),
        ("America/New_York", NOW + DAY, "2026-12-01T12:00:00+00:00"),
    ):
        hours.set_hours(user_of(player), time_zone=zone, sleep=None, weekend_off=False, now=now)
        assert of(player).send_after.isoformat() == digest


def test_looking_is_noted_every_20_seconds_or_when_there_is_something_new(
    django_assert_num_queries,
):
    match = start("3d")
    seat = match.seats.get(is_to_act=True)
    version = Match.objects.get(pk=match.pk).version
    look(match.pk, seat.player_id, 1, NOW)
    with django_assert_num_queries(1):
        look(match.pk, seat.player_id, 1, NOW + timedelta(seconds=19))
    seat.refresh_from_db()
    assert (seat.looked_at, seat.seen_sequence) == (NOW, 1)
    look(match.pk, seat.player_id, 2, NOW + timedelta(seconds=19))
    seat.refresh_from_db()
    assert (seat.looked_at, seat.seen_sequence) == (NOW + timedelta(seconds=19), 2)
    look(match.pk, seat.player_id, 1, NOW + timedelta(seconds=60))
    seat.refresh_from_db()
    assert (seat.looked_at, seat.seen_sequence) == (NOW + timedelta(seconds=60), 2)
    look(match.pk, make_player().pk, 1, NOW)
    assert Match.objects.get(pk=match.pk).version == version


def test_the_page_is_a_look_for_its_player_alone(client):
    match = start("3d")
    client.get(match.get_absolute_url())
    assert not Seat.objects.filter(looked_at__isnull=False).exists()
    client.force_login(user_of(match.host))
    client.head(match.get_absolute_url())
    assert not Seat.objects.filter(looked_at__isnull=False).exists()
    client.get(match.get_absolute_url())
    assert Seat.objects.get(looked_at__isnull=False).player == match.host


def test_a_guests_messages_go_to_the_account():
    match = start("3d")
    old, new = drivers.to_move(match), make_player()
    messages.hand_over(old, new)
    assert Message.objects.filter(recipient=new).count() == 2


def test_what_ended_long_ago_is_forgotten():
    match = start("3d")
    end_turn(match)
    ended = Message.objects.exclude(ended_at=None).count()
    assert messages.forget_old(NOW + 59 * DAY) == 0
    assert messages.forget_old(NOW + 61 * DAY) == ended == 2


def test_the_default_of_everybody_is_read_in_two_queries(django_assert_num_queries):
    ids = [user_of(make_player()).pk for _ in range(3)]
    with django_assert_num_queries(2):
        found = reach_of(ids)
    assert [found[n].timing("your_turn") for n in ids] == ["after_quiet"] * 3
    assert found[ids[0]].timing("time_short") == "at_once"
