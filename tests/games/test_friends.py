"""Friends on the pages, and what a block forbids."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts import blocks, closing
from accounts.models import Friendship
from games.services import friends
from games.services.refusals import Refused
from tests.factories import NOW, log_in, make_player, user_of

pytestmark = pytest.mark.django_db


def befriend(one, other):
    friends.ask(one, other, now=NOW)
    friends.accept(other, one, now=NOW)


def test_players_ask_and_accept_on_their_pages(client):
    ann, ben = make_player("Ann"), make_player("Ben")
    page = log_in(client, ann).get(ben.get_absolute_url()).text
    assert "Ask to be friends" in page
    answer = client.post(reverse("games:friend-ask", args=[ben.pk]), follow=True)
    assert "You asked Ben to be friends." in answer.text
    assert "Take back that you asked" in answer.text
    page = log_in(client, ben).get(ann.get_absolute_url()).text
    assert "Ann asks to be friends." in page
    answer = client.post(reverse("games:friend-accept", args=[ann.pk]), {"list": "1"}, follow=True)
    assert "You and Ann are friends." in answer.text
    assert answer.redirect_chain == [("/friends/", 302)]
    assert "Challenge Ann" in answer.text
    answer = client.post(reverse("games:friend-end", args=[ann.pk]), follow=True)
    assert "You and Ann are not friends." in answer.text
    assert not Friendship.objects.exists()


def test_the_list_shows_questions_both_ways(client):
    ann, ben, cleo = make_player("Ann"), make_player("Ben"), make_player("Cleo")
    friends.ask(ben, ann, now=NOW)
    friends.ask(ann, cleo, now=NOW)
    lists = log_in(client, ann).get("/friends/").context["lists"]
    assert [person.name for person in lists.asking] == ["Ben"]
    assert [person.name for person in lists.asked] == ["Cleo"]
    assert lists.friends == ()


def test_a_strangers_visit_offers_nothing(client):
    page = client.get(make_player("Ben").get_absolute_url()).text
    assert "Ask to be friends" not in page
    assert "Challenge" not in page
    assert client.get("/friends/").headers["Location"].startswith("/accounts/login/")


def test_ones_own_page_and_that_of_who_is_gone_offer_nothing(client):
    ann, ben = make_player("Ann"), make_player("Ben")
    closing.close(user_of(ben))
    log_in(client, ann)
    for player in (ann, ben):
        assert "Ask to be friends" not in client.get(player.get_absolute_url()).text


@pytest.mark.parametrize("blocker", [0, 1])
def test_a_blocked_pair_can_neither_ask_nor_accept(client, blocker):
    pair = make_player("Ann"), make_player("Ben")
    friends.ask(pair[0], pair[1], now=NOW)
    blocks.block(user_of(pair[blocker]), user_of(pair[1 - blocker]), now=NOW)
    with pytest.raises(Refused, match="blocked"):
        friends.accept(pair[1], pair[0], now=NOW)
    for one, other in (pair, pair[::-1]):
        with pytest.raises(Refused, match="blocked"):
            friends.ask(one, other, now=NOW)
        page = log_in(client, one).get(other.get_absolute_url()).text
        assert "Ask to be friends" not in page
        assert "Challenge" not in page


def test_refusals_have_codes():
    ann, ben = make_player(), make_player()
    for act, code in (
        (lambda: friends.ask(ann, ann, now=NOW), "not_another"),
        (lambda: friends.accept(ann, ben, now=NOW), "not_asked"),
        (lambda: friends.end(ann, ben), "not_friends"),
    ):
        with pytest.raises(Refused, match=code):
            act()
    closing.close(user_of(ben))
    ben.refresh_from_db()
    with pytest.raises(Refused, match="nobody_there"):
        friends.ask(ann, ben, now=NOW)


def test_nobody_has_more_than_fifty_open_questions(monkeypatch):
    monkeypatch.setattr(friends, "QUESTIONS_MAX", 2)
    ann, others = make_player(), [make_player() for _number in range(3)]
    for other in others[:2]:
        friends.ask(ann, other, now=NOW)
    friends.ask(ann, others[0], now=NOW)
    with pytest.raises(Refused, match="too_many_asked"):
        friends.ask(ann, others[2], now=NOW)
