"""Table talk: who says, who reads, what is hidden, reported and told."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts import blocks, closing, merging
from accounts.models import User
from games.models import Match, Message, Seat, TalkLine, TalkReport
from games.selectors import talk as talk_selector
from games.selectors.access import Viewer
from games.selectors.mentions import mentioned_in
from games.selectors.talk import talk
from games.services import play, silence
from games.services import talk as talking
from games.services.players import player_of
from games.services.refusals import Refused
from tests import drivers
from tests.factories import NOW, log_in, make_player, open_table, start_match

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def say(match, player, text, *, after=0):
    return talking.say(match.pk, player, text, now=NOW + timedelta(seconds=after)).line


def read(match, player=None):
    return talk(match, Viewer(player.pk if player else None))


def said(view):
    return [(line.name, "".join(part.text for part in line.words)) for line in view.lines]


def key_of(page):
    """The key of the form in which something is said."""
    [key] = re.findall(r'id="talk-key" name="key" type="hidden" value="([\w-]+)"', page)
    return key


def user_of(player):
    return User.objects.get(player=player)


def refused(call, *arguments, **more):
    with pytest.raises(Refused) as caught:
        call(*arguments, **more)
    return caught.value.code


def post(client, match, name, **data):
    return client.post(reverse(f"games:talk-{name}", args=[match.slug]), data, headers=HTMX)


@pytest.fixture
def ann():
    return make_player("Ann")


@pytest.fixture
def ben():
    return make_player("Ben")


@pytest.fixture
def match(ann, ben):
    return start_match(ann, ben)


# Saying


def test_what_a_seat_says_is_read_by_whoever_sees_the_table(match, ann, ben):
    say(match, ann, "Good evening")
    for reader in (ann, ben, make_player(), None):
        assert said(read(match, reader)) == [("Ann", "Good evening")]


def test_who_has_no_seat_says_nothing(match):
    assert refused(say, match, make_player(), "Hello") == "not_seated"
    assert not TalkLine.objects.exists()


def test_a_player_whose_seat_a_bot_holds_may_talk(match, ann):
    play.leave_match(match.pk, ann, now=NOW, rng=random.Random(1))
    assert say(match, ann, "Back soon").text == "Back soon"


def test_talk_goes_on_before_the_first_hole_and_after_the_last(ann):
    waiting = open_table(ann)
    say(waiting, ann, "Come in")
    match = start_match(ann, make_player())
    drivers.play_on(match, drivers.is_finished)
    assert say(match, ann, "Well played").text == "Well played"


def test_talk_changes_neither_version_nor_sequence(match, ann):
    before = Match.objects.values_list("version", "sequence").get(pk=match.pk)
    line = say(match, ann, "Hello")
    talking.hide(match.pk, ann, line.pk)
    assert Match.objects.values_list("version", "sequence").get(pk=match.pk) == before


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  two \t words\r\n", "two words"),
        ("a\x00b\x1b[31mc\x7f", "ab[31mc"),
        ("line\u2028break", "line break"),
        ("\u202eturned\u2066", "turned"),
        ("e\u0301", "\u00e9"),
        ("\N{WOMAN}\u200d\N{BLACK HEART}", "\N{WOMAN}\u200d\N{BLACK HEART}"),
        ("x" * 500, "x" * 500),
    ],
)
def test_a_line_is_plain_text(match, ann, typed, kept):
    assert say(match, ann, typed).text == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "talk_empty"),
        (" \n\t ", "talk_empty"),
        ("\x00\x01", "talk_empty"),
        ("\u200b\u202e", "talk_empty"),
        ("x" * 501, "talk_too_long"),
        ("x" * 60_000, "talk_too_long"),
    ],
)
def test_bad_lines_are_refused_with_a_code(match, ann, typed, code):
    assert refused(say, match, ann, typed) == code
    assert not TalkLine.objects.exists()


def test_six_lines_in_half_a_minute_are_enough(match, ann, ben):
    for second in range(6):
        say(match, ann, "again", after=second)
    assert refused(say, match, ann, "again", after=29) == "talk_too_fast"
    say(match, ben, "I may", after=29)
    say(match, ann, "and later I may too", after=31)


def test_sixty_lines_in_an_hour_are_enough_for_one_table(match, ann):
    for number in range(60):
        say(match, ann, "again", after=40 * number)
    assert refused(say, match, ann, "again", after=59 * 60) == "talk_too_fast"
    say(start_match(ann, make_player()), ann, "elsewhere I may", after=59 * 60)
    say(match, ann, "an hour later", after=60 * 60)


def test_a_refused_line_stays_in_its_field(client, match, ann):
    log_in(client, ann)
    url = reverse("games:talk-say", args=[match.slug])
    answer = client.post(url, {"text": "y" * 501})
    assert (answer.status_code, answer.headers["X-Refusal"]) == (422, "talk_too_long")
    assert f'value="{"y" * 501}"' in answer.text
    assert "A line has at most 500 characters; this one has 501." in answer.text


def test_with_htmx_a_refusal_brings_a_sentence_and_never_the_field(client, match, ann):
    answer = post(log_in(client, ann), match, "say", text="")
    assert (answer.status_code, answer.headers["X-Refusal"]) == (422, "talk_empty")
    assert answer.text.strip().startswith("Write something first.")
    assert "talk-text" not in answer.text


def test_without_script_a_line_leads_back_to_the_talk(client, match, ann):
    log_in(client, ann)
    answer = client.post(reverse("games:talk-say", args=[match.slug]), {"text": "Hello"})
    assert (answer.status_code, answer.url) == (302, f"{match.get_absolute_url()}?side=talk")
    page = client.get(answer.url).text
    assert "Hello" in page
    assert 'value="talk" autocomplete="off" checked' in page


def test_talk_is_text_and_never_markup_or_link(client, match, ann):
    say(match, ann, '<b id="x">https://golf.example/ & "data-version="9"</b>')
    page = client.get(match.get_absolute_url()).text
    assert '<b id="x">' not in page
    assert "&lt;b id=&quot;x&quot;&gt;https://golf.example/ &amp;" in page
    assert 'data-version="9"' not in page
    assert 'href="https://golf.example' not in page


# Reading


def test_a_line_that_is_sent_twice_is_said_once(match, ann, client):
    page = log_in(client, ann).get(reverse("games:talk", args=[match.slug])).text
    key, later = key_of(page), key_of(client.get(match.get_absolute_url()).text)
    assert key != later
    for _press in range(2):
        assert post(client, match, "say", text="@Ben, well met", key=key).status_code == 200
    assert said(read(match)) == [("Ann", "@Ben, well met")]
    assert Message.objects.filter(kind="mentioned").count() == 1
    # Other words are another line, and so are the same from another form.
    post(client, match, "say", text="Your turn", key=key)
    post(client, match, "say", text="@Ben, well met", key=later)
    assert [words for _name, words in said(read(match))] == [
        "@Ben, well met",
        "Your turn",
        "@Ben, well met",
    ]


@pytest.mark.parametrize("key", ["x" * 65, "a\tb"])
def test_a_key_that_is_none_is_refused(match, ann, client, key):
    answer = post(log_in(client, ann), match, "say", text="Hello", key=key)
    assert (answer.status_code, answer.headers["X-Refusal"]) == (422, "bad_key")
    assert said(read(match)) == []


def test_whoever_may_not_see_the_table_reads_and_says_nothing(client):
    match = start_match(is_listed=False)
    stranger = log_in(client, make_player())
    assert stranger.get(reverse("games:talk", args=[match.slug])).status_code == 404
    for name in ("say", "hide", "report", "read", "mute", "block"):
        assert post(stranger, match, name, text="Hello", line="1").status_code == 404
    assert not TalkLine.objects.exists()


@pytest.mark.parametrize("name", ["say", "hide", "report", "read", "mute", "block"])
def test_a_stranger_is_asked_to_log_in_first(match, name, ann):
    line = say(match, ann, "Hello")
    answer = post(Client(), match, name, text="Hello", line=str(line.pk))
    assert (answer.status_code, answer.headers["X-Refusal"]) == (403, "log_in")


@pytest.mark.parametrize("name", ["hide", "report", "read", "mute", "block"])
@pytest.mark.parametrize("line", ["", "x", "-1", "\u0661", "9" * 19, "9" * 40, "1\x00"])
def test_a_line_that_is_none_is_refused(client, match, ann, name, line):
    answer = post(log_in(client, ann), match, name, line=line)
    assert (answer.status_code, answer.headers["X-Refusal"]) == (422, "no_line")


@pytest.mark.parametrize("before", ["", "x", "-1", "9" * 40])
def test_an_address_of_earlier_lines_that_is_none_is_not_found(client, match, before):
    answer = client.get(reverse("games:talk", args=[match.slug]), {"before": before})
    assert answer.status_code == 404


def test_earlier_lines_have_a_page_of_their_own(client, match, ann, monkeypatch):
    monkeypatch.setattr(talk_selector, "LINES_MAX", 3)
    for number in range(5):
        say(match, ann, f"line {number}", after=number)
    latest = read(match)
    assert said(latest) == [("Ann", f"line {number}") for number in (2, 3, 4)]
    page = client.get(latest.earlier_url)
    assert said(page.context["talk"]) == [("Ann", "line 0"), ("Ann", "line 1")]
    assert page.context["talk"].earlier_url is None


def test_times_are_told_in_the_readers_zone(match, ann, ben):
    from accounts.models import Preferences

    Preferences.objects.create(user=ben.user, time_zone="Asia/Kolkata")
    say(match, ann, "Hello")
    assert read(match, ann).lines[0].at == "30 Nov, 18:00"
    assert read(match, ben).lines[0].at == "30 Nov, 23:30"


def test_the_talk_takes_a_constant_number_of_queries(match, ann, ben, django_assert_num_queries):
    say(match, ann, "one")
    say(match, ben, "two")
    match = Match.objects.select_related("host__user").get(pk=match.pk)
    with django_assert_num_queries(5):
        read(match, ben)
    for number in range(20):
        line = say(match, (ann, ben)[number % 2], "@Ann more", after=40 * number)
        talking.report(match, (ben, ann)[number % 2], line.pk, now=NOW)
    with django_assert_num_queries(5):
        read(match, ben)


# Unread


def test_what_others_said_is_unread_until_the_seat_read_it(client, match, ann, ben):
    first = say(match, ann, "one")
    say(match, ann, "two")
    assert (read(match, ben).unread, read(match, ann).unread, read(match).unread) == (2, 0, 0)
    assert "2 new" in log_in(client, ben).get(match.get_absolute_url()).text
    talking.mark_read(match, ben, first.pk)
    assert read(match, ben).unread == 1
    answer = post(client, match, "read", line=str(read(match, ben).last))
    assert (answer.status_code, read(match, ben).unread) == (200, 0)
    assert "new</span>" not in answer.text


def test_the_mark_never_moves_back_nor_beyond_what_was_said(match, ann, ben):
    first = say(match, ann, "one")
    second = say(match, ann, "two")
    talking.mark_read(match, ben, 2**62)
    talking.mark_read(match, ben, first.pk)
    assert Seat.objects.get(match=match, player=ben).talk_read == second.pk


def test_who_has_no_seat_has_no_mark(match, ann):
    line = say(match, ann, "one")
    assert refused(talking.mark_read, match, make_player(), line.pk) == "not_seated"


def test_speaking_reads_what_was_said_before(match, ann, ben):
    say(match, ann, "one")
    say(match, ben, "two")
    assert read(match, ben).unread == 0


# Hiding and reporting


def test_a_line_the_host_hides_keeps_its_place_and_shows_no_words(client, match, ann, ben):
    line = say(match, ben, "an ugly word")
    talking.hide(match.pk, ann, line.pk)
    talking.hide(match.pk, ann, line.pk)
    for reader in (ann, ben, None):
        assert said(read(match, reader)) == [("Ben", "Hidden by the host.")]
    assert "ugly" not in log_in(client, ben).get(match.get_absolute_url()).text


def test_only_the_host_hides_lines_of_that_table(match, ann, ben):
    line = say(match, ann, "Hello")
    elsewhere = say(start_match(ben, make_player()), ben, "Elsewhere")
    assert refused(talking.hide, match.pk, ben, line.pk) == "not_host"
    assert refused(talking.hide, match.pk, ann, elsewhere.pk) == "no_line"
    assert [line.can_hide for line in read(match, ben).lines] == [False]
    assert [line.can_hide for line in read(match, ann).lines] == [True]


def test_a_line_is_reported_once_a_reader(match, ann, ben):
    line = say(match, ann, "Hello")
    watcher = make_player()
    for reader in (ben, ben, watcher):
        talking.report(match, reader, line.pk, now=NOW)
    assert TalkReport.objects.count() == 2
    shown = read(match, ben).lines[0]
    assert (shown.is_reported, shown.can_report) == (True, False)


def test_nobody_reports_what_is_their_own_or_what_they_do_not_read(match, ann, ben):
    line = say(match, ann, "Hello")
    assert refused(talking.report, match, ann, line.pk, now=NOW) == "own_line"
    silence.mute(ben, ann, now=NOW)
    assert refused(talking.report, match, ben, line.pk, now=NOW) == "no_line"
    other = start_match()
    assert refused(talking.report, other, ben, line.pk, now=NOW) == "no_line"


# Mute and block


def test_lines_of_the_muted_are_not_in_what_the_muter_gets(client, match, ann, ben):
    say(match, ann, "a secret word")
    silence.mute(ben, ann, now=NOW)
    log_in(client, ben)
    url = match.get_absolute_url()
    talk_url = reverse("games:talk", args=[match.slug])
    for answer in (client.get(url), client.get(talk_url), client.get(talk_url, headers=HTMX)):
        assert b"secret" not in answer.content
    page = client.get(url).text
    assert "You read nothing of" in page
    assert read(match, ben).unread == 0
    assert said(read(match, ann)) == said(read(match)) == [("Ann", "a secret word")]


def test_a_block_silences_both_and_tells_the_other_nothing(match, ann, ben):
    say(match, ann, "of Ann")
    say(match, ben, "of Ben")
    silence.block(ben, ann, now=NOW)
    assert said(read(match, ann)) == [("Ann", "of Ann")]
    assert said(read(match, ben)) == [("Ben", "of Ben")]
    assert read(match, ann).silenced == ()
    assert [person.name for person in read(match, ben).silenced] == ["Ann"]
    silence.lift(ben, ann)
    assert len(read(match, ann).lines) == len(read(match, ben).lines) == 2


@pytest.mark.parametrize(("name", "kind"), [("mute", "mute"), ("block", "block")])
def test_somebody_is_muted_or_blocked_at_a_line(client, match, ann, ben, name, kind):
    line = say(match, ann, "Hello")
    answer = post(log_in(client, ben), match, name, line=str(line.pk))
    assert answer.status_code == 200
    assert "Hello" not in answer.text
    assert blocks.kind_of(ben.user_id, ann.user_id) == kind


def test_nobody_mutes_themselves_or_one_who_is_gone(match, ann, ben):
    line = say(match, ann, "Hello")
    assert refused(silence.mute, ann, ann, now=NOW) == "not_another"
    closing.close(ann.user)
    gone = silence.speaker_of(match, ben, line.pk)
    assert refused(silence.block, ben, gone, now=NOW) == "nobody_there"


def test_a_players_page_mutes_blocks_and_lifts(client, ann, ben):
    log_in(client, ben)
    page = ann.get_absolute_url()
    assert "Mute" in client.get(page).text
    for name, kind in (("mute", "mute"), ("block", "block"), ("lift", "")):
        answer = client.post(reverse(f"games:player-{name}", args=[ann.pk]))
        assert (answer.status_code, answer.url) == (302, page)
        assert blocks.kind_of(ben.user_id, ann.user_id) == kind
    own = client.get(ben.get_absolute_url()).text
    assert reverse("games:player-mute", args=[ben.pk]) not in own


def test_a_stranger_is_offered_no_mute(client, ann):
    assert (
        reverse("games:player-mute", args=[ann.pk]) not in client.get(ann.get_absolute_url()).text
    )
    client.post(reverse("games:player-mute", args=[ann.pk]))
    assert "Log in or play as a guest first." in client.get("/").text


# Mentions


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("@Ann look", ["Ann"]),
        ("well, @aNN!", ["Ann"]),
        ("@Ann Lee and @Ann", ["Ann Lee", "Ann"]),
        ("@ann lee's turn", ["Ann Lee"]),
        ("@Anna @Ann_ @Bo", []),
        ("mail ann@ann.example", []),
        ("@@Ann", ["Ann"]),
        ("@", []),
        ("@Bot A", []),
        ("@Former player", []),
    ],
)
def test_the_longest_name_of_somebody_seated_is_a_mention(text, named):
    players = [make_player("Ann"), make_player("Ann Lee"), make_player("Zed")]
    match = start_match(*players)
    closing.close(user_of(players[2]))
    names = {player.pk: player.name for player in players}
    found = mentioned_in(text, match.seats.select_related("player__user"))
    assert [names[mention.player_id] for mention in found] == named


def test_a_line_tells_whom_it_names_and_who_hears_it(match, ann, ben):
    told = talking.say(match.pk, ann, "@ben and @Ann and @BEN", now=NOW)
    assert told.mentioned == (ben,)
    silence.mute(ben, ann, now=NOW)
    assert talking.say(match.pk, ann, "@ben", now=NOW).mentioned == ()


def test_who_is_named_is_told_once_and_only_if_they_hear_the_speaker(match, ann, ben):
    talking.say(match.pk, ann, "@Ben, @ben", now=NOW)
    told = Message.objects.filter(kind="mentioned")
    assert list(told.values_list("recipient", flat=True)) == [ben.pk]
    silence.mute(ben, ann, now=NOW)
    talking.say(match.pk, ann, "@Ben", now=NOW)
    assert told.count() == 1


def test_a_mention_stands_out_most_for_who_is_named(match, ann, ben):
    say(match, ann, "so @ben, go")
    line = read(match, ben).lines[0]
    assert [(part.text, part.is_mention) for part in line.words] == [
        ("so ", False),
        ("@ben", True),
        (", go", False),
    ]
    assert line.is_for_viewer
    assert not read(match, ann).lines[0].is_for_viewer


# People who go


def test_the_lines_of_a_closed_account_stay_without_its_name(match, ann, ben):
    say(match, ann, "Hello")
    closing.close(ann.user)
    line = read(match, ben).lines[0]
    assert (line.name, line.player_url, line.can_silence) == ("Former player", None, False)


def test_a_guests_lines_and_reports_go_to_the_account(ann, ben):
    guest = player_of(User.objects.create_guest())
    match = start_match(guest, ben)
    both = start_match(guest, ann, ben)
    say(match, guest, "as a guest")
    say(both, guest, "with a seat beside me")
    reported = [say(match, ben, "one", after=1), say(match, ben, "two", after=2)]
    for line in reported:
        talking.report(match, guest, line.pk, now=NOW)
    talking.report(match, ann, reported[0].pk, now=NOW)
    talking.hide(match.pk, guest, reported[1].pk)
    merging.merge(user_of(guest), user_of(ann))
    assert said(read(match))[0] == ("Ann", "as a guest")
    assert said(read(both)) == [("Former player", "with a seat beside me")]
    assert TalkReport.objects.filter(player=ann).count() == TalkReport.objects.count() == 2
    assert TalkLine.objects.get(pk=reported[1].pk).hidden_by == ann


# Reports


@pytest.fixture
def reported(match, ann, ben):
    line = say(match, ann, "an ugly word")
    talking.report(match, ben, line.pk, now=NOW)
    return line


def desk(client, action, **more):
    url = reverse("admin:games_talkreport_changelist")
    chosen = list(TalkReport.objects.values_list("pk", flat=True))
    return client.post(url, {"action": action, "_selected_action": chosen}, follow=True)


def test_organisers_read_a_reported_line_and_mark_it_as_handled(admin_client, reported):
    url = reverse("admin:games_talkreport_changelist")
    assert "an ugly word" in admin_client.get(url).text
    page = reverse("admin:games_talkreport_change", args=[TalkReport.objects.get().pk])
    assert "an ugly word" in admin_client.get(page).text
    assert "1 report is handled." in desk(admin_client, "mark_handled").text
    assert TalkReport.objects.get().handled_at is not None
    assert "an ugly word" not in admin_client.get(url, {"handled_at__isempty": "1"}).text
    assert "0 reports are handled." in desk(admin_client, "mark_handled").text


def test_organisers_hide_a_reported_line_and_still_read_it(admin_client, match, ben, reported):
    desk(admin_client, "hide_lines")
    assert said(read(match, ben)) == [("Ann", "Hidden by the organisers.")]
    assert TalkReport.objects.get().handled_at is not None
    url = reverse("admin:games_talkreport_changelist")
    assert "an ugly word" in admin_client.get(url).text


def test_who_may_only_read_reports_handles_none(client, reported):
    from django.contrib.auth.models import Permission

    user = User.objects.create_user("Reader", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_talkreport"))
    client.force_login(user)
    assert client.get(reverse("admin:games_talkreport_changelist")).status_code == 200
    for action in ("mark_handled", "hide_lines"):
        desk(client, action)
    assert TalkReport.objects.get().handled_at is None
    assert TalkLine.objects.get().hidden_by is None


def test_reports_are_written_by_readers_only(admin_client, reported):
    assert admin_client.get(reverse("admin:games_talkreport_add")).status_code == 403
