"""What clubs write to people: invitations, answers, roles, requests, announcements."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import blocks, merging
from accounts.clubs import announcing, founding, joining, roles
from accounts.models import Membership, MessageChoice, User
from games.models import Message, Player
from games.services.players import player_of
from games.services.sending import send_due
from tests.factories import NOW, log_in, make_player, user_of
from tests.games.test_sending import make_reader
from tests.standings import club_of

pytestmark = pytest.mark.django_db

QUIET, HOUR, DAY = timedelta(minutes=10), timedelta(hours=1), timedelta(days=1)
LATER = NOW + 14 * HOUR
"""When a digest goes out at eight in the morning."""


@pytest.fixture
def owner():
    return make_reader("Olga")


@pytest.fixture
def club(owner):
    return club_of(owner)


@pytest.fixture
def ann():
    return make_reader("Ann")


def told(player=None):
    """Topic, state and reason of all that the outbox has for a player, or for everybody."""
    rows = Message.objects.order_by("pk") if player is None else player.messages.order_by("pk")
    return [(row.facts["topic"], row.state, row.why) for row in rows]


def enrol(club, player, role="member"):
    user = user_of(player)
    Membership.objects.create(club=club, user=user, role=role, joined_at=NOW)
    return player


def invite(club, owner, player):
    return joining.invite(club, user_of(owner), user_of(player), now=NOW)


def ask(club, player):
    return joining.ask(club, user_of(player), "Let me in", now=NOW)


def answer(club, owner, player, *, accepts):
    joining.answer(club, user_of(owner), user_of(player), accepts=accepts, now=NOW)


def announce(club, owner, text="Bring your own cards."):
    return announcing.announce(club, user_of(owner), text, now=NOW)


def test_an_invitation_comes_at_once_and_once_and_leads_to_the_club(club, owner, ann, mailoutbox):
    invite(club, owner, ann)
    assert [send_due(NOW + n * HOUR) for n in range(3)] == [1, 0, 0]
    (mail,) = mailoutbox
    token = mail.body.partition("/accounts/unsubscribe/")[2].strip().strip("/")
    assert mail.subject == "Invitation: Reeds"
    assert mail.to == [f"player{ann.pk}@example.org"]
    assert mail.body == (
        "Hello Ann,\n"
        "\n"
        "Invitation: Reeds\n"
        "Olga invites you to the club Reeds.\n"
        "http://127.0.0.1:8000/clubs/reeds/\n"
        "\n"
        "-- \n"
        "What the club writes to you, and when: http://127.0.0.1:8000/accounts/messages/\n"
        "No more messages of this kind (A club invites you, answers you or changes your role): "
        f"http://127.0.0.1:8000/accounts/unsubscribe/{token}/\n"
    )
    assert told() == [("invited", "sent", "")]


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("withdrawn", "passed by"),
        ("declined", "passed by"),
        ("accepted", "acted meanwhile"),
        ("joined", "acted meanwhile"),
        ("closed", "the club is closed"),
        ("blocked", "does not hear who caused it"),
        ("blocks", "does not hear who caused it"),
        ("gone", "account closed"),
        ("off", "wants no messages of this kind"),
        ("shown", "shown on a page meanwhile"),
        ("listed", "shown on a page meanwhile"),
    ],
)
def test_an_invitation_that_is_none_any_more_is_not_told(
    club, owner, ann, how, why, client, monkeypatch
):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    MessageChoice.objects.create(user=user_of(ann), kind="club_invited", timing="after_quiet")
    invite(club, owner, ann)
    user, host = user_of(ann), user_of(owner)
    {
        "withdrawn": lambda: joining.withdraw_invitation(club, host, user, now=NOW),
        "declined": lambda: joining.answer_invitation(club, user, accepts=False, now=NOW),
        "accepted": lambda: joining.answer_invitation(club, user, accepts=True, now=NOW),
        "joined": lambda: joining.join_by_link(club.join_token, user, now=NOW),
        "closed": lambda: founding.close(club, host, now=NOW),
        "blocked": lambda: blocks.block(host, user, now=NOW),
        "blocks": lambda: blocks.block(user, host, now=NOW),
        "gone": lambda: User.objects.filter(pk=user.pk).update(is_active=False),
        "off": lambda: MessageChoice.objects.update(timing="off"),
        "shown": lambda: log_in(client, ann).get("/clubs/reeds/"),
        "listed": lambda: log_in(client, ann).get("/clubs/"),
    }[how]()
    assert send_due(NOW + QUIET) == 0
    assert told(ann) == [("invited", "dropped", why)]


def test_an_invitation_taken_back_and_made_again_is_told_once(club, owner, ann, mailoutbox):
    MessageChoice.objects.create(user=user_of(ann), kind="club_invited", timing="daily")
    invite(club, owner, ann)
    joining.withdraw_invitation(club, user_of(owner), user_of(ann), now=NOW)
    invite(club, owner, ann)
    assert send_due(LATER) == 1
    assert mailoutbox[0].subject == "Invitation: Reeds"
    assert mailoutbox[0].body.count("Olga invites you") == 1
    assert [state for _topic, state, _why in told(ann)] == ["dropped", "sent"]


@pytest.mark.parametrize(
    ("accepts", "subject", "sentence"),
    [
        (True, "You are in: Reeds", "You asked to join the club Reeds, and are a member now."),
        (
            False,
            "Your request was declined: Reeds",
            "You asked to join the club Reeds. It does not take you in now.",
        ),
    ],
)
def test_whoever_asked_is_told_the_answer(club, owner, ann, mailoutbox, accepts, subject, sentence):
    ask(club, ann)
    answer(club, owner, ann, accepts=accepts)
    assert [send_due(NOW), send_due(NOW + QUIET)] == [1, 0]
    assert mailoutbox[0].subject == subject
    assert f"\n{sentence}\nhttp://127.0.0.1:8000/clubs/reeds/\n" in mailoutbox[0].body
    assert told(owner) == [("asked", "dropped", "passed by")]


@pytest.mark.parametrize(
    ("accepts", "then", "why"),
    [
        (True, "removed", "no member of the club"),
        (True, "left", "no member of the club"),
        (False, "joined", "acted meanwhile"),
    ],
)
def test_an_answer_that_holds_no_more_is_not_told(club, owner, ann, accepts, then, why):
    ask(club, ann)
    answer(club, owner, ann, accepts=accepts)
    {
        "removed": lambda: roles.remove(club, user_of(owner), user_of(ann), now=NOW),
        "left": lambda: roles.leave(club, user_of(ann), now=NOW),
        "joined": lambda: joining.join_by_link(club.join_token, user_of(ann), now=NOW),
    }[then]()
    assert send_due(NOW) == 0
    assert told(ann) == [("answered", "dropped", why)]


def test_those_who_answer_are_told_of_a_request_after_the_quiet_period(
    club, owner, ann, mailoutbox
):
    second, member = enrol(club, make_reader("Sam"), "organiser"), enrol(club, make_reader("Mia"))
    ask(club, ann)
    assert send_due(NOW + QUIET - timedelta(seconds=1)) == 0
    assert [send_due(NOW + QUIET), send_due(NOW + DAY)] == [2, 0]
    assert {tuple(mail.to) for mail in mailoutbox} == {
        (f"player{owner.pk}@example.org",),
        (f"player{second.pk}@example.org",),
    }
    assert mailoutbox[0].subject == "A request to join: Reeds"
    address = "http://127.0.0.1:8000/clubs/reeds/members/"
    assert f"\nAnn asks to join the club Reeds.\n{address}\n" in mailoutbox[0].body
    assert "Let me in" not in mailoutbox[0].body
    assert told(member) == told(ann) == []


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("answered", "passed by"),
        ("withdrawn", "passed by"),
        ("demoted", "passed by"),
        ("removed", "no member of the club"),
        ("blocks", "does not hear who caused it"),
        ("closed", "the club is closed"),
        ("shown", "shown on a page meanwhile"),
    ],
)
def test_a_request_that_waits_for_one_no_more_is_not_told(
    club, owner, ann, how, why, client, monkeypatch
):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    sam = enrol(club, make_reader("Sam"), "organiser")
    ask(club, ann)
    host, user = user_of(owner), user_of(sam)
    {
        "answered": lambda: answer(club, owner, ann, accepts=False),
        "withdrawn": lambda: joining.withdraw_request(club, user_of(ann), now=NOW),
        "demoted": lambda: roles.set_role(club, host, user, "member", now=NOW),
        "removed": lambda: roles.remove(club, host, user, now=NOW),
        "blocks": lambda: blocks.block(user, user_of(ann), now=NOW),
        "closed": lambda: founding.close(club, host, now=NOW),
        "shown": lambda: log_in(client, sam).get("/clubs/reeds/members/"),
    }[how]()
    send_due(NOW + QUIET)
    assert ("asked", "dropped", why) in told(sam)


def test_the_last_of_several_roles_is_told_and_nothing_to_whoever_changed_it(
    club, owner, ann, mailoutbox
):
    enrol(club, ann)
    for role in ("organiser", "member", "organiser"):
        roles.set_role(club, user_of(owner), user_of(ann), role, now=NOW)
    assert send_due(NOW) == 1
    assert mailoutbox[0].subject == "Your role changed: Reeds"
    assert "\nIn the club Reeds you are organiser now.\n" in mailoutbox[0].body
    roles.hand_club_over(club, user_of(owner), user_of(ann), stays=True, now=NOW)
    send_due(NOW)
    assert "\nIn the club Reeds you are owner now.\n" in mailoutbox[1].body
    assert told(owner) == []


def test_an_announcement_is_in_the_daily_mail_of_all_members_but_its_author(
    club, owner, ann, mailoutbox
):
    enrol(club, ann), enrol(club, make_reader("Ben"))
    stranger = make_reader("Sid")
    announce(club, owner, "Bring <your>\n\nown cards.")
    assert [send_due(NOW + HOUR), send_due(LATER), send_due(LATER + DAY)] == [0, 2, 0]
    assert mailoutbox[0].subject == "Announced: Reeds"
    address = "http://127.0.0.1:8000/clubs/reeds/announcements/"
    assert f"\nOlga: Bring <your> own cards.\n{address}\n" in mailoutbox[0].body
    assert "Olga: Bring &lt;your&gt; own cards." in mailoutbox[0].alternatives[0][0]
    assert told(owner) == told(stranger) == []


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("removed", "passed by"),
        ("left", "no member of the club"),
        ("put out", "no member of the club"),
        ("blocks", "does not hear who caused it"),
        ("closed", "the club is closed"),
        ("club page", "shown on a page meanwhile"),
        ("announcements", "shown on a page meanwhile"),
    ],
)
def test_an_announcement_is_not_told_where_it_is_gone_or_read(
    club, owner, ann, how, why, client, monkeypatch
):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    enrol(club, ann)
    made, user, host = announce(club, owner), user_of(ann), user_of(owner)
    {
        "removed": lambda: announcing.remove(club, host, made.pk, now=NOW),
        "left": lambda: roles.leave(club, user, now=NOW),
        "put out": lambda: roles.remove(club, host, user, now=NOW),
        "blocks": lambda: blocks.block(user, host, now=NOW),
        "closed": lambda: founding.close(club, host, now=NOW),
        "club page": lambda: log_in(client, ann).get("/clubs/reeds/"),
        "announcements": lambda: log_in(client, ann).get("/clubs/reeds/announcements/"),
    }[how]()
    assert send_due(LATER) == 0
    assert told(ann) == [("announced", "dropped", why)]


def test_a_page_ends_no_message_about_what_it_does_not_show(club, owner, ann, client, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    enrol(club, ann)
    other = club_of(owner, slug="dunes")
    enrol(other, ann)
    for text in ("One", "Two", "Three", "Four", "Five"):
        announce(club, owner, text)
    announce(other, owner)
    log_in(client, ann).get("/clubs/reeds/")
    first, *read, elsewhere = [state for _topic, state, _why in told(ann)]
    assert (first, set(read), elsewhere) == ("pending", {"dropped"}, "pending")


def test_several_clubs_and_tables_make_one_letter_with_a_subject_of_its_own(
    club, owner, ann, mailoutbox
):
    other = club_of(owner, slug="dunes")
    for one in (club, other):
        enrol(one, ann)
        announce(one, owner)
    send_due(LATER)
    assert [mail.subject for mail in mailoutbox] == ["Today in 2 clubs"]


def queries_of_announcing(members):
    """How many queries it takes, where half of the members have never played."""
    owner = make_player()
    club = club_of(owner, slug=f"of-{members}")
    for number in range(members):
        user = User.objects.create_user(f"Member {number} of {members}")
        if number % 2:
            player_of(user)
        Membership.objects.create(club=club, user=user, joined_at=NOW)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        announce(club, owner)
    assert Message.objects.filter(facts__club=club.pk).count() == members
    return len(queries)


def test_fifty_members_take_as_many_queries_as_five():
    assert queries_of_announcing(5) == queries_of_announcing(50)
    assert Player.objects.count() == 57


def test_what_a_guest_and_the_account_were_to_be_told_is_told_once(club, owner, ann, mailoutbox):
    guest = User.objects.create_guest()
    enrol(club, ann), enrol(club, player_of(guest))
    announce(club, owner)
    assert Message.objects.count() == 2
    merging.merge(guest, user_of(ann))
    assert told() == [("announced", "pending", "")]
    assert send_due(LATER) == 1
    assert mailoutbox[0].body.count("Olga: Bring your own cards.") == 1
