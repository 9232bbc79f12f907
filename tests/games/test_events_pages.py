"""Pages of events: who may do what there, what they tell, and what they keep to themselves."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest
from django.core.management import CommandError
from django.test import Client
from django.utils import timezone

from accounts.models import Membership, User
from games import engine
from games.engine import codec
from games.management.commands.record import exported
from games.models import Action, DealSecret, Event, Match, Position, Result, ReviewShare, Seat
from games.selectors.calendar import calendar_of
from games.services import event_entries, event_rounds, reviews, sharing, what_if
from games.services.refusals import Refused
from tests.drivers import is_at_score_card, play_on
from tests.factories import make_player, make_preset, user_of
from tests.games.events import announce, club_with, play_out, play_round, tables_of
from tests.standings import club_of

pytestmark = pytest.mark.django_db

TOKENS = re.compile(r'csrf[^>]*value="[^"]*"|"X-CSRFToken": "[^"]*"')


def begin(event, *players, at=None):
    """Enter these and begin, by the clock of the wall, which the pages go by."""
    for player in players:
        event_entries.enter(event.pk, player, now=at or timezone.now())
    now = event.starts_at if at is None else at
    event_rounds.advance(event.pk, max(now, event.starts_at), random.Random(3))
    event.refresh_from_db()


def as_player(player):
    client = Client()
    client.force_login(user_of(player))
    return client


def page_of(event, client, **headers):
    return client.get(event.get_absolute_url(), headers=headers).text


def given(**changes):
    local = timezone.now() + timedelta(days=3)
    return {
        "preset": "clubhouse",
        "title": "Thursday evening",
        "about": "Bring a friend.",
        "starts_at": local.strftime("%Y-%m-%dT19:30"),
        "closes_at": "",
        "every": "week",
        "places": "",
        "rounds": "3",
        "seats": "4",
        "seats_min": "2",
        **dict.fromkeys(("holes", "layout", "openers", "final_putt"), "0"),
        "clock": "live 1m",
        "clock_text": "",
        "missed_max": "2",
        "scoring": "places",
        "prizes": ["winner", "low_hole"],
        **changes,
    }


def test_an_organiser_announces_with_a_preview_changes_and_calls_off():
    make_preset()
    club, players = club_with(3)
    client, slug = as_player(players[0]), club.slug
    address = f"/clubs/{slug}/events/new/"
    assert "In Bogota (America/Bogota)." in client.get(address).text
    preview = client.post(address, given(check="1"), headers={"HX-Request": "true"}).text
    assert "7:30 p.m. in Bogota (America/Bogota)" in preview
    assert "Tables of 2 to 4 are drawn anew for every round" in preview
    assert "Lowest hole: the fewest strokes on one hole." in preview
    assert "<h1>" not in preview
    assert "What members will read" in client.post(address, given(check="1")).text
    wrong = client.post(address, given(seats_min="4", seats="3", starts_at="soon"))
    assert wrong.status_code == 422
    assert "That is more than the most seats at a table." in wrong.text
    assert "Write a day and a time, as in 2026-12-03 19:30." in wrong.text
    assert 'value="Thursday evening"' in wrong.text
    past = client.post(address, given(starts_at="2020-01-01T10:00"))
    assert (past.status_code, Event.objects.count()) == (422, 0)
    assert "An event begins later than now" in past.text
    made = client.post(address, given())
    event = Event.objects.get()
    assert made["Location"] == event.get_absolute_url()
    assert (event.scoring, event.prizes) == ("places", ["winner", "low_hole"])
    assert event.starts_at.strftime("%H:%M") == "00:30"
    form = client.get(f"{event.get_absolute_url()}change/").text
    assert 'value="Thursday evening"' in form
    assert re.search(r'name="prizes" value="low_hole"[^>]*checked', form)
    change = client.post(f"{event.get_absolute_url()}change/", given(rounds="5", every=""))
    assert change.status_code == 302
    event.refresh_from_db()
    assert (event.rounds, event.every) == (5, "")
    acts = client.get(f"/clubs/{slug}/acts/").text
    assert "announced the event “Thursday evening”." in acts
    assert "changed the event “Thursday evening” (every, rounds)." in acts
    begin(event, *players)
    running = f"{event.get_absolute_url()}change/"
    assert 'name="rounds"' not in client.get(running).text
    only = {
        "title": "Friday",
        "about": "",
        "every": "month",
        "closes_at": "",
        "preset": "clubhouse",
    }
    assert "Every month" in client.post(running, {**only, "check": "1"}).text
    assert client.post(running, only).status_code == 302
    event.refresh_from_db()
    assert (event.title, event.every, event.rounds) == ("Friday", "month", 5)
    client.post(f"{event.get_absolute_url()}cancel")
    assert "Cancelled" in page_of(event, client)
    assert client.get(f"{event.get_absolute_url()}change/").status_code == 302


def test_lists_calendar_and_feed_tell_members_what_is_to_come():
    club, players = club_with(3)
    ann, ben = players[:2]
    event = announce(club, ann, title="Green, evening", every="week", starts_at=soon())
    event_entries.enter(event.pk, ben, now=timezone.now())
    address = f"/clubs/{club.slug}/events/"
    month = event.starts_at.strftime("%Y-%m")
    client = as_player(ben)
    text = client.get(f"{address}?month={month}").text
    assert text.count("Green, evening") >= 2
    assert "you have entered" in text
    assert "1 plays" in text
    later = (event.starts_at + timedelta(days=70)).strftime("%Y-%m")
    assert "(planned)" in client.get(f"{address}?month={later}").text
    assert client.get(f"{address}?month=nonsense").status_code == 200
    assert "Announce an event" not in text
    assert "Announce an event" in as_player(ann).get(address).text
    feed = calendar_of(ben)
    assert "SUMMARY:Green\\, evening · Reeds" in feed
    assert f"DTSTART:{event.starts_at:%Y%m%dT%H%M%SZ}" in feed
    assert "TRANSP:OPAQUE" in feed
    assert "You have not entered." in calendar_of(ann)
    assert "BEGIN:VEVENT" not in calendar_of(make_player())


def soon():
    return (timezone.now() + timedelta(days=3)).replace(second=0, microsecond=0)


def test_the_ladder_of_who_may_do_what_at_an_event():
    club, (owner, organiser, member) = club_with(3)
    Membership.objects.filter(user=user_of(organiser)).update(role="organiser")
    other = make_player()
    club_of(other, slug="fens")
    staff = User.objects.create_superuser("Staff", password="a long password")
    event = announce(club, owner, starts_at=soon())
    url = event.get_absolute_url()
    lists, read = f"/clubs/{club.slug}/events/", url
    forms = (f"/clubs/{club.slug}/events/new/", f"{url}change/")
    acts = (f"{url}draw", f"{url}cancel")
    people = {
        "anonymous": (Client(), 200, 302, 302),
        "stranger": (as_player(make_player()), 200, 404, 404),
        "organiser of another club": (as_player(other), 200, 404, 404),
        "member": (as_player(member), 200, 403, 403),
        "organiser": (as_player(organiser), 200, 200, 302),
        "owner": (as_player(owner), 200, 200, 302),
    }
    for name, (client, reads, sets, does) in people.items():
        assert [client.get(page).status_code for page in (lists, read)] == [reads, reads], name
        assert [client.get(page).status_code for page in forms] == [sets, sets], name
        assert client.post(acts[0], {"round": "7"}).status_code == does, name
        assert client.get(acts[1]).status_code == 405, name
        entered = client.post(f"{url}enter")
        assert entered.status_code == 302, name
        is_in = name in ("member", "organiser", "owner")
        codes = {"anonymous": "log_in"}
        expected = None if is_in else codes.get(name, "members_only")
        assert entered.headers.get("X-Refusal") == expected, name
        assert ("Withdraw" in page_of(event, client)) is is_in
    desk = Client()
    desk.force_login(staff)
    assert desk.get(forms[0]).status_code == 200
    club.is_listed = False
    club.save()
    hidden = [c.get(p).status_code for c in (Client(), as_player(other)) for p in (lists, read)]
    assert hidden == [404, 404, 404, 404]
    assert as_player(member).get(read).status_code == 200
    assert as_player(other).get(f"/clubs/fens/events/{event.pk}/").status_code == 404


def test_members_watch_other_tables_of_an_event_with_cards_of_their_own():
    club, players = club_with(5)
    event = announce(club, players[0], seats=2, rounds=1, starts_at=soon())
    begin(event, *players[:4])
    match = tables_of(event.drawn.get())[0]
    watcher = as_player(players[4])
    assert watcher.get(match.get_absolute_url()).status_code == 200
    assert match.get_absolute_url() in page_of(event, watcher)
    assert "being played" in page_of(event, watcher)


def test_while_others_hold_the_same_cards_nobody_else_learns_anything():
    club, players = club_with(5)
    event = announce(club, players[0], seats=2, rounds=1, same_deals=True, starts_at=soon())
    event.ruleset = {**event.ruleset, "holes": 3}
    event.save()
    begin(event, *players[:4])
    first, second = tables_of(event.drawn.get())
    play_on(first, is_at_score_card)
    play_out(second, random.Random(4))
    names = {seat.player_id for seat in first.seats.all()}
    own = next(player for player in players if player.pk in names)
    other = next(p for p in players[:4] if p.pk not in names)
    staff = User.objects.create_superuser("Staff", password="a long password")
    desk = Client()
    desk.force_login(staff)
    viewers = [desk, as_player(players[4]), as_player(other)]
    sharing.share_review(second, other, now=timezone.now())
    token = ReviewShare.objects.get(match=second).token
    table, played = f"/tables/{first.slug}/", f"/matches/{first.slug}/"
    hidden = [f"{table}{name}" for name in ("", "rules/", "holes/1/")]
    pages = ("replay/", "replay/1/?as=open", "review/", "review/1/", "what-if/9/", "comments/5/")
    hidden += [f"{played}{page}" for page in pages]
    shown = [event.get_absolute_url(), "/", f"/players/{own.pk}/", f"/clubs/{club.slug}/"]
    admin = [f"/admin/games/match/{first.pk}/change/", "/admin/games/action/"]

    def seen():
        pages = [(client, page) for client in viewers for page in (*hidden, *shown)]
        pages += [(desk, page) for page in admin]
        answers = [(page, client.get(page)) for client, page in pages]
        return [(page, found.status_code, TOKENS.sub("", found.text)) for page, found in answers]

    before = seen()
    assert {code for page, code, _text in before if page in hidden} == {404}
    assert {code for page, code, _text in before if page in (*shown, *admin)} == {200}
    # Other cards at the first table, of the deal and of all that came of it.
    for action in Action.objects.filter(match=first):
        swap = str(action.facts).translate(str.maketrans("CDHS", "DHSC"))
        Action.objects.filter(pk=action.pk).update(facts=[{"kind": "hole_dealt", "x": swap}])
    Action.objects.filter(match=first, kind="deal").update(body={})
    Position.objects.filter(match=first).update(state=codec.encode_state(_other_state(first)))
    DealSecret.objects.update(secret="another")
    assert seen() == before

    # Not even who played it, though their table is over, looks at cards that lay hidden.
    player = viewers[2]
    for name in ("replay/", "review/", "review/1/", "what-if/9/"):
        answer = player.get(f"/matches/{second.slug}/{name}")
        assert answer.status_code == 403, name
        assert "Others still play with these cards." in answer.text
    for page in (f"/tables/{second.slug}/", "/matches/", "/"):
        assert f"/matches/{second.slug}/replay/" not in player.get(page).text
    for refused in (
        lambda: reviews.request_review(second, other, now=timezone.now()),
        lambda: what_if.moment_of(second, 9),
    ):
        with pytest.raises(Refused) as found:
            refused()
        assert found.value.code == "same_cards"
    with pytest.raises(CommandError):
        exported(second.slug)
    assert desk.get("/admin/games/action/").context["cl"].result_count == 0
    assert Client().get(f"/shared/{token}/", follow=True).status_code == 403
    # Its strokes would tell of the cards, too.
    assert not Result.objects.filter(match=second).exists()
    assert desk.get(f"/matches/{second.slug}/correct/").status_code == 404


def _other_state(match):
    state = codec.decode_state(Position.objects.get(match=match).state)
    deal = engine.chance_action(engine.new_match(state.ruleset, state.seats), random.Random(99))
    assert deal is not None
    return engine.apply(engine.new_match(state.ruleset, state.seats), deal).state


def test_when_the_round_is_over_everybody_compares_and_replays():
    club, players = club_with(5)
    event = announce(
        club,
        players[0],
        seats=2,
        rounds=1,
        same_deals=True,
        prizes=("winner", "cards"),
        starts_at=soon(),
    )
    begin(event, *players[:5])
    play_round(event)
    assert event_rounds.advance(event.pk, event.starts_at, random.Random(1)) == 1
    text = page_of(event, Client())
    assert "Who did what with the same cards" in text
    assert "The cards of seat 1 at tables of 2" in text
    assert "Sits out:" in text
    assert re.search(r"Place 1, with \S+", text)
    assert "a round against the mean of the same cards" in text
    for match in Match.objects.all():
        assert Client().get(f"/matches/{match.slug}/replay/").status_code == 200
    assert Seat.objects.filter(result__is_public=True).count() == 4


def test_the_page_of_a_large_event_takes_no_more_queries(django_assert_max_num_queries):
    club, players = club_with(9)
    small = announce(club, players[0], seats=2, rounds=2, same_deals=True, starts_at=soon())
    begin(small, *players[:5])
    large = announce(club, players[0], seats=2, rounds=2, same_deals=True, starts_at=soon())
    begin(large, *players)
    for event in (small, large):
        play_round(event)
        event_rounds.advance(event.pk, event.starts_at, random.Random(1))
    client = as_player(players[0])
    client.get(small.get_absolute_url())
    counts = []
    for address in [event.get_absolute_url() for event in (small, large)]:
        with django_assert_max_num_queries(25) as queries:
            client.get(address)
        counts.append(len(queries))
    assert counts[0] == counts[1]
