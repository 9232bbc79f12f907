"""A player's insights: what counts, what it comes to, and who sees it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.analysis.review import VERSION
from games.engine import codec
from games.models import Action, Hole, HoleReview, HoleStrokes, Match, Review, Seat, SeatReview
from games.selectors.access import Viewer
from games.selectors.insights import Wanted, insights_page
from games.selectors.insights_chart import Moment, accuracy_scale, chart, luck_scale
from games.services import rulesets
from games.services.lobby import Terms
from tests import drivers
from tests.factories import NOW, log_in, make_player, make_preset, start_match
from tests.reviews import reviewed_match

pytestmark = pytest.mark.django_db

MINUS = "\u2212"
BOT = "club"


def make_match(
    seats, holes, *, closers=(), corrections=(), at=NOW, preset="clubhouse", places=(), **fields
):
    """A finished match as its rows say: ``holes[hole][seat]`` are strokes, BOT holds a seat."""
    found = make_preset(preset)
    ruleset = codec.encode_ruleset(rulesets.resolve(found, {}, len(seats)))
    match = Match.objects.create(
        host=next(player for player in seats if player != BOT),
        preset=found,
        ruleset={**ruleset, **fields.pop("rules", {})},
        seat_count=len(seats),
        status="finished",
        created_at=at,
        started_at=at,
        finished_at=at,
        **fields,
    )
    totals = [sum(hole[number] for hole in holes) for number in range(len(seats))]
    places = places or [1 + sum(other < total for other in totals) for total in totals]
    rows = [
        Seat.objects.create(
            match=match,
            player=None if player == BOT else player,
            bot=BOT if player == BOT else "",
            chair=number,
            number=number,
            total=totals[number],
            place=places[number],
            joined_at=at,
        )
        for number, player in enumerate(seats)
    ]
    for number, strokes in enumerate(holes):
        closer = closers[number] if number < len(closers) else None
        hole = Hole.objects.create(
            match=match, number=number, starter=0, closer=closer, started_at=at, ended_at=at
        )
        HoleStrokes.objects.bulk_create(
            HoleStrokes(hole=hole, seat=seat, strokes=value)
            for seat, value in zip(rows, strokes, strict=True)
        )
        correction = corrections[number] if number < len(corrections) else None
        score(hole, number, rows[0], correction)
    return match


def score(hole, number, seat, correction):
    """The actions that scored a hole, and put its score card away."""
    facts = {"kind": "hole_scored", "hole": number}
    if correction is not None:
        facts["correction"] = correction
    told = {"take": [{"kind": "hole_ended"}, facts], "dismiss": [{"kind": "dismissed"}]}
    for at, (kind, one) in enumerate(told.items(), 1):
        Action.objects.create(
            match=hole.match,
            hole=hole,
            seat=seat,
            sequence=2 * number + at,
            kind=kind,
            body={},
            facts=one,
            played_by="player",
            at=NOW,
        )


def page_of(client, player, name="insights"):
    """The page as a browser gets it, without the token that is another every time."""
    page = client.get(reverse(f"games:{name}", args=[player.pk])).text
    return re.sub(r'"X-CSRFToken": "\w+"', "", page)


def review(match, *, number=0, accuracy_of=0.0, luck=0.0, own=4, decisions=4, is_extra=False):
    """Have a hole reviewed: for seat 0 ``accuracy_of`` strokes were given away, half by play."""
    asked, _made = Review.objects.get_or_create(
        match=match,
        defaults={"version": VERSION, "requested_at": NOW, "holes_total": 1, "state": "done"},
    )
    hole = HoleReview.objects.create(
        review=asked,
        hole=match.holes.get(number=number),
        version=VERSION,
        is_extra=is_extra,
        difficulty=0,
        data={},
        at=NOW,
    )
    SeatReview.objects.create(
        hole=hole,
        seat=match.seats.get(number=0),
        strokes=0,
        expected=0,
        deal=luck - 1,
        draws=1,
        skill=-accuracy_of / 2,
        given_away=accuracy_of,
        accuracy=0,
        decisions=decisions,
        own_decisions=own,
        slips=0,
        blunders=0,
    )


def insights(player, viewer=None, now=NOW, **wanted):
    """The page for the player, or for another one who looks."""
    return insights_page(player, Viewer((viewer or player).pk), Wanted(**wanted), now)


def figures(page):
    """The closing record by name."""
    return {figure.name: (figure.value, figure.detail) for figure in page.closing.figures}


def groups(page):
    """The tables of averages: by title, then by label, matches, won, holes, strokes a hole."""
    return {
        table.title: [(r.label, r.matches, r.won, r.holes, r.mean) for r in table.rows]
        for table in page.groups
    }


@pytest.fixture
def ann():
    return make_player("Ann")


@pytest.fixture
def ben():
    return make_player("Ben")


@pytest.fixture
def cleo():
    return make_player("Cleo")


# Averages


def test_averages_by_kind_of_game_layout_seats_and_company(ann, ben, cleo):
    make_match([ann, ben], [(4, 6), (-7, 2)])
    make_match([ann, ben, cleo], [(9, 3, 3)], preset="house", rules={"layout": "2x2"})
    make_match([ann, BOT], [(2, 1)])
    page = insights(ann)
    total = page.total
    assert (total.matches, total.won, total.holes, total.mean) == (3, 1, 4, "2.0")
    titles = {preset: make_preset(preset).title for preset in ("clubhouse", "house")}
    assert groups(page) == {
        "By kind of game": [
            (titles["clubhouse"], 2, 1, 3, f"{MINUS}0.3"),
            (titles["house"], 1, 0, 1, "9.0"),
        ],
        "By layout": [("2\u00d73", 2, 1, 3, f"{MINUS}0.3"), ("2\u00d72", 1, 0, 1, "9.0")],
        "By number of seats": [("2 seats", 2, 1, 3, f"{MINUS}0.3"), ("3 seats", 1, 0, 1, "9.0")],
        "By company": [("People only", 2, 1, 3, "2.0"), ("With bots", 1, 0, 1, "2.0")],
    }


def test_a_shared_first_place_is_won(ann, ben):
    make_match([ann, ben], [(-3, -3)])
    assert insights(ann).total.won == insights(ben).total.won == 1


def test_a_match_that_was_left_counts_for_those_who_stayed_alone(ann, ben):
    match = make_match([ann, ben], [(4, 6)])
    Seat.objects.filter(match=match, player=ben).update(left_at=NOW, bot=BOT)
    assert insights(ben).total is None
    page = insights(ann)
    assert page.total.matches == 1
    assert (page.rivals.people, page.rivals.bots) == ((), ())
    assert groups(page)["By company"] == [("With bots", 1, 1, 1, "4.0")]


def test_running_and_cancelled_matches_count_nowhere(ann, ben):
    make_match([ann, ben], [(4, 6)])
    for status in ("running", "cancelled"):
        other = make_match([ann, ben], [(1, 1)])
        Match.objects.filter(pk=other.pk).update(status=status)
    assert insights(ann).total.holes == 1


def test_a_real_match_counts_what_its_score_card_says(ann, ben):
    match = start_match(ann, ben)
    state = drivers.play_on(match, drivers.is_finished)
    number = match.seats.get(player=ann).number or 0
    strokes = [hole[number] for hole in state.scored]
    page = insights(ann)
    assert page.total.holes == 3
    assert page.total.mean == f"{sum(strokes) / 3:.1f}"
    closed = sum(hole.closer == number for hole in match.holes.all())
    assert figures(page).get("closed", ("", "0 of 3"))[1] == f"{closed} of 3"


# Filters


def test_bots_are_kept_apart(ann, ben):
    make_match([ann, ben], [(4, 6)])
    make_match([ann, BOT], [(1, 0)])
    assert insights(ann, company="people").total.mean == "4.0"
    assert insights(ann, company="bots").total.mean == "1.0"
    assert insights(ann, company="people").rivals.bots == ()
    assert insights(ann, company="bots").rivals.people == ()


def test_a_period_counts_back_from_now(ann, ben):
    for days, strokes in ((1, 1), (90, 2), (91, 3), (365, 4), (366, 5)):
        make_match([ann, ben], [(strokes, 9)], at=NOW - timedelta(days=days))
    assert insights(ann, period="quarter").total.matches == 2
    assert insights(ann, period="year").total.matches == 4
    assert insights(ann).total.matches == 5


def test_the_choices_are_plain_links_that_keep_each_other(ann):
    page = insights(ann, period="year", company="bots")
    url = reverse("games:insights", args=[ann.pk])
    assert [(c.label, c.url, c.is_on) for c in page.periods] == [
        ("All the time", f"{url}?with=bots", False),
        ("12 months", f"{url}?period=year&with=bots", True),
        ("90 days", f"{url}?period=quarter&with=bots", False),
    ]
    assert [(c.label, c.url) for c in page.companies] == [
        ("People and bots", f"{url}?period=year"),
        ("People only", f"{url}?period=year&with=people"),
        ("With bots", f"{url}?period=year&with=bots"),
    ]


@pytest.mark.parametrize("query", ["period=x&with=y", "period=%00", "with=&period=all", "page=2"])
def test_what_nobody_offers_is_all(client, ann, query):
    page = client.get(reverse("games:insights", args=[ann.pk]) + f"?{query}")
    assert page.status_code == 200
    assert not page.context["insights"].is_filtered


# Best holes


def test_the_lowest_holes_come_first_and_equal_ones_share_a_place(ann, ben):
    make_match([ann, ben], [(3, 0), (-8, 0), (0, 0)])
    latest = make_match([ann, ben], [(-8, 9)], at=NOW + timedelta(days=1))
    best = insights(ann).best
    assert [(h.place, h.strokes, h.label) for h in best] == [
        (1, f"{MINUS}8", "Hole 1"),
        (1, f"{MINUS}8", "Hole 2"),
        (3, "0", "Hole 3"),
        (4, "3", "Hole 1"),
    ]
    assert best[0].url == reverse("games:hole", args=[latest.slug, 1])
    assert best[0].table == f"{latest.preset.title} with Ben"


def test_ten_holes_are_the_best(ann, ben):
    make_match([ann, ben], [(strokes, 0) for strokes in range(20)])
    assert [hole.strokes for hole in insights(ann).best] == [str(n) for n in range(10)]


# Closing


def test_the_closing_record_counts_shared_lowest_strokes_as_lowest(ann, ben):
    make_match(
        [ann, ben],
        [(-2, 5), (4, 4), (10, 4), (8, 6), (6, 3), (1, 1)],
        closers=[0, 0, 0, 0, 1, None],
    )
    assert figures(insights(ann)) == {
        "closed": ("67 %", "4 of 6"),
        "lowest when closing": ("50 %", "2 of 4"),
        "strokes when closing": ("5.0", "a hole"),
        "strokes otherwise": ("3.5", "a hole"),
        "behind the lowest": ("4.0", "a hole that was not the lowest"),
    }
    assert figures(insights(ben))["lowest when closing"] == ("100 %", "1 of 1")


def test_what_the_rules_made_of_a_closer_is_summed(ann, ben):
    strokes = [(14, 4), (-2, 6), (9, 1), (3, 8)]
    make_match([ann, ben], strokes, closers=[0, 0, 1, 0], corrections=[10, -2, 10, 0])
    assert figures(insights(ann))["by the closer's rules"] == ("+8", "strokes in all")
    assert figures(insights(ben))["by the closer's rules"] == ("+10", "strokes in all")


def test_whoever_never_closed_is_told_so(client, ann, ben):
    make_match([ann, ben], [(1, 2)], closers=[1])
    assert insights(ann).closing.figures == ()
    assert "Closed no hole yet" in client.get(reverse("games:insights", args=[ann.pk])).text


# Head to head


def test_head_to_head_counts_places_and_strokes_apart(ann, ben, cleo):
    make_match([ann, ben], [(4, 6), (2, 6)])
    make_match([ben, ann, cleo], [(-3, -3, 0)])
    make_match([ben, ann], [(1, 8)])
    rows = insights(ann).rivals.people
    assert [(r.name, r.met, r.better, r.equal, r.worse, r.apart) for r in rows] == [
        ("Ben", 3, 1, 1, 1, "+0.2"),
        ("Cleo", 1, 1, 0, 0, f"{MINUS}3.0"),
    ]
    assert rows[0].url == ben.get_absolute_url()
    assert insights(ben).rivals.people[0].apart == f"{MINUS}0.2"


def test_a_tie_that_extra_holes_broke_is_none(ann, ben):
    make_match([ann, ben], [(5, 5)], places=(2, 1))
    (row,) = insights(ann).rivals.people
    assert (row.better, row.equal, row.worse, row.apart) == (0, 0, 1, "0.0")


def test_bots_stand_below_people_by_kind(ann, ben):
    make_match([ann, BOT, BOT, ben], [(4, 6, 2, 9)])
    page = insights(ann).rivals
    assert [row.name for row in page.people] == ["Ben"]
    (bot,) = page.bots
    assert (bot.name, bot.url) == ("Club bot", None)
    assert (bot.met, bot.better, bot.worse, bot.apart) == (2, 1, 1, "0.0")


def test_a_former_player_keeps_a_row(ann, ben):
    make_match([ann, ben], [(4, 6)])
    ben.user.delete()
    assert [row.name for row in insights(ann).rivals.people] == ["Former player"]


def test_the_most_met_have_rows_and_the_rest_is_counted(client, monkeypatch, ann, ben, cleo):
    monkeypatch.setattr("games.selectors.insights_rivals.RIVALS_MOST", 1)
    make_match([ann, ben], [(4, 6)])
    make_match([ann, ben, cleo], [(4, 6, 1)])
    page = insights(ann).rivals
    assert ([row.name for row in page.people], page.more) == (["Ben"], 1)
    shown = client.get(reverse("games:insights", args=[ann.pk])).text
    assert "1 other person was met less often." in shown


# Accuracy and luck


def test_accuracy_and_luck_by_month(ann, ben):
    for month, lost, luck in ((1, 1.0, 3.0), (1, 1.0, -2.0), (6, 2.0, -1.5)):
        at = datetime(2026, month, 9, tzinfo=UTC)
        review(make_match([ann, ben], [(1, 2)], at=at), accuracy_of=lost, luck=luck)
    time = insights(ann).time
    assert (time.first, time.reviewed, time.holes) == ("Month", 3, 3)
    assert [(r.label, r.holes, r.accuracy, r.given_away, r.skill, r.luck) for r in time.rows] == [
        ("Jan 2026", 2, "71", "1.0", f"{MINUS}0.5", "+0.5"),
        ("Jun 2026", 1, "50", "2.0", f"{MINUS}1.0", f"{MINUS}1.5"),
    ]
    total = time.total
    assert (total.holes, total.accuracy, total.given_away) == (3, "63", "1.3")
    assert (total.skill, total.luck) == (f"{MINUS}0.7", f"{MINUS}0.2")
    assert [point.title for point in time.accuracy.points] == ["Jan 2026: 71", "Jun 2026: 50"]
    assert [point.x for point in time.luck.points] == [3.0, 97.0]


@pytest.mark.parametrize(
    ("days", "first"), [(15, "Day"), (16, "Week from"), (121, "Month"), (1099, "Year")]
)
def test_spans_are_as_long_as_the_whole_time_asks_for(ann, ben, days, first):
    for at in (NOW - timedelta(days=days), NOW):
        review(make_match([ann, ben], [(1, 2)], at=at))
    assert insights(ann).time.first == first


def test_a_hole_that_the_clock_decided_in_part_has_luck_and_no_accuracy(ann, ben):
    review(make_match([ann, ben], [(1, 2)]), accuracy_of=8.0, luck=2.0, own=3)
    time = insights(ann).time
    (row,) = time.rows
    assert (row.holes, row.luck) == (1, "+2.0")
    assert {row.accuracy, row.given_away, row.skill} == {"\u2013"}
    assert time.accuracy is None


def test_an_extra_hole_and_an_older_review_enter_no_statistic(ann, ben):
    match = make_match([ann, ben], [(1, 2), (3, 4), (5, 5)])
    review(match, number=0, luck=1.0)
    review(match, number=1, luck=9.0, is_extra=True)
    review(match, number=2, luck=9.0)
    HoleReview.objects.filter(hole__number=2).update(version=VERSION - 1)
    assert [(row.holes, row.luck) for row in insights(ann).time.rows] == [(1, "+1.0")]


def test_without_reviews_the_page_leads_to_one(client, ann, ben):
    make_match([ann, ben], [(1, 2)])
    latest = make_match([ann, ben], [(1, 2)], at=NOW + timedelta(days=1))
    page = client.get(reverse("games:insights", args=[ann.pk])).text
    assert "None of these holes has been reviewed yet." in page
    assert reverse("games:review", args=[latest.slug]) in page


def test_a_review_that_was_worked_out_stands_in_the_table(client, ann, ben):
    reviewed_match(ann, ben, holes=2)
    answer = client.get(reverse("games:insights", args=[ann.pk]))
    time = answer.context["insights"].time
    assert (time.reviewed, time.holes, time.review_url) == (2, 2, None)
    assert "2 of 2 holes have been reviewed." in answer.text
    assert "<svg" not in answer.text


def test_two_days_are_drawn(client, ann, ben):
    for days in (0, 3):
        review(make_match([ann, ben], [(1, 2)], at=NOW - timedelta(days=days)), luck=-2.0)
    page = client.get(reverse("games:insights", args=[ann.pk])).text
    assert page.count('class="chart-point"') == 4
    assert f"<title>Nov 27: {MINUS}2.0</title>" in page
    assert f'text-anchor="end">{MINUS}2</text>' in page


def test_a_chart_has_its_highest_value_on_top_and_whole_lines():
    moments = [Moment(0, "Mar", 62.0), Moment(1, "Apr", None), Moment(4, "Jul", 100.0)]
    drawn = chart(moments, accuracy_scale(moments), lambda value: f"{value:.0f}")
    assert [line.label for line in drawn.lines] == ["60", "70", "80", "90", "100"]
    first, last = drawn.points
    assert (first.x, last.x, last.y) == (3.0, 97.0, 12.0)
    assert first.y > last.y
    assert [(s.x1, s.x2) for s in drawn.stretches] == [(3.0, 97.0)]
    assert [(t.label, t.anchor) for t in drawn.ticks] == [("Mar", "start"), ("Jul", "end")]


def test_a_scale_of_luck_has_zero_in_it():
    scale = luck_scale([Moment(0, "Mar", -4.0)])
    assert (scale.low, scale.high) == (-4.0, 1.0)
    assert scale.y(1) < scale.y(0) < scale.y(-4)


# Who sees it


@pytest.mark.parametrize("kind", ["unlisted", "unwatched"])
def test_a_private_match_is_in_nothing_that_others_get(client, ann, ben, cleo, kind):
    hidden = {"is_listed": False} if kind == "unlisted" else {"allows_spectators": False}
    make_match([ann, cleo], [(4, 2)], closers=[1])
    before, player = page_of(client, ann), page_of(client, ann, "player")
    private = make_match([ann, ben], [(-9, 50)], closers=[0], **hidden)
    review(private, luck=9.0)
    assert page_of(client, ann) == before
    assert page_of(client, ann, "player") == player
    assert insights(ann, cleo).total.mean == "4.0"
    for viewer in (ann, ben):
        page = insights(ann, viewer)
        assert (page.total.mean, page.total.matches) == (f"{MINUS}2.5", 2)
        assert page.time.reviewed == 1


def test_a_private_match_alone_leaves_others_an_empty_page(client, ann, ben):
    match = start_match(ann, ben, terms=Terms(allows_spectators=False))
    drivers.play_on(match, drivers.is_finished)
    page = client.get(reverse("games:insights", args=[ann.pk])).text
    assert "Ann has finished no match that you may see." in page
    assert match.slug not in page


def test_a_player_who_is_not_there_has_no_insights(client):
    assert client.get("/players/999/insights/").status_code == 404
    assert client.get("/players/99999999999999999999999/insights/").status_code == 404


def test_nothing_is_written_by_a_post(client, ann):
    assert client.post(reverse("games:insights", args=[ann.pk])).status_code == 405


# The page


def test_an_empty_page_says_what_to_do(client, ann, ben):
    url = reverse("games:insights", args=[ann.pk])
    log_in(client, ann)
    page = client.get(url).text
    assert "You have finished no match yet" in page
    assert reverse("games:table-new") in page
    make_match([ann, ben], [(1, 2)], at=timezone.now())
    page = client.get(f"{url}?with=bots").text
    assert "No finished match is of this kind." in page
    assert f'<a href="{url}">Count all matches.</a>' in page


def test_the_players_page_leads_to_the_insights(client, ann):
    assert reverse("games:insights", args=[ann.pk]) in client.get(ann.get_absolute_url()).text


def test_numbers_below_zero_have_a_proper_minus(client, ann, ben):
    make_match([ann, ben], [(-12, 3)], closers=[0])
    page = client.get(reverse("games:insights", args=[ann.pk])).text
    assert f"<b>{MINUS}12</b>" in page
    assert f"<dd>{MINUS}12</dd>" in page_of(client, ann, "player")
    assert f"<b>{MINUS}15.0</b>" in page
    assert "-12" not in page


def test_fifty_matches_take_as_many_queries_as_five(ann, ben, cleo):
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as asked:
            insights(ann, cleo)
        return len(asked)

    def play(count):
        for number in range(count):
            match = make_match(
                [ann, (ben, cleo, BOT)[number % 3]],
                [(number % 5 - 2, 3)],
                closers=[0],
                at=NOW - timedelta(days=3 * number),
            )
            review(match)

    play(5)
    few = queries()
    play(45)
    assert queries() == few <= 20
