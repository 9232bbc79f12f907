"""The pages of a review: for whom, how they ask, what they say."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.analysis.review import VERSION
from games.models import HoleReview, Review
from games.services import reviews
from games.services.lobby import Terms
from tests import drivers
from tests.factories import NOW, log_in, make_player, open_table, start_match
from tests.reviews import finished_match, know_par, reviewed_match, work_all

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def url(match, name="review", *more):
    return reverse(f"games:{name}", args=[match.slug, *more])


@pytest.fixture
def ann():
    return make_player("Ann")


@pytest.fixture
def ben():
    return make_player("Ben")


def shown(client, match, number=1, **query):
    """The sequences of the steps that a hole's page shows."""
    page = client.get(url(match, "review-hole", number), query).text
    return [int(found) for found in re.findall(r'id="action-(\d+)"', page)]


# Asking


def test_whoever_may_see_a_finished_match_has_it_reviewed_by_a_press(client, ann, ben):
    match = finished_match(ann, ben, holes=2)
    log_in(client, make_player())
    assert "Review this match" in client.get(url(match)).text
    answer = client.post(url(match, "review-ask"))
    assert (answer.status_code, answer.url) == (302, url(match))
    page = client.get(url(match)).text
    assert "The review waits for its turn." in page
    assert 'hx-trigger="every 2s"' in page
    assert "Review this match" not in page
    work_all()
    page = client.get(url(match)).text
    assert "every 2s" not in page
    assert "Luck and play, 2 holes" in page


def test_a_stranger_is_asked_to_log_in_before_asking(client, ann, ben):
    match = finished_match(ann, ben, holes=1)
    answer = client.post(url(match, "review-ask"))
    assert (answer.status_code, answer.headers["X-Refusal"]) == (403, "log_in")
    assert "Log in or play as a guest first." in answer.text
    assert not Review.objects.exists()


def test_a_guest_with_a_seat_asks_too(client):
    client.post(reverse("accounts:guest"))
    from games.models import Player

    guest = Player.objects.get(user__is_guest=True) if Player.objects.exists() else None
    if guest is None:
        client.get("/")
        guest = Player.objects.get(user__is_guest=True)
    match = finished_match(guest, make_player(), holes=1, is_listed=False)
    assert client.post(url(match, "review-ask")).status_code == 302
    assert Review.objects.get().requested_by == guest


def test_progress_is_told_while_it_is_worked_out(client, ann, ben):
    match = finished_match(ann, ben, holes=3)
    reviews.request_review(match, ann, now=NOW)
    work_all()
    Review.objects.update(
        state="running",
        claim="x",
        claimed_at=NOW,
        holes_done=1,
        decisions_done=12,
        decisions_total=40,
    )
    page = client.get(url(match), headers=HTMX).text
    assert "<html" not in page
    assert '<progress max="3" value="1.3"' in page
    assert "1 of 3 holes are ready; of the next one 12 of 40 decisions." in page


def test_how_many_are_before_it_is_told(client, ann, ben):
    first, second = finished_match(ann, ben, holes=1), finished_match(ann, ben, holes=1)
    reviews.request_review(first, ann, now=NOW)
    reviews.request_review(second, ann, now=NOW + timedelta(seconds=1))
    assert "1 other is before it." in client.get(url(second)).text
    assert "before it" not in client.get(url(first)).text


def test_a_failure_is_told_in_a_sentence_and_offers_another_try(client, ann, ben):
    match = finished_match(ann, ben, holes=1)
    reviews.request_review(match, ann, now=NOW)
    Review.objects.update(state="failed", ended_at=NOW - timedelta(days=1))
    log_in(client, ann)
    page = client.get(url(match)).text
    assert "The review could not be worked out to its end." in page
    assert "Try again" in page
    client.post(url(match, "review-ask"))
    assert Review.objects.get().state == "waiting"


def test_a_refusal_is_told_on_the_page(client, ann, ben, monkeypatch):
    monkeypatch.setattr(reviews, "ASKED_MAX", 0)
    match = finished_match(ann, ben, holes=1)
    answer = log_in(client, ann).post(url(match, "review-ask"))
    assert (answer.status_code, answer.headers["X-Refusal"]) == (429, "too_many_reviews")
    assert "Wait a while and try again." in answer.text


def test_a_running_hole_is_refused_with_a_sentence(client, ann, ben):
    match = start_match(ann, ben, preset="house", holes=2)
    log_in(client, ann)
    assert "No hole of this match is over yet." in client.get(url(match)).text
    answer = client.post(url(match, "review-ask"), {"hole": "1"})
    assert (answer.status_code, answer.headers["X-Refusal"]) == (409, "hole_running")
    assert "This hole is still being played." in answer.text
    assert client.get(url(match, "review-hole", 1)).status_code == 404


@pytest.mark.parametrize("hole", ["0", "-1", "x", "7", "9" * 30, "\u0661"])
def test_a_hole_that_is_none_is_refused(client, ann, ben, hole):
    match = finished_match(ann, ben, holes=1)
    answer = log_in(client, ann).post(url(match, "review-ask"), {"hole": hole})
    assert (answer.status_code, answer.headers["X-Refusal"]) == (422, "no_hole")


@pytest.mark.parametrize("number", [0, 2, 10**6, 10**30])
def test_an_unknown_hole_has_no_page(client, ann, ben, number):
    match = reviewed_match(ann, ben, holes=1)
    assert client.get(url(match, "review-hole", number)).status_code == 404


def test_the_holes_of_a_running_match_that_are_over_have_pages(client, ann, ben):
    match = start_match(ann, ben, preset="house", holes=2)
    know_par(match)
    drivers.play_on(match, drivers.is_at_score_card)
    log_in(client, ann).post(url(match, "review-ask"), {"hole": "1"})
    work_all()
    for number in (0, 1):
        drivers.submit(match, drivers.player_at(match, number), "dismiss")
    page = client.get(url(match, "review-hole", 1))
    assert page.context["hole"].is_reviewed
    assert client.get(url(match, "review-hole", 2)).status_code == 404
    assert "Luck and play, 1 hole" in client.get(url(match)).text


def test_a_table_that_was_not_dealt_has_no_review(client, ann):
    match = open_table(ann)
    assert client.get(url(match)).status_code == 404
    assert log_in(client, ann).post(url(match, "review-ask")).status_code == 404


# Who may look


@pytest.mark.parametrize("kind", ["unlisted", "unwatched"])
def test_somebody_elses_private_match_has_no_review_for_others(client, ann, ben, kind):
    more = {"is_listed": False} if kind == "unlisted" else {"terms": Terms(allows_spectators=False)}
    match = reviewed_match(ann, ben, holes=1, **more)
    sequence = match.actions.filter(seat__isnull=False).first().sequence
    for visitor in (client, log_in(Client(), make_player())):
        assert visitor.get(url(match)).status_code == 404
        assert visitor.get(url(match, "review-hole", 1)).status_code == 404
        assert visitor.get(url(match, "comments", sequence)).status_code == 404
        for name in ("review-ask", "review-share"):
            assert visitor.post(url(match, name)).status_code == 404
    assert log_in(Client(), ben).get(url(match)).status_code == 200


def test_a_match_that_does_not_exist_has_no_review(client):
    assert client.get(reverse("games:review", args=["nosuchtable2"])).status_code == 404


# What is said


def test_every_seat_stands_in_the_table_by_place(client, ann, ben):
    match = reviewed_match(ann, ben, holes=2)
    page = client.get(url(match)).context["review"]
    places = dict(match.seats.values_list("number", "place"))
    assert [seat.place for seat in page.seats] == sorted(str(place) for place in places.values())
    for seat in page.seats:
        total = match.seats.get(number=seat.number).total
        assert seat.figures.strokes.replace("\u2212", "-") == str(total)
        assert seat.figures.expected == "22.0"
        assert len(seat.holes) == len(seat.graph.bars) == 2


def test_the_graph_is_an_image_with_words_and_stands_beside_its_numbers(client, ann, ben):
    match = reviewed_match(ann, ben, holes=1)
    page = client.get(url(match)).text
    assert page.count("<svg") == 2
    assert page.count('role="img"') >= 2
    assert "Luck and play of Ann, hole by hole</title>" in page
    assert re.search(r"<title>Hole 1: luck [+\u2212]?[\d.]+, play [+\u2212]?[\d.]+", page)
    assert "style=" not in page
    assert "onclick" not in page


def test_an_extra_hole_stands_apart_and_enters_no_total(client, ann, ben):
    worthless = dict.fromkeys(("A", *map(str, range(2, 11)), "J", "Q", "K", "X"), 0)
    match = reviewed_match(ann, ben, holes=1, tie="extra_hole", values=worthless)
    page = client.get(url(match)).context["review"]
    assert [hole.label for hole in page.holes][:2] == ["Hole 1", "Extra hole 1"]
    assert [hole.short for hole in page.seats[0].holes] == ["1", "+1", "+2", "+3"]
    assert page.seats[0].figures.expected == "11.0"


def test_a_hole_is_told_action_by_action(client, ann, ben):
    match = reviewed_match(ann, ben, holes=1)
    played = match.actions.exclude(kind="dismiss").order_by("sequence")
    assert shown(client, match) == list(played.values_list("sequence", flat=True))
    page = client.get(url(match, "review-hole", 1)).text
    assert "drew a card from the stock." in page
    assert "Better: " in page
    assert reverse("games:replay-at", args=[match.slug, 2]) in page
    assert "gave away 2.50" in page
    assert "A club player: " in page
    assert "expected \u2212 deal \u2212 draws \u2212 play" in client.get(url(match)).text


def test_a_review_of_an_older_version_is_not_shown_and_can_be_asked_for_anew(client, ann, ben):
    match = reviewed_match(ann, ben, holes=1)
    for row in HoleReview.objects.all():
        data = row.data | {"v": VERSION - 1}
        for seat in data["seats"]:
            del seat["skill"]
        HoleReview.objects.filter(pk=row.pk).update(version=VERSION - 1, data=data)
    Review.objects.update(version=VERSION - 1)
    log_in(client, ann)
    assert client.get(url(match, "replay-at", 9)).context["review_panel"] is None
    assert not client.get(url(match, "review-hole", 1)).context["hole"].is_reviewed
    page = client.get(url(match)).text
    assert "This match was reviewed in an older way" in page
    assert "Luck and play, 1 hole" not in page
    assert client.get(reverse("games:insights", args=[ann.pk])).text.count(url(match)) == 1
    client.post(url(match, "review-ask"))
    work_all()
    assert "Luck and play, 1 hole" in client.get(url(match)).text
    assert HoleReview.objects.get().version == VERSION


def test_a_hole_that_was_not_reviewed_is_told_without_judgement(client, ann, ben):
    match = finished_match(ann, ben, holes=1)
    page = client.get(url(match, "review-hole", 1)).text
    assert "drew a card from the stock." in page
    assert "Review this match" in page
    assert "gave away" not in page.split("How this is worked out")[0]


def test_a_hole_is_filtered_by_seat_and_by_what_cost_much(client, ann, ben):
    match = reviewed_match(ann, ben, holes=1)
    mine = match.actions.filter(seat__number=1).exclude(kind="dismiss").order_by("sequence")
    assert shown(client, match, seat="1") == list(mine.values_list("sequence", flat=True))
    page = client.get(url(match, "review-hole", 1), {"only": "mistakes"})
    steps = page.context["hole"].steps
    assert steps
    assert {step.decision.label for step in steps} <= {"slip", "blunder"}
    both = shown(client, match, seat="1", only="mistakes")
    assert set(both) == {s.sequence for s in steps} & set(shown(client, match, seat="1"))


@pytest.mark.parametrize("seat", ["9", "x", "-1", "9" * 40])
def test_a_seat_that_is_none_filters_nothing_or_everything(client, ann, ben, seat):
    match = reviewed_match(ann, ben, holes=1)
    assert client.get(url(match, "review-hole", 1), {"seat": seat}).status_code == 200


def test_options_are_told_in_words_best_first_and_the_chosen_one_is_marked(client, ann, ben):
    match = reviewed_match(ann, ben, holes=1)
    steps = client.get(url(match, "review-hole", 1)).context["hole"].steps
    blunder = next(s.decision for s in steps if s.decision and s.decision.label == "blunder")
    assert blunder.options[0].is_best
    assert [option.is_chosen for option in blunder.options].count(True) == 1
    assert blunder.best == blunder.options[0].words
    assert blunder.usual == blunder.options[2].words
    assert (blunder.skill, blunder.options[2].is_usual) == ("+1.00", True)
    row = HoleReview.objects.get()
    for one in row.data["decisions"]:
        one["usual"] = one["chosen"]
    row.save()
    steps = client.get(url(match, "review-hole", 1)).context["hole"].steps
    told = {(s.decision.label, s.decision.usual) for s in steps if s.decision}
    assert told >= {("best", ""), ("fine", ""), ("slip", "the same"), ("blunder", "the same")}
    opening = next(s.decision for s in steps if s.decision and s.decision.options)
    assert opening.options[0].words.startswith("Turn up the card at row ")
    assert (opening.options[0].strokes, opening.options[0].lowest) == ("6.00", "50 %")


def test_who_acted_for_a_player_is_told(client, ann, ben):
    match = reviewed_match(ann, ben, holes=1)
    first, second = match.actions.filter(seat__isnull=False).order_by("sequence")[:2]
    match.actions.filter(pk=first.pk).update(played_by="clock")
    match.actions.filter(pk=second.pk).update(played_by="bot")
    page = client.get(url(match, "review-hole", 1)).text
    assert "(By the clock.)" in page
    assert "(By a bot.)" in page


def test_totals_below_zero_have_a_proper_minus(client, ann, ben):
    from games.models import SeatReview

    match = reviewed_match(ann, ben, holes=1)
    SeatReview.objects.update(strokes=-4, deal=2.5, draws=-0.04, skill=-1.2, given_away=0)
    answer = client.get(url(match))
    figures = answer.context["review"].seats[0].figures
    assert (figures.strokes, figures.deal, figures.draws) == ("\u22124", "+2.5", "0.0")
    assert (figures.skill, figures.given_away) == ("\u22121.2", "0.0")
    row = r"<td>\+2.5</td>\s*<td>0.0</td>\s*<td>\u22121.2</td>\s*<td>0.0</td>"
    assert len(re.findall(row, answer.text)) == 6


def test_pages_take_a_constant_number_of_queries(client, ann, ben, django_assert_max_num_queries):
    match = reviewed_match(ann, ben, holes=3)
    with django_assert_max_num_queries(16):
        client.get(url(match))
    with django_assert_max_num_queries(20):
        client.get(url(match, "review-hole", 1))


def test_a_finished_table_and_an_explained_hole_lead_to_the_review(client, ann, ben):
    match = finished_match(ann, ben, holes=1)
    assert url(match) in client.get(match.get_absolute_url()).text
    assert url(match, "review-hole", 1) in client.get(url(match, "hole", 1)).text


def test_organisers_read_how_far_reviews_are_and_change_nothing(admin_client, ann, ben):
    match = reviewed_match(ann, ben, holes=1)
    assert match.slug in admin_client.get(reverse("admin:games_review_changelist")).text
    review = Review.objects.get()
    page = admin_client.get(reverse("admin:games_review_change", args=[review.pk]))
    assert page.status_code == 200
    assert 'name="_save"' not in page.text
    assert admin_client.get(reverse("admin:games_review_add")).status_code == 403


def test_the_replay_shows_what_the_review_says_of_an_action(client, ann, ben):
    match = reviewed_match(ann, ben, holes=1)
    steps = client.get(url(match, "review-hole", 1), {"only": "mistakes"}).context["hole"].steps
    blunder = next(step for step in steps if step.decision.label == "blunder")
    address = url(match, "replay-at", blunder.sequence)
    for more in ({}, {"headers": HTMX}):
        page = client.get(address, **more).text
        assert f"Review: {blunder.name}" in page
        assert "gave away 2.50" in page
        assert f"{url(match, 'review-hole', 1)}#action-{blunder.sequence}" in page
    assert url(match) in client.get(address).text
    assert "gave away" not in client.get(address, {"spoilers": "off"}).text
    assert url(match) not in client.get(address, {"spoilers": "off"}).text


def marks_in(page):
    """The marks of a page's strip: where each leads, what it says, its label and its sign."""
    found = r'<a id="strip-mark-\d+" href="([^"]+)".*? title="([^"]+)".*?is-(\w+)">(\??\??)</span>'
    return re.findall(found, page)


def test_a_strip_has_a_mark_for_every_action_that_leads_there(client, ann, ben):
    match = finished_match(ann, ben, holes=2)
    assert marks_in(client.get(url(match, "review-hole", 1)).text) == []
    match = reviewed_match(ann, ben, holes=2)
    address = url(match, "review-hole", 1)
    acted = match.actions.filter(hole__number=0, seat__isnull=False).exclude(kind="dismiss")
    by_seat = acted.order_by("seat__number", "sequence").values_list("sequence", flat=True)
    marks = marks_in(client.get(address, {"only": "mistakes"}).text)
    assert [mark[0] for mark in marks] == [f"{address}#action-{at}" for at in by_seat]
    signs = {label: sign for _url, _words, label, sign in marks}
    assert signs.items() >= {"best": "", "fine": "", "slip": "?", "blunder": "??"}.items()
    fourth = sorted(by_seat)[3]
    name = match.seats.get(number=acted.get(sequence=fourth).seat.number).name
    words = dict(mark[:2] for mark in marks)
    said = f"{name}, step {fourth}: blunder, gave away 2.50"
    assert words[f"{address}#action-{fourth}"] == said
    replayed = client.get(url(match, "replay-at", fourth), {"as": "0"}).text
    assert [mark[0] for mark in marks_in(replayed)] == [
        url(match, "replay-at", at) + "?as=0" for at in by_seat
    ]
    assert re.findall(r'id="strip-mark-(\d+)"[^>]*aria-current="step"', replayed) == [str(fourth)]
    free = client.get(url(match, "replay-at", fourth), {"spoilers": "off"}).text
    assert "strip-mark" not in free


def test_the_replay_of_what_was_not_reviewed_says_nothing_of_it(client, ann, ben):
    match = finished_match(ann, ben, holes=1)
    assert client.get(url(match, "replay-at", 5)).context["review_panel"] is None
    match = reviewed_match(ann, ben, holes=1)
    panel = client.get(url(match, "replay-at", 1)).context["review_panel"]
    assert (panel.name, panel.decision) == ("", None)
    running = start_match(ann, ben)
    assert client.get(url(running, "replay-at", 1)).context["review_panel"] is None
