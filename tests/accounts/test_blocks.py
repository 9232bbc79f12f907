from __future__ import annotations

import pytest

from accounts import blocks, merging
from accounts.models import Block, User
from tests.clock import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return tuple(User.objects.create_user(name) for name in ("Ann", "Ben", "Cleo"))


def rows() -> set[tuple[str, str, str]]:
    return {(row.user.username, row.other.username, row.kind) for row in Block.objects.all()}


def test_a_mute_works_one_way(people):
    ann, ben, _cleo = people
    blocks.mute(ann, ben, now=NOW)
    assert blocks.unheard_by(ann.pk) == {ben.pk}
    assert blocks.unheard_by(ben.pk) == frozenset()
    assert blocks.deaf_to(ben.pk) == {ann.pk}
    assert not blocks.is_blocked_between(ann, ben)


def test_a_block_works_both_ways(people):
    ann, ben, cleo = people
    blocks.block(ann, ben, now=NOW)
    assert (blocks.unheard_by(ann.pk), blocks.unheard_by(ben.pk)) == ({ben.pk}, {ann.pk})
    assert (blocks.deaf_to(ann.pk), blocks.deaf_to(ben.pk)) == ({ben.pk}, {ann.pk})
    assert blocks.is_blocked_between(ann, ben)
    assert blocks.is_blocked_between(ben, ann)
    assert not blocks.is_blocked_between(ann, cleo)


def test_one_row_a_pair_is_kept_and_changed(people):
    ann, ben, _cleo = people
    blocks.block(ann, ben, now=NOW)
    blocks.mute(ann, ben, now=NOW)
    assert rows() == {("Ann", "Ben", "mute")}
    assert blocks.kind_of(ann.pk, ben.pk) == "mute"
    blocks.lift(ann, ben)
    blocks.lift(ann, ben)
    assert rows() == set()
    assert blocks.kind_of(ann.pk, ben.pk) == ""


def test_only_ones_own_block_can_be_lifted(people):
    ann, ben, _cleo = people
    blocks.block(ann, ben, now=NOW)
    blocks.lift(ben, ann)
    assert rows() == {("Ann", "Ben", "block")}


def test_a_stranger_hears_everybody():
    assert blocks.unheard_by(None) == frozenset()
    assert blocks.deaf_to(None) == frozenset()
    assert blocks.kind_of(None, None) == ""


def test_a_guests_blocks_go_to_the_account(people):
    ann, ben, cleo = people
    guest = User.objects.create_guest()
    blocks.block(guest, ben, now=NOW)
    blocks.mute(ann, ben, now=NOW)
    blocks.mute(guest, ann, now=NOW)
    blocks.mute(cleo, guest, now=NOW)
    merging.merge(guest, ann)
    assert rows() == {("Ann", "Ben", "block"), ("Cleo", "Ann", "mute")}
