"""A scored hole, explained for whoever may see the table."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.engine import Ruleset
from games.models import Action, Match
from games.selectors.hole_story import hole_story
from games.selectors.layout_story import layout_story
from tests import drivers
from tests.factories import log_in, make_player, start_match


def address(match, number):
    return reverse("games:hole", args=[match.slug, number])


def told(match, **changes):
    """Change what the end of the first hole told, to look at any outcome."""
    for action in match.actions.all():
        for facts in action.facts:
            if facts["kind"] == "hole_scored":
                facts.update(changes)
                Action.objects.filter(pk=action.pk).update(facts=action.facts)
                return


def with_rules(match, **fields):
    ruleset = {**match.ruleset, **fields}
    Match.objects.filter(pk=match.pk).update(ruleset=ruleset)
    return Match.objects.select_related("host__user", "preset").get(pk=match.pk)


def test_lines_blocks_and_single_cards_are_named_with_what_they_count():
    rules = Ruleset(layout="3x3", block_score=-20, wild=["JS"])
    story = layout_story(rules, ["9C", "9D", "3H", "9S", "9C", "JS", "6H", "5S", "3C"])
    assert [(part.number, part.text, part.strokes) for part in story.parts] == [
        ("1", "Block, nines", "\u221220"),
        ("2", "Column 3, threes; wild: the jack of spades", "0"),
        ("3", "Row 2, nines; wild: the jack of spades", "0"),
        ("", "The other cards: 6 + 5", "11"),
    ]
    assert story.strokes == "\u22129"
    assert [card.figure for card in story.cards] == ["", "", "", "", "", "", "6", "5", ""]


def test_outlines_lie_where_their_cards_are():
    rules = Ruleset(layout="3x3", lines="columns_rows_diagonals", block_score=-20)
    story = layout_story(rules, ["9C", "9D", "9H", "9S", "9C", "3D", "9D", "6S", "3C"])
    marks = [(m.number, m.kind, m.row, m.column, m.height, m.width) for m in story.marks]
    assert marks == [
        ("1", "block", 1, 1, 2, 2),
        ("2", "column", 1, 1, 3, 1),
        ("3", "row", 1, 1, 1, 3),
        ("4", "diagonal", 1, 3, 1, 1),
        ("4", "diagonal", 2, 2, 1, 1),
        ("4", "diagonal", 3, 1, 1, 1),
    ]


def test_a_layout_is_read_out_row_by_row():
    story = layout_story(Ruleset(layout="2x2"), ["QS", "2H", "QD", "X1"])
    assert story.label == "row 1: queen of spades, 2 of hearts; row 2: queen of diamonds, joker"


@pytest.mark.django_db
def test_a_scored_hole_shows_every_seat_lowest_first(client):
    match = start_match()
    state = drivers.play_on(match, drivers.is_at_score_card)
    story = client.get(address(match, 1)).context["story"]
    strokes = [int(seat.strokes.replace("\u2212", "-")) for seat in story.seats]
    assert strokes == sorted(state.scored[0])
    assert (story.title, story.previous_url, story.next_url) == ("Hole 1, explained", None, None)


@pytest.mark.django_db
def test_htmx_gets_the_explanation_alone(client):
    match = start_match()
    drivers.play_on(match, drivers.is_at_score_card)
    text = client.get(address(match, 1), headers={"HX-Request": "true"}).text
    assert text.lstrip().startswith('<div class="hole-story">')


@pytest.mark.django_db
@pytest.mark.parametrize("number", [0, 1, 2, 99, 99999999999999999999])
def test_a_hole_that_is_not_scored_is_not_found(client, number):
    match = start_match()
    assert client.get(address(match, number)).status_code == 404


@pytest.mark.django_db
def test_the_next_hole_stays_hidden_while_it_is_played(client):
    match = start_match()
    drivers.play_on(match, lambda state: len(state.scored) == 1 and drivers.is_drawn(state))
    assert client.get(address(match, 1)).context["story"].next_url is None
    assert client.get(address(match, 2)).status_code == 404


@pytest.mark.django_db
def test_a_private_tables_hole_is_not_found_by_strangers(client):
    match = start_match(is_listed=False)
    drivers.play_on(match, drivers.is_at_score_card)
    assert client.get(address(match, 1)).status_code == 404
    log_in(client, make_player())
    assert client.get(address(match, 1)).status_code == 404
    log_in(client, drivers.player_at(match, 0))
    assert client.get(address(match, 1)).status_code == 200


@pytest.mark.django_db
def test_the_score_card_leads_to_the_explanation(client):
    match = start_match()
    drivers.play_on(match, drivers.is_at_score_card)
    text = client.get(match.get_absolute_url()).text
    assert text.count(f'href="{address(match, 1)}"') == 2
    assert 'id="hole-dialog"' in text


@pytest.mark.django_db
def test_charges_and_the_closers_penalty_are_lines_of_their_own():
    match = start_match()
    drivers.play_on(match, drivers.is_at_score_card)
    names = [drivers.player_at(match, number).name for number in (0, 1)]
    layouts = [["9C", "8D", "7C", "5C", "4D", "3C"], ["6C", "6D", "7S", "6H", "6S", "KC"]]
    told(
        match,
        layouts=layouts,
        layout_strokes=[36, 7],
        charges=[10, 0],
        closer=0,
        outcome="failure",
        correction=10,
        strokes=[56, 7],
    )
    match = with_rules(match, adjacent_pairs_charge=10, closer_fails="plus_10")
    story = hole_story(match, 1)
    assert story is not None
    assert [seat.name for seat in story.seats] == names[::-1]
    assert [seat.strokes for seat in story.seats] == ["7", "56"]
    assert story.seats[0].extras == ()
    assert [(part.text, part.strokes) for part in story.seats[1].extras] == [
        (f"Charge for 1 square of one rank of {names[1]}", "+10"),
        ("Closed without being the lowest: 10 strokes more", "+10"),
    ]


@pytest.mark.django_db
def test_a_seat_without_a_part_in_an_extra_hole_is_left_out():
    match = start_match()
    drivers.play_on(match, drivers.is_at_score_card)
    told(
        match,
        layouts=[["9C", "8D", "7C", "5C", "4D", "3C"], []],
        strokes=[36, None],
        closer=None,
        is_extra=True,
    )
    story = hole_story(match, 1)
    assert story is not None
    assert story.title == "Extra hole, explained"
    assert [seat.strokes for seat in story.seats] == ["36"]
