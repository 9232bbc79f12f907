"""The replay: every step, back and forth, and whose eyes see what."""

from __future__ import annotations

import random
from datetime import timedelta
from itertools import chain

import pytest
from django.urls import reverse

from accounts.models import Preferences
from games import engine
from games.engine import codec
from games.models import Match, News, ReviewShare
from games.selectors.card_words import number
from games.services import play
from games.services.due import carry_out_due
from games.services.lobby import Terms
from tests import drivers
from tests.factories import NOW, log_in, make_player, start_match, user_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    """A finished match of two seats and three holes."""
    return finished(layout="2x2")


def finished(*players, **choices):
    match = start_match(*players, **choices)
    drivers.play_out(match, random.Random(3))
    return Match.objects.get(pk=match.pk)


def at(match, sequence, query=""):
    return f"/matches/{match.slug}/replay/{sequence}/{query}"


def view_at(client, match, sequence, query=""):
    return client.get(at(match, sequence, query)).context["replay"]


def faces(view):
    return [[slot.card.face for row in seat.rows for slot in row] for seat in view.board.seats]


def hole_of(match, sequence):
    return match.actions.get(sequence=sequence).hole.number


def walk(client, address, step):
    """Follow one link of every page until there is none; the pages' views by position."""
    seen = {}
    while address is not None:
        view = client.get(address, headers={"HX-Request": "true"}).context["replay"]
        seen[view.position] = (
            faces(view),
            view.board.discard.card,
            view.board.drawn,
            [seat.total for seat in view.board.seats],
            [line.text for line in view.log],
            view.score_card,
        )
        address = getattr(view.steps, step)
    return seen


def test_a_replay_begins_with_the_first_action_and_ends_with_the_last(client, match):
    first = client.get(reverse("games:replay", args=[match.slug])).context["replay"]
    assert (first.position, first.steps.back, first.steps.first) == (1, None, None)
    assert first.position_label == f"1 of {match.sequence}"
    last = client.get(first.steps.last).context["replay"]
    assert (last.position, last.steps.next, last.steps.last) == (match.sequence, None, None)
    assert last.hole_label == "Final"
    totals = match.seats.order_by("total").values_list("total", flat=True)
    assert [row.total for row in last.score_card.rows] == list(totals)


def test_stepping_back_shows_what_stepping_on_showed(client, match):
    forth = walk(client, at(match, 1), "next")
    back = walk(client, at(match, match.sequence), "back")
    assert back == forth
    dismissals = match.actions.filter(kind="dismiss").count()
    # Two seats put each of two score cards away, which is one step.
    assert (dismissals, len(forth)) == (4, match.sequence - 2)


def test_every_step_is_what_the_whole_match_replayed_up_to_it_gives(client, match):
    rows = match.actions.order_by("sequence").values_list("body", flat=True)
    actions = [codec.decode_action(body) for body in rows]
    played = engine.states(codec.decode_ruleset(match.ruleset), match.seat_count, actions)
    for sequence, transition in enumerate(played, start=1):
        if isinstance(actions[sequence - 1], engine.Dismiss):
            continue
        for query, viewer in (("", None), ("?as=0", 0), ("?as=1", 1)):
            seen = engine.observe(transition.state, viewer)
            view = view_at(client, match, sequence, query)
            assert faces(view) == [[card.face for card in row] for row in seen.layouts]
            assert (view.board.drawn and view.board.drawn.face) == seen.drawn
            assert view.board.discard.card.face == seen.discard[-1]
            assert tuple(seat.total for seat in view.board.seats) == seen.totals


def test_an_extra_hole_is_named_and_jumped_to(client):
    nothing = dict.fromkeys(engine.RANKS, 0)
    match = finished(preset="house", layout="2x2", holes=1, tie="extra_hole", values=nothing)
    view = view_at(client, match, match.sequence)
    assert [hole.label for hole in view.holes] == ["1", "+1", "+2", "+3"]
    assert view.holes[1].words.startswith("Extra hole 1: ")
    shown = client.get(view.holes[1].url, follow=True).context["replay"]
    assert (shown.hole_label, shown.holes[1].is_shown) == ("Extra hole 1", True)


def test_a_hole_is_jumped_to_by_number_with_its_strokes(client, match):
    view = view_at(client, match, 1)
    strokes = [
        tuple(number(row.strokes) for row in hole.strokes.order_by("seat__number"))
        for hole in match.holes.order_by("number")
    ]
    assert [hole.strokes for hole in view.holes] == strokes
    deal = match.actions.get(hole__number=1, kind="deal").sequence
    answer = client.get(view.holes[1].url)
    assert answer.url == at(match, deal)
    names = [seat.name for seat in match.seats.order_by("number")]
    told = ", ".join(f"{name} {row}" for name, row in zip(names, strokes[1], strict=True))
    assert view.holes[1].words == f"Hole 2: {told}"


def test_brackets_lead_to_the_start_of_the_hole_the_one_before_and_the_next(client, match):
    deal = match.actions.get(hole__number=1, kind="deal").sequence
    within, start = view_at(client, match, deal + 2), view_at(client, match, deal)
    hole = f"/matches/{match.slug}/replay/holes/"
    assert (within.steps.hole_back, within.steps.hole_next) == (f"{hole}2/", f"{hole}3/")
    assert start.steps.hole_back == f"{hole}1/"
    assert view_at(client, match, 1).steps.hole_back is None
    assert view_at(client, match, match.sequence).steps.hole_next is None


def test_the_next_action_of_each_seat_is_a_link(client, match):
    view = view_at(client, match, 1)
    for seat, link in enumerate(view.decisions):
        rows = match.actions.filter(seat__number=seat, hole__number=0)
        assert link.url == at(match, rows.earliest("sequence").sequence)
    end = match.actions.filter(hole__number=0).exclude(kind="dismiss").latest("sequence").sequence
    assert [link.url for link in view_at(client, match, end).decisions] == [None, None]


def test_the_decisions_of_the_seat_one_follows_lead_on_and_back_alike(client, match):
    own = match.actions.filter(hole__number=1, seat__number=1).exclude(kind="dismiss")
    stops = list(own.order_by("sequence").values_list("sequence", flat=True))
    deal = match.actions.get(hole__number=1, kind="deal").sequence
    end = match.actions.filter(hole__number=1, kind="dismiss").latest("sequence").sequence
    ways = {"decision_next": [deal], "decision_back": [end]}
    for step, path in ways.items():
        while address := getattr(
            client.get(at(match, path[-1], "?as=1")).context["replay"].steps, step
        ):
            path.append(int(address.split("/")[-2]))
            assert address.endswith("/?as=1")
    assert ways == {"decision_next": [deal, *stops], "decision_back": [end, *stops[::-1]]}
    # Between two of them both lead to the nearest, whoever acted there.
    gap = next(stop for stop in stops if stop + 1 not in stops)
    steps = view_at(client, match, gap + 1, "?as=1").steps
    later = at(match, stops[stops.index(gap) + 1], "?as=1")
    assert (steps.decision_back, steps.decision_next) == (at(match, gap, "?as=1"), later)
    name = match.seats.get(number=1).name
    page = client.get(at(match, gap, "?as=1")).text
    assert page.count(f'<span class="visually-hidden"> of {name}</span>') == 2
    assert f"earlier and later decision of {name} in this hole" in page


def test_without_a_seats_eyes_one_follows_ones_own_or_whoever_acted(client, match):
    draw = match.actions.filter(kind="draw").earliest("sequence")
    other = match.seats.exclude(pk=draw.seat.pk).get()
    assert view_at(client, match, draw.sequence).steps.followed == draw.seat.name
    opens = match.actions.get(sequence=2).seat.name
    assert view_at(client, match, 1, "?as=open").steps.followed == opens
    log_in(client, other.player)
    assert view_at(client, match, draw.sequence).steps.followed == other.name
    steps = view_at(client, match, draw.sequence, f"?as={draw.seat.number}&spoilers=off").steps
    assert (steps.followed, steps.decision_next) == (draw.seat.name, None)
    assert steps.decision_back is not None


def test_the_score_card_is_put_away_in_one_step_that_names_all(client, match):
    rows = list(match.actions.filter(kind="dismiss", hole__number=0).order_by("sequence"))
    end = view_at(client, match, rows[0].sequence - 1)
    assert end.steps.next == at(match, rows[1].sequence)
    view = view_at(client, match, rows[1].sequence)
    names = " and ".join(row.seat.name for row in rows)
    assert (view.line, view.who) == (f"{names} put the score card away.", "")
    assert view.steps.back == at(match, rows[0].sequence - 1)
    assert view.steps.next == at(match, rows[1].sequence + 1)
    between = view_at(client, match, rows[0].sequence)
    assert between.line == f"{rows[0].seat.name} put the score card away."
    assert between.steps.next == at(match, rows[1].sequence)
    assert between.steps.back == at(match, rows[0].sequence - 1)


def test_open_cards_show_every_face_and_say_which_lie_face_down(client, match):
    hidden, opened = view_at(client, match, 2), view_at(client, match, 2, "?as=open")
    assert None in chain(*faces(hidden))
    assert None not in chain(*faces(opened))
    for before, after in zip(hidden.board.seats, opened.board.seats, strict=True):
        for one, other in zip(chain(*before.rows), chain(*after.rows), strict=True):
            assert other.card.is_up == one.card.is_up
            assert other.card.is_known != one.card.is_up
            if not one.card.is_up:
                assert other.label.endswith(", face down for the players")
    order = match.actions.get(sequence=1).body["order"]
    drawn_next = match.actions.filter(kind="draw").earliest("sequence").sequence
    top = opened.board.stock.card.face
    assert top == view_at(client, match, drawn_next, "?as=open").board.drawn.face
    assert len(order) == 52


def test_each_seat_sees_its_own_peeks_and_draws(client):
    match = finished(preset="clubhouse-fixed", openers_seen="peek")
    draw = match.actions.filter(kind="draw").earliest("sequence")
    drawer = draw.seat.number
    mine = view_at(client, match, draw.sequence, f"?as={drawer}")
    other = view_at(client, match, draw.sequence, f"?as={1 - drawer}")
    assert (mine.board.drawn.face is None, other.board.drawn.face) == (False, None)
    assert [face is None for face in faces(mine)[drawer]].count(False) == 2
    assert set(faces(mine)[1 - drawer]) == {None}
    assert mine.eyes_label == f"As {draw.seat.name} saw it"
    assert mine.board.drawn_label.startswith(f"{draw.seat.name} drew the ")
    known = next(
        slot for row in mine.board.seats[drawer].rows for slot in row if slot.card.is_known
    )
    assert known.label.endswith(f", face down, seen by {draw.seat.name}")


def test_ones_own_eyes_are_called_ones_own(client, match):
    draw = match.actions.filter(kind="draw").earliest("sequence")
    log_in(client, draw.seat.player)
    view = view_at(client, match, draw.sequence, f"?as={draw.seat.number}")
    assert view.eyes_label == "As you saw it"
    assert view.board.drawn_label.startswith("You drew the ")


def test_a_name_with_a_percent_sign_breaks_no_label(client):
    match = finished(make_player("100% Golf"), make_player())
    for query in ("?as=0", "?as=1"):
        assert client.get(at(match, 3, query)).status_code == 200


def test_whose_eyes_and_the_manner_go_with_every_link(client, match):
    page = client.get(at(match, 5, "?as=1&spoilers=off"))
    view = page.context["replay"]
    links = [view.steps.next, view.steps.back, view.steps.first, view.steps.hole_back, view.url]
    links += [hole.url for hole in view.holes] + [line.url for line in view.log]
    assert {link.partition("?")[2] for link in links} == {"as=1&spoilers=off"}
    assert client.get(view.holes[0].url).url == at(match, 1, "?as=1&spoilers=off")
    assert view.spoilers_url == at(match, 5, "?as=1")
    assert [eyes.url for eyes in view.eyes] == [
        at(match, 5, "?spoilers=off"),
        at(match, 5, "?as=0&spoilers=off"),
        at(match, 5, "?as=1&spoilers=off"),
        at(match, 5, "?as=open&spoilers=off"),
    ]
    assert [eyes.is_chosen for eyes in view.eyes] == [False, False, True, False]
    assert f'value="http://testserver{at(match, 5, "?as=1&amp;spoilers=off")}"' in page.text


def test_free_of_spoilers_nothing_tells_what_comes(client, match):
    for sequence in (1, 10):
        page = client.get(at(match, sequence, "?spoilers=off"))
        view = page.context["replay"]
        assert view.position_label == f"Step {sequence}"
        assert (view.steps.last, view.steps.hole_next, view.decisions) == (None, None, ())
        assert len(view.holes) == hole_of(match, sequence) + 1
        assert {hole.strokes for hole in view.holes} == {()}
        assert f"of {match.sequence}" not in page.text
        assert f"/{match.sequence}/" not in page.text
        assert 'class="score-card"' not in page.text
    title = f"<title>Replay · Table of {match.host.name} · Golf Club</title>"
    assert title in page.text
    assert title in client.get(at(match, match.sequence)).text


def test_free_of_spoilers_the_score_card_comes_with_its_step_and_leads_nowhere(client, match):
    end = match.actions.filter(hole__number=0).exclude(kind="dismiss").latest("sequence").sequence
    before, after = (view_at(client, match, n, "?spoilers=off") for n in (end - 1, end))
    assert before.score_card is None
    assert [cell.url for cell in after.score_card.rows[0].cells] == [None, None, None]
    with_links = view_at(client, match, end).score_card
    assert with_links.rows[0].cells[0].url == f"/tables/{match.slug}/holes/1/"


def test_who_acted_and_when_is_told_with_the_marks_of_the_log(client):
    match = start_match(terms=Terms("3d"), holes=3)
    drivers.open_cards(match)
    late = drivers.to_move(match)
    carry_out_due(NOW + timedelta(days=3), random.Random(1))
    leaver = drivers.to_move(match)
    play.leave_match(match.pk, leaver, now=NOW, rng=random.Random(1))
    state = drivers.state_of(match)
    number = engine.seats_to_act(state)[0]
    play.submit_for_bot(
        match.pk, number, "draw", based_on=state.sequence, now=NOW, rng=random.Random(1)
    )
    by_clock = match.actions.filter(played_by="clock").earliest("sequence").sequence
    view = view_at(client, match, by_clock)
    assert (view.who, view.by) == (late.name, "By the clock.")
    assert view.line == f"{late.name} drew a card from the stock."
    assert view.log[0].text == f"{view.line} (By the clock.)"
    assert view.when.at == "2026-12-03T18:00:00+00:00"
    assert view.when.title == "Dec. 3, 2026, 18:00:00 (UTC)"
    assert view.when.pattern == "{}"
    by_bot = view_at(client, match, state.sequence + 1)
    assert (by_bot.who, by_bot.by) == (leaver.name, "By a bot.")
    deal = view_at(client, match, 1)
    assert (deal.who, deal.by) == ("The deal", "")


def test_times_are_those_of_ones_own_zone(client, match):
    player = drivers.player_at(match, 0)
    Preferences.objects.create(user=user_of(player), time_zone="Asia/Tokyo")
    log_in(client, player)
    when = view_at(client, match, 1).when
    assert (when.at, when.pattern) == ("2026-12-01T03:00:00+09:00", "")
    assert when.words == "December 1, 3 a.m."
    assert when.title == "Dec. 1, 2026, 03:00:00 (Asia/Tokyo)"


def test_a_seat_is_away_from_when_its_player_left_until_they_came_back(client):
    match = start_match(terms=Terms("1h"), holes=3)
    drivers.open_cards(match)
    left_after = drivers.state_of(match).sequence
    leaver = drivers.player_at(match, 1 - drivers.state_of(match).hole.to_move)
    play.leave_match(match.pk, leaver, now=NOW, rng=random.Random(1))
    drivers.act(match, "draw")
    play.return_to_match(match.pk, leaver, now=NOW)
    drivers.act(match, "swap 5")
    seat = match.seats.get(player=leaver).number
    assert News.objects.filter(match=match).count() == 2
    status = [
        view_at(client, match, left_after + step).board.seats[seat].status for step in (0, 1, 2)
    ]
    assert status == ["", "Away: a bot plays", "To move"]


def test_the_wait_before_the_next_action_goes_with_the_page(client):
    match = start_match()
    drivers.act(match, "turn 0")
    drivers.act(match, "turn 1", now=NOW + timedelta(seconds=90))
    assert view_at(client, match, 2).steps.gap == 90_000
    assert 'data-gap="90000"' in client.get(at(match, 2)).text
    assert view_at(client, match, 3).steps.gap == 0


def test_a_running_match_is_replayed_from_its_table(client):
    match = start_match()
    drivers.open_cards(match)
    page = client.get(match.get_absolute_url())
    address = at(match, 5)
    assert f'href="{address}"' in page.text
    view = client.get(address).context["replay"]
    assert (view.eyes, view.note) == ((), "")
    assert view.eyes_label == "As everybody saw it"
    log_in(client, drivers.player_at(match, 0))
    assert client.get(address).context["replay"].eyes_label == "As you saw it"


def test_the_end_of_a_running_replay_waits_for_what_comes(client):
    match = start_match(layout="2x2")
    drivers.open_cards(match)
    end = drivers.state_of(match).sequence
    address = at(match, end, "?spoilers=off").replace("/?", "/news?")
    view = view_at(client, match, end, "?spoilers=off")
    assert view.news_url == address
    assert f'hx-get="{address}"' in client.get(at(match, end, "?spoilers=off")).text
    assert view_at(client, match, end - 1).news_url is None
    quiet = client.get(address)
    assert (quiet.status_code, quiet.content) == (204, b"")
    drivers.act(match, "draw")
    drivers.act(match, "swap 0")
    told = client.get(address)
    assert "The match has gone on." in told.text
    assert told.context["replay"].steps.next == at(match, end + 1, "?spoilers=off")
    told = client.get(at(match, end) + "news")
    assert "2 new actions." in told.text
    assert told.context["replay"].position_label == f"{end} of {end + 2}"
    assert "new action" not in client.get(at(match, end)).text
    drivers.play_out(match, random.Random(3))
    match.refresh_from_db()
    assert view_at(client, match, match.sequence).news_url is None
    for elsewhere in ("0/news", f"{match.sequence + 1}/news", f"{end}/news?as=7"):
        assert client.get(f"/matches/{match.slug}/replay/{elsewhere}").status_code == 404
    hidden = start_match(is_listed=False)
    assert client.get(at(hidden, hidden.sequence) + "news").status_code == 404


@pytest.mark.parametrize("query", ["?as=open", "?as=1"])
def test_asking_for_more_than_one_knows_is_answered_with_a_sentence(client, query):
    match = start_match()
    drivers.open_cards(match)
    drivers.act(match, "draw")
    log_in(client, drivers.player_at(match, 0))
    view = view_at(client, match, 6, query)
    assert view.note == "This hole is still being played: you see what you know of it."
    assert faces(view) == faces(view_at(client, match, 6))
    assert view.steps.back == at(match, 5, query)


@pytest.mark.parametrize(
    "query",
    [
        "?as=2",
        "?as=-1",
        "?as=x",
        "?as=%C2%B2",
        "?as=00",
        "?as=" + "9" * 5000,
        "?as=%00",
        "?spoilers=x",
        "?spoilers=%00",
    ],
)
def test_what_cannot_be_asked_for_is_not_found(client, match, query):
    for path in ("", "1/", "holes/1/"):
        status = client.get(f"/matches/{match.slug}/replay/{path}{query}").status_code
        assert status == (404 if query != "?as=00" else 302 if path == "holes/1/" else 200)


@pytest.mark.parametrize("path", ["0/", "100000/", f"{10**30}/", "-1/", "x/"])
def test_a_moment_that_never_was_is_not_found(client, match, path):
    assert client.get(f"/matches/{match.slug}/replay/{path}").status_code == 404


@pytest.mark.parametrize("number", [0, 4, 10**30])
def test_a_hole_that_never_was_is_not_found(client, match, number):
    address = f"/matches/{match.slug}/replay/holes/{number}/"
    assert client.get(address).status_code == 404


def test_a_table_that_waits_has_no_replay(client):
    from tests.factories import open_table

    match = open_table()
    for path in ("", "1/", "holes/1/"):
        assert client.get(f"/matches/{match.slug}/replay/{path}").status_code == 404


@pytest.mark.parametrize("status", ["running", "finished"])
def test_a_private_match_is_not_there_for_others(client, status):
    match = start_match(is_listed=False, layout="2x2")
    if status == "finished":
        drivers.play_out(match, random.Random(3))
    paths = [f"/matches/{match.slug}/replay/{path}" for path in ("", "1/", "1/?as=open")]
    paths.append(f"/matches/{match.slug}/replay/holes/1/")
    assert {client.get(path).status_code for path in paths} == {404}
    log_in(client, make_player())
    assert {client.get(path).status_code for path in paths} == {404}
    log_in(client, drivers.player_at(match, 1))
    assert {client.get(path, follow=True).status_code for path in paths} == {200}


def test_the_link_to_a_review_opens_the_replay_and_leads_nowhere_else(client):
    match = start_match(is_listed=False, layout="2x2")
    drivers.play_out(match, random.Random(3))
    share = ReviewShare.objects.create(
        match=match, made_by=drivers.player_at(match, 0), made_at=NOW
    )
    client.get(reverse("games:review-shared", args=[share.token]))
    last = Match.objects.get(pk=match.pk).sequence
    page = client.get(at(match, last, "?as=open"))
    assert page.status_code == 200
    assert f"/tables/{match.slug}/" not in page.text
    assert client.get(page.context["replay"].holes[1].url).status_code == 302
    share.delete()
    assert client.get(at(match, last)).status_code == 404


def test_a_replay_takes_no_post(client, match):
    assert client.post(at(match, 1)).status_code == 405


@pytest.mark.parametrize("is_early", [True, False])
@pytest.mark.parametrize("query", ["", "?as=open&spoilers=off"])
def test_a_step_takes_a_constant_number_of_queries(
    client, django_assert_num_queries, match, is_early, query
):
    log_in(client, drivers.player_at(match, 0))
    address = at(match, 2 if is_early else match.sequence - 1, query)
    # Once there is a score card its par is asked for too; with spoilers also for the review, and
    # with both for corrections and who may make them.
    tells = "spoilers" not in query
    count = 13 + (not is_early) + tells + 2 * (tells and not is_early)
    with django_assert_num_queries(count):
        client.get(address, headers={"HX-Request": "true"})
