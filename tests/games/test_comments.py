"""Comments on actions: who says and reads them, and when."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.reaching import Reach
from games.models import Message, TalkLine, TalkReport
from games.selectors.access import Viewer
from games.selectors.relevance import Recipient
from games.selectors.talk import talk, talk_stamp
from games.services import comments, silence
from games.services import talk as talking
from games.services.refusals import Refused
from games.services.sending import send_due
from tests import drivers
from tests.factories import NOW, log_in, make_player, start_match, user_of
from tests.reviews import finished_match

pytestmark = pytest.mark.django_db


def url(match, name, *more):
    return reverse(f"games:{name}", args=[match.slug, *more])


def say(match, player, text="Bold", sequence=5, *, after=0):
    return comments.comment(match, player, sequence, text, now=NOW + timedelta(seconds=after))


def refused(call, *arguments, **more):
    with pytest.raises(Refused) as caught:
        call(*arguments, **more)
    return caught.value.code


@pytest.fixture
def ann():
    return make_player("Ann")


@pytest.fixture
def ben():
    return make_player("Ben")


@pytest.fixture
def match(ann, ben):
    return finished_match(ann, ben, holes=1)


def test_who_sat_there_comments_and_whoever_may_see_the_match_reads(client, match, ann):
    say(match, ann, "That was <b>bold</b>")
    for address in (url(match, "comments", 5), url(match, "review-hole", 1)):
        page = client.get(address).text
        assert "That was &lt;b&gt;bold&lt;/b&gt;" in page
    assert "Bold" not in client.get(url(match, "comments", 6)).text


def test_who_had_no_seat_says_nothing(client, match):
    assert refused(say, match, make_player()) == "not_seated"
    answer = log_in(client, make_player()).post(url(match, "comments", 5), {"text": "Hello"})
    assert (answer.status_code, answer.headers["X-Refusal"]) == (403, "not_seated")
    assert not TalkLine.objects.exists()


def test_a_stranger_is_asked_to_log_in(match):
    answer = Client().post(url(match, "comments", 5), {"text": "Hello"})
    assert (answer.status_code, answer.headers["X-Refusal"]) == (403, "log_in")


def test_nothing_is_said_of_a_hole_that_is_being_played(client, ann, ben):
    match = start_match(ann, ben, preset="house", holes=2)
    drivers.play_on(match, lambda state: state.sequence > 5)
    assert refused(say, match, ann) == "hole_running"
    log_in(client, ann)
    assert client.get(url(match, "comments", 5)).status_code == 404
    answer = client.post(url(match, "comments", 5), {"text": "Hello"}, follow=True)
    assert "This hole is still being played." in answer.text
    drivers.play_on(match, drivers.is_at_score_card)
    assert client.get(url(match, "comments", 5)).status_code == 200
    assert say(match, ann).sequence == 5


@pytest.mark.parametrize("sequence", [0, 10_000, 10**6, 10**30])
def test_an_action_that_is_none_has_no_comments(client, match, ann, sequence):
    log_in(client, ann)
    assert client.get(url(match, "comments", sequence)).status_code == 404
    client.post(url(match, "comments", sequence), {"text": "Hello"})
    assert not TalkLine.objects.exists()


def test_a_score_card_that_was_put_away_is_nothing_to_comment_on(ann, ben):
    match = finished_match(ann, ben, holes=2)
    sequence = match.actions.filter(kind="dismiss").first().sequence
    assert refused(say, match, ann, sequence=sequence) == "no_action"


@pytest.mark.parametrize(("text", "code"), [("", "talk_empty"), ("x" * 501, "talk_too_long")])
def test_a_refused_comment_stays_in_its_field(client, match, ann, text, code):
    answer = log_in(client, ann).post(url(match, "comments", 5), {"text": text})
    assert (answer.status_code, answer.headers["X-Refusal"]) == (422, code)
    assert f">{text}</textarea>" in answer.text


def test_a_comment_that_is_sent_twice_is_said_once(match, ann, ben):
    assert say(match, ann).pk == say(match, ann, after=1).pk
    say(match, ann, sequence=6)
    say(match, ben)
    assert match.talk.count() == 3


def test_comments_and_talk_have_one_limit_to_haste(match, ann):
    for second in range(3):
        say(match, ann, f"Bold {second}", after=second)
        talking.say(match.pk, ann, "again", now=NOW + timedelta(seconds=second))
    assert refused(say, match, ann, after=10) == "talk_too_fast"


def test_comments_are_no_part_of_the_talk(match, ann, ben):
    talking.say(match.pk, ann, "Good game", now=NOW)
    before = talk(match, Viewer(ben.pk)), talk_stamp(match.pk)
    say(match, ann, "@Ben look")
    assert (talk(match, Viewer(ben.pk)), talk_stamp(match.pk)) == before


def mentions(match):
    """Whom the outbox tells of comments, and how that ended."""
    rows = Message.objects.filter(match=match, key__startswith="comment:").order_by("pk")
    return list(rows.values_list("recipient", "state", "why"))


def test_whom_a_comment_names_is_told_once_if_they_hear_its_author(match, ann, ben):
    say(match, ann, "@Ben, @ben and @Ann: look")
    say(match, ann, "@Ben, @ben and @Ann: look", after=1)
    assert mentions(match) == [(ben.pk, "pending", "")]
    blocks.block(user_of(ben), user_of(ann), now=NOW)
    say(match, ann, "@Ben again")
    say(match, ben, "@Ann again")
    assert len(mentions(match)) == 1


@pytest.mark.parametrize("read", ["comments", "review-hole"])
def test_a_comment_that_was_read_is_told_no_more(client, match, ann, ben, read):
    say(match, ann, "@Ben look")
    log_in(client, ben)
    client.get(url(match, "comments", 6))
    client.get(match.get_absolute_url())
    assert mentions(match) == [(ben.pk, "pending", "")]
    client.get(url(match, read, {"comments": 5, "review-hole": 1}[read]))
    assert mentions(match) == [(ben.pk, "dropped", "read the comment meanwhile")]


def test_the_mail_leads_to_the_comment_and_quotes_nothing(client, match, ann, ben, mailoutbox):
    mail = {"email": "b@example.org", "primary": True, "verified": True}
    EmailAddress.objects.create(user=user_of(ben), **mail)
    talking.say(match.pk, ann, "@Ben at the table", now=NOW)
    assert send_due(NOW + timedelta(minutes=10)) == 1
    say(match, ann, "@Ben look at the QS", after=700)
    assert send_due(NOW + timedelta(minutes=10, seconds=700)) == 1
    mail = mailoutbox[1]
    assert "Ann mentioned you in a comment." in mail.body
    assert "QS" not in mail.body
    address = f"/tables/{match.slug}/mine/?comment=5"
    assert address in mail.body
    assert client.get(address)["Location"].startswith("/accounts/login/?next=")
    assert log_in(client, ben).get(address)["Location"] == url(match, "comments", 5)


def test_who_left_the_seat_to_a_bot_hears_of_it_once_they_comment_too(match, ann, ben):
    match.seats.filter(player=ben).update(bot="steady")
    say(match, ann, "@Ben look")
    assert mentions(match) == []
    say(match, ben, "I see", after=1)
    say(match, ann, "@Ben look again", after=2)
    assert mentions(match) == [(ben.pk, "pending", "")]
    (row,) = Message.objects.filter(key__startswith="comment:")
    assert Recipient(ben, Reach(), [row], NOW).why_not(row) is None
    TalkLine.objects.update(hidden_by=ann)
    assert Recipient(ben, Reach(), [row], NOW).why_not(row) == "passed by"


def test_the_host_hides_a_comment_and_its_words_are_gone(client, match, ann, ben):
    line = say(match, ben, "an ugly word")
    answer = log_in(Client(), ben).post(url(match, "comment-hide", 5), {"line": line.pk})
    assert (answer.status_code, answer.headers["X-Refusal"]) == (403, "not_host")
    log_in(client, ann)
    assert client.post(url(match, "comment-hide", 5), {"line": line.pk}).status_code == 302
    for address in (url(match, "comments", 5), url(match, "review-hole", 1)):
        page = client.get(address).text
        assert "ugly" not in page
        assert "Hidden by the host." in page


def test_a_comment_is_reported_once_a_reader(client, match, ann, ben):
    line = say(match, ann)
    log_in(client, ben)
    for _time in range(2):
        assert client.post(url(match, "comment-report", 5), {"line": line.pk}).status_code == 302
    assert TalkReport.objects.get().line == line
    assert "Reported to the organisers." in client.get(url(match, "comments", 5)).text


@pytest.mark.parametrize("kind", ["mute", "block"])
def test_comments_of_the_silenced_are_not_in_what_one_gets(client, match, ann, ben, kind):
    line = say(match, ann, "a secret word")
    log_in(client, ben)
    assert client.post(url(match, f"comment-{kind}", 5), {"line": line.pk}).status_code == 302
    assert blocks.kind_of(ben.user_id, ann.user_id) == kind
    for address in (url(match, "comments", 5), url(match, "review-hole", 1)):
        assert "secret" not in client.get(address).text
    silence.lift(ben, ann)
    assert "secret" in client.get(url(match, "comments", 5)).text


@pytest.mark.parametrize("kind", ["hide", "report", "mute", "block"])
@pytest.mark.parametrize("line", ["", "x", "9" * 40])
def test_a_comment_that_is_none_is_refused(client, match, ann, kind, line):
    answer = log_in(client, ann).post(url(match, f"comment-{kind}", 5), {"line": line})
    assert (answer.status_code, answer.headers["X-Refusal"]) == (422, "no_line")


def test_organisers_find_a_reported_comment(admin_client, match, ann, ben):
    line = say(match, ann)
    talking.report(match, ben, line.pk, now=NOW)
    page = admin_client.get(reverse("admin:games_talkreport_changelist")).text
    assert url(match, "comments", 5) in page
