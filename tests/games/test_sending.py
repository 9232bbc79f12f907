"""How messages leave the outbox: gathered, once, again after failures, by mail or push."""

from __future__ import annotations

import random
import re
import smtplib
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, time, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import connection

from accounts import push
from accounts.models import MessageChoice, Preferences, PushSubscription, Vacation
from games.engine import FACES
from games.models import Invitation, Match, Message
from games.services import messages, play, sending
from games.services.lobby import Terms
from games.services.looking import look
from games.services.sending import CLAIMED_FOR, claim_letters, send_due
from tests import drivers
from tests.factories import NOW, make_player, open_table, start_match, user_of

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
QUIET = 10 * MINUTE
RNG = random.Random(1)


def mail_to(player):
    user, address = user_of(player), f"player{player.pk}@example.org"
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return player


def make_reader(name, **preferences):
    player = mail_to(make_player(name))
    if preferences:
        Preferences.objects.create(user=user_of(player), **preferences)
    return player


def choose(player, kind, timing):
    MessageChoice.objects.update_or_create(
        user=user_of(player), kind=kind, defaults={"timing": timing}
    )


def start(*players, clock="3d", seed=1):
    return start_match(*players, terms=Terms(clock), seed=seed)


def waiting_table(player, other=None, now=NOW):
    """A table at which it has just become the player's turn."""
    match = start(player, other or make_player())
    if drivers.to_move(match) != player:
        for slot in range(2):
            drivers.submit(match, drivers.to_move(match), f"turn {slot}", now=now)
    Message.objects.filter(match=match).exclude(recipient=player).delete()
    Message.objects.filter(match=match).update(created_at=now)
    Message.objects.filter(match=match, kind="your_turn").update(send_after=now + QUIET)
    return match


def other_acts(match, player, now):
    """Have the other seat take its whole turn, so that it is the player's again."""
    while (mover := drivers.to_move(match)) != player:
        seat = drivers.state_of(match)
        text = "draw" if not drivers.is_drawn(seat) else "swap 0"
        if seat.hole.phase == "openers":
            text = f"turn {[0, 1][bin(seat.hole.opened[seat.hole.to_move]).count('1')]}"
        drivers.submit(match, mover, text, now=now)


def states(player, kind="your_turn"):
    rows = Message.objects.filter(recipient=player, kind=kind).order_by("pk")
    return [(row.state, row.why) for row in rows]


def test_a_turn_that_began_on_vacation_is_told_after_it(mailoutbox):
    ann = make_reader("Ann")
    Vacation.objects.create(
        user=user_of(ann), announced_at=NOW, first_day=NOW.date(), last_day=date(2026, 12, 3)
    )
    waiting_table(ann)
    back = datetime(2026, 12, 4, tzinfo=UTC)
    for now in (NOW + QUIET, NOW + DAY + QUIET, NOW + 2 * DAY, NOW + 3 * DAY):
        assert send_due(now) == 0
    assert states(ann) == [("pending", "")]
    assert send_due(back) == 1
    assert mailoutbox[0].subject.startswith("Your turn")


def test_a_warning_that_falls_on_vacation_comes_when_the_clock_runs_again(mailoutbox):
    ann = make_reader("Ann", sleep_from=time(22), sleep_until=time(6))
    choose(ann, "your_turn", "off")
    Vacation.objects.create(
        user=user_of(ann), announced_at=NOW, first_day=date(2026, 12, 1), last_day=date(2026, 12, 3)
    )
    match = start(ann, make_player(), clock="6h")
    if drivers.to_move(match) != ann:
        other_acts(match, ann, NOW)
    seat = match.seats.get(player=ann)
    assert seat.due_at == datetime(2026, 12, 4, 8, tzinfo=UTC)
    row = Message.objects.get(recipient=ann, kind="time_short", state="pending")
    assert row.send_after < datetime(2026, 12, 4, tzinfo=UTC)
    back = datetime(2026, 12, 4, 6, tzinfo=UTC)
    assert [send_due(now) for now in (row.send_after, back - MINUTE, back, back + HOUR)] == [
        0,
        0,
        1,
        0,
    ]


def test_the_mail_says_whose_turn_it_is_where_and_until_when(mailoutbox, settings):
    ann = make_reader("Ann", time_zone="Europe/Paris")
    match = waiting_table(ann, make_player("Ben"))
    assert send_due(NOW + QUIET - timedelta(seconds=1)) == 0
    assert send_due(NOW + QUIET) == 1
    (mail,) = mailoutbox
    address = f"http://127.0.0.1:8000/tables/{match.slug}/mine/"
    token = mail.body.partition("/accounts/unsubscribe/")[2].strip().strip("/")
    assert mail.to == [f"player{ann.pk}@example.org"]
    assert mail.subject == "Your turn: Clubhouse with Ben"
    assert mail.body == (
        "Hello Ann,\n"
        "\n"
        "Your turn: Clubhouse with Ben\n"
        "It is your turn, until Thursday 3 December, 19:00 (Europe/Paris).\n"
        f"{address}\n"
        "\n"
        "-- \n"
        "What the club writes to you, and when: http://127.0.0.1:8000/accounts/messages/\n"
        "No more messages of this kind (It is your turn): "
        f"http://127.0.0.1:8000/accounts/unsubscribe/{token}/\n"
    )
    html, kind = mail.alternatives[0]
    assert kind == "text/html"
    assert f'<a class="go" href="{address}">Go to the table</a>' in html
    assert "It is your turn, until Thursday 3 December, 19:00 (Europe/Paris)." in html
    assert states(ann) == [("sent", "")]


@pytest.mark.parametrize(
    ("outcome", "subject", "sentence"),
    [
        ("finished", "Match over: Clubhouse with Ben", "Your match is over."),
        ("cancelled", "Match called off: Clubhouse with Ben", "The match was called off."),
        (
            "expired",
            "Table closed: Clubhouse with Ben",
            "Not enough players came, so the table was closed.",
        ),
    ],
)
def test_the_mail_about_an_end_says_no_score(mailoutbox, outcome, subject, sentence):
    ann = make_reader("Ann")
    match = waiting_table(ann, make_player("Ben"))
    Message.objects.all().delete()
    Match.objects.update(status="finished", finished_at=NOW)
    messages.table_expired(match, NOW)
    Message.objects.update(facts={"outcome": outcome, "sequence": 9})
    send_due(NOW + QUIET)
    assert mailoutbox[0].subject == subject
    assert f"{subject}\n{sentence}\nhttp" in mailoutbox[0].body


def test_an_invitation_says_by_whom(mailoutbox):
    host, ann = make_player("Ben"), make_reader("Ann")
    match = open_table(host)
    invitation = Invitation.objects.create(match=match, player=ann, invited_by=host, at=NOW)
    messages.invited(invitation, NOW)
    send_due(NOW)
    assert mailoutbox[0].subject == "Invitation: Clubhouse with Ben"
    assert "\nBen invites you to a table.\n" in mailoutbox[0].body


def test_a_mention_names_the_speaker_and_quotes_nothing(mailoutbox):
    ben, ann = make_player("Ben"), make_reader("Ann")
    match = start(ben, ann, clock="live 1m")
    line = match.talk.create(player=ben, text="@Ann I hold the QS and 10H", at=NOW)
    messages.mentioned(match, ann, line, NOW)
    send_due(NOW + QUIET)
    assert mailoutbox[0].subject == "You were mentioned: Clubhouse with Ben"
    assert "\nBen mentioned you at the table.\n" in mailoutbox[0].body
    assert "I hold" not in mailoutbox[0].body + mailoutbox[0].alternatives[0][0]


def test_a_warning_says_when_the_time_runs_out(mailoutbox):
    ann = make_reader("Ann", time_zone="America/New_York")
    match = waiting_table(ann, make_player("Ben"))
    Message.objects.filter(kind="your_turn").delete()
    assert send_due(NOW + 60 * HOUR - timedelta(seconds=1)) == 0
    assert send_due(NOW + 60 * HOUR) == 1
    assert mailoutbox[0].subject == "Your time runs out soon: Clubhouse with Ben"
    said = "Your time runs out on Thursday 3 December, 13:00 (America/New_York). "
    assert said + "After that the club plays for you." in mailoutbox[0].body
    assert match.seats.get(player=ann).due_at == NOW + 3 * DAY


def test_a_warning_and_the_turn_that_it_is_about_are_one_line(mailoutbox):
    ann = make_reader("Ann")
    waiting_table(ann, make_player("Ben"))
    Message.objects.update(send_after=NOW + 60 * HOUR)
    send_due(NOW + 60 * HOUR)
    assert mailoutbox[0].subject == "Your time runs out soon: Clubhouse with Ben"
    assert set(Message.objects.values_list("kind", "state")) == {
        ("your_turn", "sent"),
        ("time_short", "sent"),
    }


def test_twenty_games_within_an_hour_make_a_mail_for_each_table_at_most_and_few(mailoutbox):
    ann, ben = make_reader("Ann"), make_player("Ben")
    begin = {minute: waiting_table(ann, ben, NOW + minute * MINUTE) for minute in range(0, 60, 3)}
    Message.objects.filter(kind="time_short").delete()
    for minute in range(90):
        send_due(NOW + minute * MINUTE)
    assert [mail.subject for mail in mailoutbox] == [
        "Your turn at 4 tables",
        "Your turn at 4 tables",
        "Your turn at 4 tables",
        "Your turn at 4 tables",
        "Your turn at 4 tables",
    ]
    told = [slug for mail in mailoutbox for slug in re.findall(r"/tables/(\w+)/mine/", mail.body)]
    assert sorted(told) == sorted(match.slug for match in begin.values())


def test_twenty_games_within_an_hour_make_one_digest(mailoutbox):
    ann, ben = make_reader("Ann", digest_hour=20), make_player("Ben")
    for kind in MessageChoice.Kind.values:
        choose(ann, kind, "daily")
    for minute in range(0, 60, 3):
        waiting_table(ann, ben, NOW + minute * MINUTE)
        Message.objects.filter(kind="your_turn").update(send_after=NOW + 2 * HOUR)
    Message.objects.filter(kind="time_short").delete()
    for minute in range(180):
        send_due(NOW + minute * MINUTE)
    assert [mail.subject for mail in mailoutbox] == ["Today at 20 tables"]


def test_one_message_until_the_player_is_back(mailoutbox):
    ann = make_reader("Ann")
    match = waiting_table(ann)
    send_due(NOW + QUIET)
    play.leave_match(match.pk, ann, now=NOW + HOUR, rng=RNG)
    play.return_to_match(match.pk, ann, now=NOW + HOUR)
    drivers_turn = Message.objects.get(kind="your_turn")
    assert drivers_turn.state == "sent"
    Message.objects.create(
        recipient=ann,
        kind="your_turn",
        timing="after_quiet",
        match=match,
        key="another",
        facts={"sequence": 3},
        created_at=NOW + HOUR,
        send_after=NOW + HOUR + QUIET,
    )
    send_due(NOW + HOUR + QUIET)
    assert states(ann)[1] == ("dropped", "one message until the player is back")
    look(match.pk, ann.pk, 3, NOW + 2 * HOUR)
    Message.objects.filter(key="another").update(
        state="pending", created_at=NOW + 3 * HOUR, send_after=NOW + 3 * HOUR, ended_at=None
    )
    send_due(NOW + 3 * HOUR)
    assert len(mailoutbox) == 2


def test_a_new_event_does_not_start_the_quiet_period_anew(mailoutbox):
    ben, ann = make_player("Ben"), make_reader("Ann")
    match = waiting_table(ann, ben)
    line = match.talk.create(player=ben, text="@Ann?", at=NOW + 9 * MINUTE)
    messages.mentioned(match, ann, line, NOW + 9 * MINUTE)
    send_due(NOW + QUIET)
    (mail,) = mailoutbox
    assert mail.subject == "News from 1 table"
    assert re.findall(r"(?m)^(.+): Clubhouse with Ben$", mail.body) == [
        "Your turn",
        "You were mentioned",
    ]


def test_what_was_seen_is_not_sent(mailoutbox):
    ann = make_reader("Ann")
    match = waiting_table(ann)
    look(match.pk, ann.pk, match.actions.count(), NOW + MINUTE)
    assert send_due(NOW + QUIET) == 0
    assert states(ann) == [("dropped", "looked at the table meanwhile")]


def test_a_move_after_leaving_the_page_is_told_after_the_quiet_period(mailoutbox):
    ben, ann = make_player("Ben"), make_reader("Ann")
    match = start(ben, ann)
    if drivers.to_move(match) == ann:
        for slot in range(2):
            drivers.act(match, f"turn {slot}")
    look(match.pk, ann.pk, drivers.state_of(match).sequence, NOW)
    other_acts(match, ann, NOW + timedelta(seconds=10))
    Message.objects.filter(recipient=ben).delete()
    send_due(NOW + QUIET)
    assert mailoutbox == []
    send_due(NOW + QUIET + timedelta(seconds=10))
    assert [mail.subject for mail in mailoutbox] == ["Your turn: Clubhouse with Ben"]


def test_without_an_address_or_device_nothing_goes_out_and_the_outbox_says_so(mailoutbox):
    ann = make_player("Ann")
    EmailAddress.objects.create(user=user_of(ann), email="a@example.org", verified=False)
    waiting_table(ann)
    assert send_due(NOW + QUIET) == 0
    assert (mailoutbox, states(ann)) == ([], [("dropped", "no address and no device")])


@pytest.mark.parametrize(
    ("zone", "day", "sent_at"),
    [
        ("Europe/Paris", "2026-10-24T12:00Z", "2026-10-25T07:00:00+00:00"),
        ("Europe/Paris", "2027-03-27T12:00Z", "2027-03-28T06:00:00+00:00"),
        ("America/New_York", "2026-10-31T13:00Z", "2026-11-01T13:00:00+00:00"),
        ("Australia/Lord_Howe", "2026-10-02T22:00Z", "2026-10-03T21:00:00+00:00"),
    ],
)
def test_a_digest_goes_out_at_the_local_hour_on_days_when_clocks_change(
    mailoutbox, zone, day, sent_at
):
    ann = make_reader("Ann", time_zone=zone, digest_hour=8)
    choose(ann, "your_turn", "daily")
    match = waiting_table(ann)
    begun = datetime.fromisoformat(day)
    Message.objects.filter(kind="time_short").delete()
    Message.objects.filter(match=match).update(created_at=begun, timing="daily")
    messages.plan_anew(user_of(ann), begun)
    assert Message.objects.get(match=match).send_after.isoformat() == sent_at
    assert send_due(datetime.fromisoformat(sent_at) - MINUTE) == 0
    assert send_due(datetime.fromisoformat(sent_at)) == 1


@pytest.mark.parametrize(
    ("day", "sent_at"),
    [
        ("2027-03-27T23:00Z", "2027-03-28T01:00:00+00:00"),
        ("2026-10-24T23:00Z", "2026-10-25T00:00:00+00:00"),
    ],
)
def test_a_digest_at_an_hour_that_a_day_skips_or_repeats_goes_out_once(mailoutbox, day, sent_at):
    ann = make_reader("Ann", time_zone="Europe/Paris", digest_hour=2)
    choose(ann, "your_turn", "daily")
    match = waiting_table(ann)
    begun = datetime.fromisoformat(day)
    Message.objects.filter(kind="time_short").delete()
    Message.objects.filter(match=match).update(created_at=begun)
    messages.plan_anew(user_of(ann), begun)
    assert Message.objects.get(match=match).send_after.isoformat() == sent_at


def test_a_second_digest_of_a_day_waits_for_the_next(mailoutbox):
    ann = make_reader("Ann", digest_hour=20)
    choose(ann, "your_turn", "daily")
    one, two = waiting_table(ann), waiting_table(ann)
    Message.objects.filter(kind="time_short").delete()
    Message.objects.update(timing="daily", send_after=NOW + 2 * HOUR)
    Message.objects.filter(match=two).update(send_after=NOW + 5 * HOUR)
    assert (send_due(NOW + 2 * HOUR), send_due(NOW + 5 * HOUR)) == (1, 0)
    assert Message.objects.get(match=two).send_after == NOW + 26 * HOUR
    assert one.slug in mailoutbox[0].body


class Refusing:
    """A way out that fails some times, then works."""

    def __init__(self, error, times=99):
        self.error, self.times, self.sent = error, times, []

    def __call__(self, letter, _address):
        if self.times:
            self.times -= 1
            raise self.error
        self.sent.append(letter)


def test_what_fails_is_tried_again_after_growing_pauses_and_given_up_at_last(monkeypatch):
    ann = make_reader("Ann")
    waiting_table(ann)
    Message.objects.filter(kind="time_short").delete()
    monkeypatch.setattr(sending, "send_mail", Refusing(smtplib.SMTPServerDisconnected("gone")))
    now, pauses = NOW + QUIET, []
    while (row := Message.objects.get()).state == "pending":
        now = row.send_after
        send_due(now)
        row.refresh_from_db()
        pauses.append(row.send_after - now)
    assert pauses[:5] == [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR]
    assert (row.state, row.attempts) == ("failed", 6)
    assert row.why == "SMTPServerDisconnected: gone"


def test_a_second_attempt_sends_the_same_letter(monkeypatch):
    ann = make_reader("Ann")
    waiting_table(ann)
    out = Refusing(OSError("no route"), times=1)
    monkeypatch.setattr(sending, "send_mail", out)
    assert send_due(NOW + QUIET) == 0
    name = Message.objects.get(kind="your_turn").letter
    waiting_table(ann, now=NOW - QUIET)
    assert send_due(NOW + QUIET + MINUTE) == 2
    assert out.sent[0].name == name
    assert [len(letter.lines) for letter in out.sent] == [1, 1]


def test_a_server_that_is_down_is_not_tried_with_every_letter(monkeypatch):
    for name in ("Ann", "Eve"):
        waiting_table(make_reader(name))
    out = Refusing(TimeoutError("timed out"), times=1)
    monkeypatch.setattr(sending, "send_mail", out)
    assert send_due(NOW + QUIET) == 0
    assert send_due(NOW + QUIET) == 1
    assert [letter.person for letter in out.sent] == ["Eve"]


def test_one_refused_address_does_not_hold_up_the_others(monkeypatch):
    for name in ("Ann", "Eve"):
        waiting_table(make_reader(name))
    out = Refusing(smtplib.SMTPRecipientsRefused({}), times=1)
    monkeypatch.setattr(sending, "send_mail", out)
    assert send_due(NOW + QUIET) == 1


@pytest.mark.django_db(transaction=True)
def test_two_senders_at_once_send_one_letter(mailoutbox):
    waiting_table(make_reader("Ann"))
    begin = threading.Barrier(4)

    def send():
        begin.wait()
        try:
            return send_due(NOW + QUIET)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as senders:
        sent = [one.result() for one in [senders.submit(send) for _sender in range(4)]]
    assert sorted(sent) == [0, 0, 0, 1]
    assert len(mailoutbox) == 1


def test_a_letter_in_hand_is_nobody_elses(mailoutbox):
    ann = make_reader("Ann")
    waiting_table(ann)
    (claim,) = claim_letters(ann.pk, NOW + QUIET)
    assert claim_letters(ann.pk, NOW + QUIET) == []
    assert send_due(NOW + QUIET + CLAIMED_FOR - timedelta(seconds=1)) == 0
    assert claim.attempt == 1


def test_the_letter_of_a_killed_sender_is_sent_by_another_under_the_same_name(mailoutbox):
    ann = make_reader("Ann")
    waiting_table(ann)
    (claim,) = claim_letters(ann.pk, NOW + QUIET)
    assert send_due(NOW + QUIET + CLAIMED_FOR) == 1
    (mail,) = mailoutbox
    assert mail.extra_headers["Message-ID"] == f"<{claim.letter.name}@127.0.0.1>"
    assert Message.objects.get(kind="your_turn").attempts == 2


def test_a_sender_that_wakes_up_late_changes_nothing(monkeypatch):
    ann = make_reader("Ann")
    waiting_table(ann)
    (claim,) = claim_letters(ann.pk, NOW + QUIET)
    claim_letters(ann.pk, NOW + QUIET + CLAIMED_FOR)
    sending._put_off(claim, "too late", NOW + QUIET + CLAIMED_FOR)
    row = Message.objects.get(kind="your_turn")
    assert (row.attempts, row.why) == (2, "")


def test_a_sender_that_is_killed_again_and_again_gives_up(mailoutbox):
    ann = make_reader("Ann")
    waiting_table(ann)
    Message.objects.filter(kind="time_short").delete()
    now = NOW + QUIET
    for _time in range(6):
        assert len(claim_letters(ann.pk, now)) == 1
        now += CLAIMED_FOR
    assert send_due(now) == 0
    assert Message.objects.get().state == "failed"


def test_a_turn_that_ends_while_its_letter_is_on_the_way_was_sent_all_the_same(mailoutbox):
    ann = make_reader("Ann")
    match = waiting_table(ann)
    (claim,) = claim_letters(ann.pk, NOW + QUIET)
    for slot in range(2):
        drivers.submit(match, ann, f"turn {slot}", now=NOW + QUIET)
    assert states(ann) == [("dropped", "acted meanwhile")]
    sending._carry_out(claim, NOW + QUIET)
    assert states(ann) == [("sent", "")]


def device_of(player, number=1):
    return PushSubscription.objects.create(
        user=user_of(player),
        endpoint=f"https://push.example/{player.pk}/{number}",
        p256dh="p",
        auth="a",
        device="Firefox, Android",
        created_at=NOW,
    )


@pytest.fixture
def pushes(monkeypatch):
    """What is pushed, by endpoint; a number instead of a list is an error that it answers."""
    taken: dict = {}

    def take(device, payload, topic):
        answer = taken.setdefault(device.endpoint, [])
        if isinstance(answer, Exception):
            raise answer
        answer.append((payload, topic))

    monkeypatch.setattr(push, "send", take)
    return taken


def test_a_device_gets_the_message_instead_of_a_mail(mailoutbox, pushes):
    ann = make_reader("Ann")
    devices = [device_of(ann, 1), device_of(ann, 2)]
    match = waiting_table(ann, make_player("Ben"))
    assert send_due(NOW + QUIET) == 1
    row = Message.objects.get(kind="your_turn")
    ((payload, topic),) = pushes[devices[0].endpoint]
    assert pushes[devices[1].endpoint] == [(payload, topic)]
    assert (topic, row.channel, mailoutbox) == (row.letter, "push", [])
    assert payload == (
        '{"title": "Your turn: Clubhouse with Ben", '
        '"body": "It is your turn, until Thursday 3 December, 18:00 (UTC).", '
        f'"url": "http://127.0.0.1:8000/tables/{match.slug}/mine/"}}'
    )


def test_a_push_about_several_tables_lists_them_and_leads_home(pushes):
    ann = make_player("Ann")
    device = device_of(ann)
    for name in ("Ben", "Eve"):
        waiting_table(ann, make_player(name))
    send_due(NOW + QUIET)
    assert pushes[device.endpoint][0][0] == (
        '{"title": "Your turn at 2 tables", "body": "Clubhouse with Ben; Clubhouse with Eve", '
        '"url": "http://127.0.0.1:8000/"}'
    )


def test_a_device_that_is_gone_is_marked_and_the_message_falls_back_to_mail(mailoutbox, pushes):
    ann = make_reader("Ann")
    device = device_of(ann)
    pushes[device.endpoint] = push.PushGoneError()
    waiting_table(ann)
    assert send_due(NOW + QUIET) == 1
    device.refresh_from_db()
    assert (device.lost_at, len(mailoutbox)) == (NOW + QUIET, 1)
    assert Message.objects.get(kind="your_turn").channel == "mail"


def test_the_other_device_is_enough(mailoutbox, pushes):
    ann = make_reader("Ann")
    gone, there = device_of(ann, 1), device_of(ann, 2)
    pushes[gone.endpoint] = push.PushGoneError()
    waiting_table(ann)
    send_due(NOW + QUIET)
    assert (len(pushes[there.endpoint]), mailoutbox) == (1, [])


def test_a_push_service_that_fails_is_replaced_by_mail(mailoutbox, pushes):
    ann = make_reader("Ann")
    pushes[device_of(ann).endpoint] = push.PushFailedError("500")
    waiting_table(ann)
    send_due(NOW + QUIET)
    assert len(mailoutbox) == 1


def test_without_an_address_a_push_that_failed_is_tried_again(pushes):
    ann = make_player("Ann")
    device = device_of(ann)
    pushes[device.endpoint] = push.PushFailedError("the push service answered 500")
    waiting_table(ann)
    assert send_due(NOW + QUIET) == 0
    assert states(ann) == [("pending", "PushFailedError: the push service answered 500")]
    pushes[device.endpoint] = []
    assert send_due(NOW + QUIET + MINUTE) == 1


def test_a_digest_comes_by_mail_where_there_is_an_address(mailoutbox, pushes):
    ann = make_reader("Ann")
    device_of(ann)
    waiting_table(ann)
    Message.objects.filter(kind="your_turn").update(timing="daily", send_after=NOW + 14 * HOUR)
    send_due(NOW + 14 * HOUR)
    assert (len(mailoutbox), pushes) == (1, {})


def test_the_sweep_is_one_indexed_query_when_nothing_is_due(django_assert_num_queries):
    waiting_table(make_reader("Ann"))
    with django_assert_num_queries(1) as done:
        assert send_due(NOW) == 0
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {done.captured_queries[0]['sql']}")
            plan = " ".join(str(row) for row in cursor.fetchall())
        assert "USING INDEX message_pending" in plan


def test_a_letter_takes_a_constant_number_of_queries(mailoutbox, django_assert_max_num_queries):
    ann = make_reader("Ann")
    for _table in range(6):
        waiting_table(ann)
    with django_assert_max_num_queries(17):
        send_due(NOW + QUIET)
    assert mailoutbox[0].subject == "Your turn at 6 tables"


def test_no_message_names_a_card(mailoutbox):
    ann, ben = make_reader("Ann"), make_player("Ben")
    match = start(ann, ben)
    for _turn in range(4):
        drivers.act_on(match, lambda _state: drivers.to_move(match) == ann, seed=_turn)
        Message.objects.filter(recipient=ann).update(state="pending", send_after=NOW)
        Message.objects.filter(recipient=ann).update(letter="", attempts=0)
        send_due(NOW + DAY)
        drivers.act_on(match, lambda _state: drivers.to_move(match) == ben, seed=_turn)
    drivers.play_out(match, RNG)
    send_due(NOW + 10 * DAY)
    assert mailoutbox
    for mail in mailoutbox:
        text = f"{mail.subject}\n{mail.body}\n{mail.alternatives[0][0]}"
        words = set(re.findall(r"\b\w+\b", re.sub(r"https?://\S+|<style>.*?</style>", "", text)))
        assert words & set(FACES) == set()
        assert not re.search(r"of (clubs|diamonds|hearts|spades)", text)
