"""The review of Golf Solitaire, the story of its holes, and hints in practice."""

from __future__ import annotations

import random
import re

import pytest

from games import engine
from games.engine.solitaire import DealWhen, SolitaireRules
from games.models import Hole
from games.selectors import solitaire_way
from games.selectors.card_words import MINUS
from games.selectors.solitaire_way import Held, Judged, final_way, judged
from games.services import daily, reviews, sharing, solitaire
from games.services.refusals import Refused
from tests.drivers import submit
from tests.factories import NOW, log_in, make_player
from tests.games.test_solitaire import PLAIN, play_to_the_end, practise, state_of

pytestmark = pytest.mark.django_db

BOTH = SolitaireRules(queens_on_kings=True, turn_the_corner=True)
WON_AND_LOST = 2
"""A deal that can be cleared by the plain rules, and is lost by whoever plays all that fits."""


@pytest.fixture
def player(client):
    found = make_player()
    log_in(client, found)
    return found


def review_of(match, number=1, query=""):
    return f"/matches/{match.slug}/review/{number}/{query}"


def played_out(player, number=WON_AND_LOST, rules=PLAIN):
    match = practise(player, number, rules)
    while state_of(match).phase is engine.MatchPhase.HOLE:
        submit(match, player, engine.legal_actions(state_of(match), 0)[0].text)
    return match


def value(row, name):
    return int(getattr(row, name).replace(MINUS, "-"))


def test_a_hole_that_could_be_cleared_says_where_that_was_lost(client, player):
    match = played_out(player)
    hole = client.get(review_of(match)).context["hole"]
    assert hole.told == (
        "This deal could be cleared.",
        "The best it held: 0 strokes. Made: 7 strokes.",
        "Given away in all: 7 strokes.",
        "The way to clear it was lost with step 7.",
    )
    assert (hole.position, hole.is_mistake) == ("Step 7 of 44", True)
    assert hole.cost.startswith("Here the way to clear it was lost. It gave away ")
    assert hole.line_title == "From here it could be cleared, for 0 strokes:"
    (marks,) = (row.marks for row in hole.strip.rows)
    assert [mark.label for mark in marks].index("blunder") == 6
    assert marks[6].words == f"Step 7: {hole.done} {hole.cost}"
    given = [
        int(found[1])
        for mark in marks
        if (found := re.search(r"It gave away (\d+) stroke", mark.words))
    ]
    assert sum(given) == 7
    text = client.get(review_of(match)).text
    assert "the stock's order too: what the deal held, not what you could know" in text
    for step in hole.line:
        assert step in text


def test_the_line_that_is_told_clears_the_tableau(player):
    match = played_out(player)
    way = final_way(match, 0)
    assert way is not None
    found = judged(match, 0, way)
    assert found.lost is not None
    at, _last = found.lost
    hole = way.holes[at]
    for action in found.held[at].actions:
        hole = solitaire_way.apply(hole, action)
    assert hole.cards_left == 0


def test_every_position_has_its_page_and_no_other(client, player):
    match = played_out(player)
    address, seen = review_of(match, 1, "?at=0"), []
    while address is not None:
        hole = client.get(address).context["hole"]
        seen.append((hole.position, hole.board.cards_left, hole.board.stock_count))
        address = hole.next_url and hole.next_url.partition("#")[0]
    assert len(seen) == 45
    assert seen[0] == ("Step 1 of 44", 35, 16)
    assert seen[-1] == ("The end", 7, 0)
    assert client.get(review_of(match, 1, "?at=45")).status_code == 404
    assert client.get(review_of(match, 2)).status_code == 404


def test_what_was_taken_back_is_no_part_of_the_way(player):
    match = practise(player, WON_AND_LOST)
    for text in ("deal", "undo"):
        submit(match, player, text)
    while state_of(match).phase is engine.MatchPhase.HOLE:
        submit(match, player, engine.legal_actions(state_of(match), 0)[0].text)
    assert [sequence for sequence, _action in final_way(match, 0).steps] == list(range(4, 48))


def test_a_hole_that_is_open_again_has_no_review_until_it_is_over(client, player):
    match = played_out(player)
    first = final_way(match, 0)
    assert client.get(review_of(match)).status_code == 200
    submit(match, player, "undo")
    assert client.get(review_of(match)).status_code == 404
    assert client.get(f"/tables/{match.slug}/holes/1/").status_code == 404
    submit(match, player, "undo")
    while state_of(match).phase is engine.MatchPhase.HOLE:
        submit(match, player, engine.legal_actions(state_of(match), 0)[0].text)
    again = final_way(match, 0)
    assert [action for _at, action in again.steps] == [action for _at, action in first.steps]
    assert again.end > first.end
    assert client.get(review_of(match)).status_code == 200


def test_the_match_has_a_row_for_each_hole_and_nothing_is_worked_out_twice(
    client, player, monkeypatch
):
    match = solitaire.open_nine(player, SolitaireRules(holes=2), now=NOW, rng=random.Random(1))
    play_to_the_end(match, player)
    rows = client.get(f"/matches/{match.slug}/review/").context["review"].holes
    assert [row.label for row in rows] == ["Hole 1", "Hole 2"]
    made, best, given = (
        [value(row, name) for row in rows] for name in ("made", "best", "given_away")
    )
    assert made == [strokes for (strokes,) in state_of(match).scored]
    assert [m - b for m, b in zip(made, best, strict=True)] == given

    def judge(*_args):
        raise AssertionError

    monkeypatch.setattr(solitaire_way, "_judge", judge)
    assert client.get(f"/matches/{match.slug}/review/").context["review"].holes == rows
    assert client.get(review_of(match, 2)).status_code == 200
    with pytest.raises(Refused):
        reviews.request_review(match, player, now=NOW)


def test_two_packs_say_what_is_not_decided(client, player, monkeypatch):
    monkeypatch.setattr(solitaire_way, "BUDGET", 50)
    monkeypatch.setattr(solitaire_way, "GLANCE", 50)
    match = played_out(player, 1, SolitaireRules(packs=2))
    hole = client.get(review_of(match)).context["hole"]
    assert hole.told[0].startswith("Whether this deal could be cleared is not decided")
    assert "not proved" in hole.told[1]
    row = client.get(f"/matches/{match.slug}/review/").context["review"].holes[0]
    assert (row.held, row.best, row.given_away) == ("not decided",) * 3


def test_the_way_is_lost_between_what_is_decided():
    found = Judged(
        tuple(Held(solvable, 0, False, "") for solvable in (True, None, None, False, False)), 3
    )
    assert found.lost == (0, 2)
    assert Judged((Held(True, 0, True, ""), Held(False, 2, True, "")), 2).lost == (0, 0)
    assert Judged((Held(None, 0, False, ""), Held(False, 2, True, "")), 2).lost is None


def test_the_story_of_a_hole_says_what_its_strokes_are(client, player):
    match = played_out(player)
    address = f"/tables/{match.slug}/holes/1/"
    story = client.get(address).context["story"]
    assert (story.strokes, story.best) == ("7", "")
    assert sum(int(row.strokes) for row in story.rows) == 7
    client.get(review_of(match))
    assert client.get(address).context["story"].best == "The best this deal held was 0 strokes."
    fragment = client.get(address, headers={"HX-Request": "true"}).text
    assert fragment.lstrip().startswith('<div class="hole-story">')


def test_who_has_the_link_of_a_review_sees_it_and_no_table(client, player):
    match = played_out(player)
    submit(match, player, "dismiss")
    token = sharing.share_review(match, player, now=NOW).token
    other = client.__class__()
    assert other.get(review_of(match)).status_code == 404
    assert other.get(f"/shared/{token}/", follow=True).status_code == 200
    page = other.get(review_of(match))
    assert page.status_code == 200
    assert f"/tables/{match.slug}/" not in page.text


def test_who_follows_hints_in_practice_clears_what_can_be_cleared(client, player):
    match = practise(player, 3, BOTH)
    address = f"/tables/{match.slug}/hint"
    told = client.get(address, headers={"HX-Request": "true"}).text
    assert "The tableau can still be cleared." in told
    assert "A hint looks at the order of the stock." in told
    steps = 0
    while state_of(match).hole.cards_left:
        hint = client.get(address).context["hint"]
        found = re.fullmatch(r"Play the .* from column (\d)\.", hint.action)
        assert found or hint.action == "Turn the stock."
        submit(match, player, f"play {found[1]}" if found else "deal")
        steps += 1
    assert Hole.objects.get().ended_at is not None
    over = client.get(address)
    assert (over.status_code, over.headers["X-Refusal"]) == (409, "hole_over")


def test_there_are_hints_in_practice_alone(client, player):
    nine = solitaire.open_nine(player, SolitaireRules(), now=NOW, rng=random.Random(1))
    day = daily.start_nine(player, None, now=NOW, rng=random.Random(1))
    for match in (nine, day):
        answer = client.get(f"/tables/{match.slug}/hint")
        assert (answer.status_code, answer.headers["X-Refusal"]) == (403, "no_hints")
        assert "Hints are for practice deals" in answer.text
    other = practise(make_player())
    assert client.get(f"/tables/{other.slug}/hint").status_code == 404


@pytest.mark.parametrize(
    ("rules", "share"),
    [
        (SolitaireRules(), "26.2 %"),
        (BOTH, "92.7 %"),
        (SolitaireRules(turn_the_corner=True), "72.5 %"),
        (SolitaireRules(deal_when=DealWhen.STUCK), "13.7 %"),
        (SolitaireRules(turn_the_corner=True, deal_when=DealWhen.STUCK), None),
        (SolitaireRules(packs=2), None),
    ],
)
def test_the_rules_of_a_match_say_how_many_deals_can_be_cleared(client, player, rules, share):
    match = practise(player, 1, rules)
    page = client.get(f"/tables/{match.slug}/rules/")
    sections = {section.slug: section.sentences for section in page.context["rules"].sections}
    assert ("chances" in sections) is (share is not None)
    assert share is None or share in sections["chances"][0]


def test_the_rules_of_the_game_name_every_toggle(client, player):
    practise(player)
    text = client.get("/rules/golf-solitaire/").text
    for words in ("Queens on kings:", "Turn the corner:", "Only when stuck:", "Two packs:"):
        assert words in text
    assert "any other, proved by search, is dealt again" in text
