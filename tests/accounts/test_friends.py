from __future__ import annotations

from datetime import timedelta

import pytest

from accounts import blocks, closing, friends, merging
from accounts.models import Friendship, User
from tests.clock import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return tuple(User.objects.create_user(name) for name in ("Ann", "Ben", "Cleo"))


def befriend(one, other):
    friends.ask(one, other, now=NOW)
    assert friends.accept(other, one, now=NOW)


def names(people):
    return [person.username for person in people]


def test_one_asks_and_the_other_accepts(people):
    ann, ben, _cleo = people
    friends.ask(ann, ben, now=NOW)
    assert [question.asked_by for question in friends.questions_to(ben.pk)] == [ann]
    assert [question.asked for question in friends.questions_of(ann.pk)] == [ben]
    assert names(friends.friends_of(ben.pk)) == []
    assert not friends.accept(ann, ben, now=NOW)
    assert friends.accept(ben, ann, now=NOW)
    assert names(friends.friends_of(ann.pk)) == ["Ben"]
    assert names(friends.friends_of(ben.pk)) == ["Ann"]
    assert not friends.questions_to(ben.pk).exists()


def test_who_asks_one_who_asked_says_yes(people):
    ann, ben, _cleo = people
    friends.ask(ann, ben, now=NOW)
    later = NOW + timedelta(hours=1)
    assert friends.ask(ben, ann, now=later).accepted_at == later
    assert friends.ask(ben, ann, now=later + timedelta(hours=1)).accepted_at == later
    assert Friendship.objects.count() == 1


def test_either_ends_it(people):
    ann, ben, cleo = people
    befriend(ann, ben)
    assert friends.end(ben, ann)
    assert not friends.end(ben, ann)
    friends.ask(ann, cleo, now=NOW)
    assert friends.end(cleo, ann)
    assert not Friendship.objects.exists()


def test_friends_come_by_name(people):
    ann, ben, cleo = people
    befriend(cleo, ann)
    befriend(ann, ben)
    assert names(friends.friends_of(ann.pk)) == ["Ben", "Cleo"]


def test_who_is_blocked_stands_in_no_list(people):
    ann, ben, cleo = people
    befriend(ann, ben)
    friends.ask(cleo, ann, now=NOW)
    blocks.block(ben, ann, now=NOW)
    blocks.block(ann, cleo, now=NOW)
    assert friends.blocked_with(ann.pk) == {ben.pk, cleo.pk}
    for person in people:
        assert names(friends.friends_of(person.pk)) == []
        assert not friends.questions_to(person.pk).exists()
        assert not friends.questions_of(person.pk).exists()


def test_a_mute_leaves_friends_friends(people):
    ann, ben, _cleo = people
    befriend(ann, ben)
    blocks.mute(ann, ben, now=NOW)
    assert names(friends.friends_of(ann.pk)) == ["Ben"]
    assert friends.blocked_with(ann.pk) == frozenset()


def test_a_stranger_has_no_friends():
    assert not friends.friends_of(None).exists()
    assert not friends.questions_to(None).exists()


def test_a_guests_friends_go_to_the_account(people):
    ann, ben, cleo = people
    guest = User.objects.create_guest()
    befriend(guest, ben)
    friends.ask(ann, ben, now=NOW)
    friends.ask(cleo, guest, now=NOW)
    befriend(ann, guest)
    merging.merge(guest, ann)
    assert names(friends.friends_of(ann.pk)) == ["Ben"]
    assert [question.asked_by for question in friends.questions_to(ann.pk)] == [cleo]
    assert Friendship.objects.count() == 2


def test_a_closed_account_has_no_friends(people):
    ann, ben, _cleo = people
    befriend(ann, ben)
    closing.close(ann)
    assert not Friendship.objects.exists()
