"""What events write to people: announced, a place, the start, tables, called off."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import blocks
from accounts.clubs import founding, roles
from accounts.models import MessageChoice
from games.models import Message, Seat
from games.services import event_entries, event_rounds, events
from games.services.events import form_of
from games.services.looking import look
from games.services.sending import send_due
from tests.factories import NOW, log_in, user_of
from tests.games.events import START, announce, club_with, enter, play_round, sweep, tables_of
from tests.games.test_sending import mail_to

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LATER = NOW + 14 * HOUR
"""When a digest goes out at eight in the morning."""
RNG = random.Random(1)


def reading(count, **fields):
    """A club of so many players with mail addresses; the first owns it."""
    club, players = club_with(count, **fields)
    return club, [mail_to(player) for player in players]


def told(player, topic):
    """State and reason of what the outbox has for a player about this."""
    rows = player.messages.filter(facts__topic=topic).order_by("pk")
    return [(row.state, row.why) for row in rows]


def choose(player, kind, timing):
    user = user_of(player)
    MessageChoice.objects.update_or_create(user=user, kind=kind, defaults={"timing": timing})


def withdraw(event, player, now=NOW):
    event_entries.withdraw(event.pk, player, now=now, rng=RNG)


def change(event, owner, now=NOW, **changes):
    event.refresh_from_db()
    return events.change_event(event.pk, user_of(owner), form_of(event, **changes), now=now)


def mails_to(player, mailoutbox):
    return [mail for mail in mailoutbox if mail.to == [f"player{player.pk}@example.org"]]


def test_an_event_is_announced_in_the_daily_mail_of_members_who_have_not_entered(mailoutbox):
    club, (olga, ann, ben) = reading(3)
    event = announce(club, olga)
    enter(event, ben)
    assert [send_due(NOW), send_due(LATER), send_due(LATER + DAY)] == [0, 1, 1]
    (mail,) = mails_to(ann, mailoutbox)
    assert mail.subject == "A new event: Reeds"
    assert (
        "\nClub evening begins on Tuesday 1 December, 18:00 (UTC). You may enter now.\n"
        f"http://127.0.0.1:8000/clubs/reeds/events/{event.pk}/\n"
    ) in mail.body
    assert (told(olga, "event"), told(ben, "event")) == ([], [("dropped", "acted meanwhile")])


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("called off", "passed by"),
        ("entry over", "passed by"),
        ("left", "no member of the club"),
        ("closed", "the club is closed"),
        ("blocks", "does not hear who caused it"),
        ("shown", "shown on a page meanwhile"),
        ("listed", "shown on a page meanwhile"),
        ("on top", "shown on a page meanwhile"),
    ],
)
def test_an_event_is_not_announced_where_that_says_nothing_any_more(how, why, client, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    club, (olga, ann) = reading(2)
    event, host, user = announce(club, olga), user_of(olga), user_of(ann)
    {
        "called off": lambda: events.cancel_event(event.pk, host, now=NOW),
        "entry over": lambda: change(event, olga, closes_at=LATER),
        "left": lambda: roles.leave(club, user, now=NOW),
        "closed": lambda: founding.close(club, host, now=NOW),
        "blocks": lambda: blocks.block(user, host, now=NOW),
        "shown": lambda: log_in(client, ann).get(event.get_absolute_url()),
        "listed": lambda: log_in(client, ann).get("/clubs/reeds/events/"),
        "on top": lambda: log_in(client, ann).get("/clubs/reeds/"),
    }[how]()
    assert send_due(LATER) == 0
    assert told(ann, "event") == [("dropped", why)]


def test_an_event_that_begins_before_the_daily_mail_is_announced_at_once(mailoutbox):
    club, (olga, ann, ben) = reading(3)
    choose(ben, "club_news", "off")
    announce(club, olga, starts_at=NOW + 2 * HOUR)
    assert send_due(NOW) == 1
    assert [mail.subject for mail in mails_to(ann, mailoutbox)] == ["A new event: Reeds"]


def test_the_next_of_a_series_is_announced_to_all_but_whoever_called_one_off(mailoutbox):
    club, (olga, ann) = reading(2)
    event = announce(club, olga, every="week")
    events.cancel_event(event.pk, user_of(olga), now=NOW)
    assert send_due(LATER) == 1
    (mail,) = mailoutbox
    assert "Club evening begins on Tuesday 8 December, 18:00 (UTC)." in mail.body
    assert told(ann, "event") == [("dropped", "passed by"), ("sent", "")]
    assert told(olga, "event") == []


def test_whoever_waited_is_told_of_the_place_and_of_the_start(mailoutbox):
    club, (olga, ann, ben, cy) = reading(4)
    event = announce(club, olga, places=2)
    enter(event, olga, ann, ben, cy)
    withdraw(event, ann)
    assert send_due(NOW) == 1
    (mail,) = mails_to(ben, mailoutbox)
    assert mail.subject == "You have a place: Club evening"
    assert (
        "\nA place became free, and it is yours. It begins on Tuesday 1 December, 18:00 (UTC).\n"
    ) in mail.body
    assert told(ann, "place") == told(cy, "place") == []
    send_due(START - HOUR)
    assert [mail.subject for mail in mails_to(ben, mailoutbox)][1:] == ["Begins soon: Club evening"]
    assert mails_to(cy, mailoutbox) == []


def test_a_place_is_not_told_to_whoever_made_it_gave_it_back_or_saw_it(client, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    club, (olga, ann, ben, cy) = reading(4)
    event = announce(club, olga, places=2)
    enter(event, ann, ben, olga, cy)
    change(event, olga, places=4)
    assert told(olga, "place") == []
    withdraw(event, cy)
    assert send_due(NOW) == 0
    assert told(cy, "place") == [("dropped", "passed by")]
    withdraw(event, ben)
    change(event, olga, places=2)
    enter(event, ben)
    withdraw(event, ann)
    log_in(client, ben).get(event.get_absolute_url())
    assert send_due(NOW) == 0
    assert told(ben, "place") == [("dropped", "shown on a page meanwhile")]


def test_an_event_says_an_hour_before_that_it_begins_to_those_who_play(mailoutbox):
    club, (olga, ann, ben) = reading(3)
    event = announce(club, olga)
    enter(event, olga, ann, ben)
    withdraw(event, ben)
    enter(event, ben)
    withdraw(event, ann)
    assert [send_due(START - HOUR - MINUTE), send_due(START - HOUR), send_due(START)] == [0, 2, 0]
    (mail,) = mails_to(ben, mailoutbox)
    assert mail.subject == "Begins soon: Club evening"
    assert (
        "\nIt begins on Tuesday 1 December, 18:00 (UTC), by itself. Your table is drawn then.\n"
    ) in mail.body
    assert told(ben, "soon") == [("sent", "")]
    assert told(ann, "soon") == [("dropped", "passed by")]


def test_the_start_moves_with_the_event_and_is_said_at_once_where_it_is_near(mailoutbox):
    club, (olga, ann) = reading(2)
    event = announce(club, olga)
    enter(event, ann)
    change(event, olga, starts_at=START + DAY, now=NOW + MINUTE)
    change(event, olga, starts_at=START, now=NOW + 2 * MINUTE)
    assert [send_due(START - HOUR), send_due(START - MINUTE)] == [1, 0]
    near = START - 30 * MINUTE
    change(event, olga, starts_at=START + 5 * MINUTE, now=near)
    assert [send_due(near), send_due(START)] == [1, 0]
    assert "Tuesday 1 December, 18:05 (UTC)" in mailoutbox[1].body
    moved, sent = ("dropped", "the deadline moved"), ("sent", "")
    assert told(ann, "soon") == [moved, moved, sent, sent]


@pytest.mark.parametrize("how", ["called off", "begun", "left"])
def test_the_start_of_what_begins_no_more_is_not_told(how):
    club, (olga, ann, ben) = reading(3)
    event = announce(club, olga)
    enter(event, ann, ben)
    {
        "called off": lambda: events.cancel_event(event.pk, user_of(olga), now=NOW),
        "begun": lambda: event_rounds.draw_round(event.pk, user_of(olga), 1, now=NOW, rng=RNG),
        "left": lambda: roles.leave(club, user_of(ann), now=NOW),
    }[how]()
    send_due(START - HOUR)
    assert told(ann, "soon")[0][0] == "dropped"


def test_a_round_that_is_drawn_leads_everybody_to_the_table_or_says_who_sits_out(mailoutbox):
    club, (olga, ann, ben, cy, dee) = reading(5)
    event = announce(club, olga, seats=2, same_deals=True)
    enter(event, olga, ann, ben, cy, dee)
    Message.objects.all().delete()
    sweep()
    assert [send_due(START), send_due(START + DAY)] == [5, 0]
    drawn = event.drawn.get()
    match = tables_of(drawn)[1]
    seat = match.seats.select_related("player__user").first()
    other = match.seats.exclude(pk=seat.pk).get()
    (mail,) = mails_to(seat.player, mailoutbox)
    turn = " It is your turn." if seat.is_to_act else ""
    assert mail.subject == f"Your table is drawn: Clubhouse with {other.name}"
    assert mail.body.partition("\n\n-- \n")[0] == (
        f"Hello {seat.name},\n"
        "\n"
        f"Your table is drawn: Clubhouse with {other.name}\n"
        f"Round 1 of Club evening has begun, and you play at table 2.{turn}\n"
        f"http://127.0.0.1:8000/tables/{match.slug}/mine/"
    )
    (mail,) = mails_to(drawn.byes.get().player, mailoutbox)
    assert mail.subject == "You sit out: Club evening"
    assert "\nRound 1 has begun, and you sit it out.\n" in mail.body


def test_a_drawn_table_is_not_told_to_whoever_drew_it_saw_it_or_left():
    club, (olga, ann, ben, cy) = reading(4)
    event = announce(club, olga, clock="live 1m")
    enter(event, olga, ann, ben, cy)
    event_rounds.draw_round(event.pk, user_of(olga), 1, now=NOW, rng=RNG)
    match = tables_of(event.drawn.get())[0]
    look(match.pk, ann.pk, match.actions.count(), NOW)
    withdraw(event, ben)
    roles.leave(club, user_of(cy), now=NOW)
    assert send_due(NOW) == 0
    assert (told(olga, "drawn"), told(ann, "drawn"), told(ben, "drawn"), told(cy, "drawn")) == (
        [],
        [("dropped", "looked at the table meanwhile")],
        [("dropped", "away from the table")],
        [("dropped", "no member of the club")],
    )


@pytest.mark.parametrize(
    ("turn", "news", "subjects"),
    [
        ("after_quiet", "at_once", ["Your table is drawn"]),
        ("at_once", "at_once", ["Your table is drawn"]),
        ("at_once", "after_quiet", ["Your table is drawn"]),
        ("at_once", "daily", ["Your turn"]),
        ("at_once", "off", ["Your turn"]),
    ],
)
def test_whose_turn_it_is_when_a_table_begins_is_told_once(mailoutbox, turn, news, subjects):
    club, (olga, ann) = reading(2)
    event = announce(club, olga, clock="3d")
    enter(event, olga, ann)
    for player in (olga, ann):
        choose(player, "your_turn", turn), choose(player, "event_news", news)
    sweep()
    for minutes in (0, 1, 10, 20, 14 * 60):
        send_due(START + minutes * MINUTE)
    seat = Seat.objects.get(is_to_act=True)
    got = mails_to(seat.player, mailoutbox)
    assert [mail.subject.partition(":")[0] for mail in got] == subjects
    assert "It is your turn, until Friday 4 December, 18:00 (UTC)." in got[0].body


def test_that_an_event_is_called_off_is_told_to_all_who_entered_but_the_organiser(mailoutbox):
    club, (olga, ann, ben, cy, dee) = reading(5)
    event = announce(club, olga, places=2)
    enter(event, olga, ann, ben, cy)
    withdraw(event, cy)
    for player in (ann, ben):
        choose(player, "event_news", "daily")
    events.cancel_event(event.pk, user_of(olga), now=NOW)
    assert [send_due(NOW), send_due(LATER), send_due(START)] == [0, 2, 0]
    (mail,) = mails_to(ben, mailoutbox)
    assert mail.subject == "Called off: Club evening"
    assert "\nThe event of Tuesday 1 December, 18:00 (UTC) was called off.\n" in mail.body
    assert told(olga, "called_off") == told(cy, "called_off") == told(dee, "called_off") == []


def test_an_event_to_which_too_few_came_says_so_and_one_of_a_closed_club_nothing(mailoutbox):
    club, (olga, ann) = reading(2)
    enter(announce(club, olga), ann)
    Message.objects.all().delete()
    sweep()
    assert send_due(START) == 1
    assert "was called off: too few players came." in mailoutbox[0].body
    enter(announce(club, olga, starts_at=START + DAY), ann)
    founding.close(club, user_of(olga), now=NOW)
    sweep(START + DAY)
    assert send_due(START + 2 * DAY) == 0


def test_the_second_round_is_told_as_the_first(mailoutbox):
    club, (olga, ann) = reading(2)
    event = announce(club, olga, rounds=2, clock="live 1m")
    enter(event, olga, ann)
    sweep(), send_due(START)
    play_round(event)
    sweep(START + HOUR), send_due(START + HOUR)
    said = [mail.body for mail in mails_to(ann, mailoutbox) if "has begun" in mail.body]
    assert [f"Round {n} of" in body for n, body in enumerate(said, 1)] == [True, True]


def test_a_title_of_two_lines_is_kept_as_one_and_its_letter_goes_out(mailoutbox):
    club, (olga, ann) = reading(2)
    event = announce(club, olga, title="Club\r\nBcc: all\x0b\u202e", about="One\r\ntwo\x00")
    assert (event.title, event.about) == ("Club Bcc: all", "One\ntwo")
    enter(event, ann)
    # As kept before.
    events.Event.objects.update(title="Club\nBcc: all")
    assert send_due(START - HOUR) == 1
    (mail,) = mails_to(ann, mailoutbox)
    assert mail.subject == "Begins soon: Club Bcc: all"
    assert mail.recipients() == [f"player{ann.pk}@example.org"]


def test_an_event_that_is_moved_twice_in_a_moment_says_when_it_begins():
    club, (olga, ann) = reading(2)
    event = announce(club, olga)
    enter(event, ann)
    change(event, olga, starts_at=START + HOUR)
    later = NOW + timedelta(milliseconds=300)
    change(event, olga, later, starts_at=START + 2 * HOUR)
    waiting = ann.messages.filter(facts__topic="soon", state="pending")
    assert [row.facts["due"] for row in waiting] == [(START + 2 * HOUR).isoformat()]
