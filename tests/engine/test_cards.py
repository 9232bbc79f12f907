from __future__ import annotations

import pytest

from games.engine import FACES, face_of, packs, parse_face, rank_of


def test_ids_run_by_suit_and_rank() -> None:
    assert [face_of(card) for card in (0, 9, 12, 13, 26, 39, 51)] == [
        *("AC", "10C", "KC", "AD", "AH", "AS", "KS"),
    ]


def test_jokers_are_the_last_two_of_a_pack() -> None:
    assert (face_of(52), face_of(53), rank_of(53)) == ("X1", "X2", "X")


def test_second_pack_has_the_same_faces_under_other_ids() -> None:
    assert (face_of(54), face_of(107), face_of(54 * 3 + 50)) == ("AC", "X2", "QS")


def test_pack_holds_52_different_faces() -> None:
    assert len({face_of(card) for card in packs(1)}) == 52


@pytest.mark.parametrize(
    ("count", "jokers", "cards"), [(1, 0, 52), (1, 1, 53), (2, 2, 108), (4, 2, 216)]
)
def test_packs_count_their_jokers(count: int, jokers: int, cards: int) -> None:
    assert len(set(packs(count, jokers))) == cards


def test_every_face_parses() -> None:
    assert [parse_face(face) for face in FACES] == list(FACES)


@pytest.mark.parametrize("text", ["", "1H", "X3", "X", "qs", "QS ", "11C"])
def test_what_is_no_face_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no card has the face"):
        parse_face(text)
