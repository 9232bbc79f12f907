"""The house decisions on the page of rules: each sentence is shown to be true by a test."""

from __future__ import annotations

import importlib
import random
import re

import pytest
from django.urls import reverse

from games.services import lobby
from tests import drivers
from tests.factories import NOW, make_player, open_table

H, T = "engine.test_house_decisions", "games.test_play"
PROOF: dict[str, list[str]] = {
    "Whoever leaves a running match keeps the seat": [
        f"{T}:test_a_leaver_keeps_seat_and_cards_and_a_bot_plays",
        f"{T}:test_who_left_may_take_the_seat_back",
    ],
    "Where a clock runs out": [
        "games.test_clock:test_at_the_deadline_the_whole_turn_is_played_and_marked",
        "games.test_clock:test_openers_are_chosen_from_the_first_slot_by_the_clock",
        "games.test_clock:test_turns_by_the_clock_are_marked_in_replay_and_counted_for_their_player",
        "engine.test_absent:test_the_clock_never_knocks_and_uses_no_power",
    ],
    "A standing order is carried out": [
        "games.test_orders:test_an_order_is_carried_out_as_soon_as_its_turn_comes",
        "games.test_orders:test_an_order_fires_once_and_for_no_later_turn",
        "games.test_views_wishes:test_an_order_is_its_owners_secret",
    ],
    "A pause takes everybody": [
        "games.test_proposals:test_a_pause_takes_everybody_and_keeps_the_time_that_was_left",
        "games.test_proposals:test_a_pause_that_all_forget_ends_by_itself_after_thirty_days",
        "games.test_proposals:test_after_a_score_card_nothing_is_cancelled",
    ],
    "A card taken from the discard pile into an open place": [
        "engine.test_undo:test_a_take_into_a_shown_slot_may_be_taken_back",
        "engine.test_undo:test_one_takes_back_once_in_a_turn",
        "games.test_clock:test_taking_back_gives_back_the_clock_to_both",
    ],
    "Bots know what their seat knows": [
        "games.test_bots:test_a_bot_gets_an_observation_and_nothing_else",
        "games.test_non_interference:test_a_bot_acts_the_same_whatever_it_has_not_seen",
        f"{T}:test_a_leaver_holds_up_no_score_card",
    ],
    "Spectators see what everybody": [
        "games.test_non_interference:test_unseen_cards_change_no_byte_of_pages_frames_and_log",
        "engine.test_knock:test_card_from_the_discard_pile_laid_face_down_is_known_to_everybody",
    ],
    "A table that starts with fewer seats": [
        "games.test_lobby:test_the_host_starts_with_the_chairs_that_are_taken",
        "games.test_house_page:test_a_table_that_starts_with_fewer_seats_has_their_packs",
    ],
    "Where the number of packs follows": [
        "engine.test_ruleset:test_jokers_count_for_serving_but_not_for_the_second_pack",
    ],
    "With several packs there are several cards": [
        f"{H}:test_two_equal_cards_make_a_column",
    ],
    "The stock is made anew": [
        "engine.test_hole_end:test_stock_comes_before_the_last_turn_is_counted",
        "engine.test_hole_end:test_what_a_seat_has_seen_is_forgotten_when_it_is_shuffled",
        "engine.test_knock:test_what_everybody_knew_is_forgotten_when_it_is_shuffled",
    ],
    "An opener is chosen for good": [
        f"{H}:test_opener_is_chosen_for_good",
        f"{H}:test_replacing_a_shown_card_is_a_turn_also_in_a_last_turn",
    ],
    "Knocking and using a power are more": [
        "engine.test_knock:test_knock_breaks_a_run_of_discards",
        "engine.test_powers:test_power_breaks_a_run_of_discards",
        f"{H}:test_lost_turn_neither_breaks_a_run_of_discards_nor_counts_in_it",
    ],
    "A turn that is lost to a jack counts among": [
        "engine.test_extra_turns:test_with_two_seats_one_plays_again",
        f"{H}:test_extra_turn_counts_among_the_turns_of_its_seat",
        f"{H}:test_seat_that_has_had_200_turns_plays_on_until_all_have",
    ],
    "Who goes out with the very turn": [
        "engine.test_hole_end:test_going_out_with_the_200th_turn_comes_before_calling_off",
    ],
    "A knock throws no card away": [
        "engine.test_extra_turns:test_jack_that_another_turn_put_there_does_not_count",
        f"{H}:test_jack_thrown_away_for_its_power_skips_too",
    ],
    "With an extra turn nobody is skipped before": [
        "engine.test_extra_turns:test_extra_turn_comes_before_a_skip",
        f"{H}:test_jack_of_an_extra_turn_skips",
        f"{H}:test_extra_turn_may_be_a_knock",
    ],
    "A column that is completed with a wild card": [
        "engine.test_extra_turns:test_wild_card_completes_a_column",
        f"{H}:test_column_whose_cards_count_on_calls_golf",
        "engine.test_extra_turns:"
        "test_column_completed_by_a_power_calls_for_the_seat_that_acted_alone",
    ],
    "Two cards that are exchanged may belong": [
        "engine.test_powers:test_exchange_may_be_within_one_layout_or_between_two_others",
        "engine.test_powers:test_cards_of_the_closer_are_never_exchanged_but_may_be_peeked_at",
        "engine.test_powers:test_power_needs_a_target",
        f"{H}:test_card_that_one_has_seen_may_be_peeked_at_again",
    ],
    "Where everybody remembers alone": [
        "engine.test_memory:test_peeked_card_is_shown_until_the_next_action",
        "engine.test_memory:test_shuffle_that_follows_by_itself_does_not_end_the_look",
    ],
    "A line of wild cards only": [
        "engine.test_scoring:test_line_of_wild_cards_only_scores_nothing_whatever_they_count",
        f"{H}:test_block_counts_even_where_its_lines_would_count_less",
    ],
    "Any other line, and any block": [
        "engine.test_scoring:"
        "test_wild_card_worth_less_than_nothing_stays_out_of_a_line_that_saves_less",
        f"{H}:test_block_with_a_wild_card_counts_only_where_that_is_less",
    ],
    "The strokes shown during a hole": [
        "engine.test_scoring:test_hidden_cards_count_nothing_and_complete_no_line",
        "engine.test_non_interference:test_shown_strokes_count_what_lies_up",
    ],
    "For four of a kind and for charges": [
        "engine.test_judging:test_wild_cards_make_no_square_that_charges",
        "engine.test_judging:test_wild_cards_charge_as_what_is_printed_on_them",
        f"{H}:test_four_jokers_are_of_one_rank",
    ],
    "A closer is compared after all charges": [
        "engine.test_judging:test_charges_come_before_the_closer_is_judged",
        f"{H}:test_closer_is_judged_where_the_hole_ends_for_want_of_a_stock",
        f"{H}:test_failed_closer_with_the_highest_strokes_counts_no_more",
    ],
    "Two by two cards of one rank": [
        f"{H}:test_four_of_a_kind_wins_in_an_extra_hole_too",
        "engine.test_judging:test_winner_by_four_of_a_kind_places_before_a_lower_total",
        f"{H}:test_several_who_win_at_once_share_and_play_no_extra_hole",
    ],
    "An extra hole is played with": [
        f"{H}:test_extra_hole_is_played_with_the_packs_of_the_whole_table",
        "engine.test_match:test_extra_hole_is_started_by_the_next_seat_that_plays_it",
        f"{H}:test_extra_hole_compares_and_charges_the_seats_that_play_it",
        f"{H}:test_score_card_of_an_extra_hole_is_closed_by_everybody",
    ],
    "Whoever is no longer level": [
        "engine.test_match:"
        "test_only_those_still_level_play_on_and_the_others_are_ordered_by_strokes",
    ],
}


@pytest.mark.django_db
def test_every_house_decision_on_the_page_has_its_proof(client):
    text = client.get(reverse("games:rules")).text
    house = text[text.index('id="house"') : text.index("</article>")]
    sentences = re.findall(r"<li>(.*?)</li>", house, re.DOTALL)
    found = [[start for start in PROOF if words.startswith(start)] for words in sentences]
    assert [words for words, proofs in zip(sentences, found, strict=True) if not proofs] == []
    assert sorted(start for proofs in found for start in proofs) == sorted(PROOF)


@pytest.mark.parametrize("start", PROOF)
def test_the_tests_that_prove_it_exist(start):
    for proof in PROOF[start]:
        module, name = proof.split(":")
        assert callable(getattr(importlib.import_module(f"tests.{module}"), name))


@pytest.mark.django_db
def test_a_table_that_starts_with_fewer_seats_has_their_packs():
    match, rng = open_table(seats=5), random.Random(1)
    lobby.join_table(match.pk, make_player(), has_invite=False, now=NOW, rng=rng)
    lobby.start_match(match.pk, match.host, now=NOW, rng=rng)
    hole = drivers.state_of(match).hole
    piles = (*hole.layouts, hole.stock, hole.discard)
    assert sum(len(cards) for cards in piles) == 52
