"""Links to reviews: what they show, to whom, and until when."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts import closing, merging
from games.models import Review, ReviewShare
from games.services import sharing
from games.services.players import player_of
from games.services.refusals import Refused
from tests.factories import NOW, log_in, make_player, start_match, user_of
from tests.reviews import reviewed_match

pytestmark = pytest.mark.django_db


def url(match, name="review", *more):
    return reverse(f"games:{name}", args=[match.slug, *more])


@pytest.fixture
def ann():
    return make_player("Ann")


@pytest.fixture
def match(ann):
    return reviewed_match(ann, make_player("Ben"), holes=1, is_listed=False)


@pytest.fixture
def link(match, ann):
    share = sharing.share_review(match, ann, now=NOW)
    return reverse("games:review-shared", args=[share.token])


def refused(call, *arguments, **more):
    with pytest.raises(Refused) as caught:
        call(*arguments, **more)
    return caught.value.code


def test_players_make_one_link_and_any_of_them_withdraws_it(client, match, ann):
    log_in(client, ann)
    assert "Make a link" in client.get(url(match)).text
    assert client.post(url(match, "review-share")).status_code == 302
    client.post(url(match, "review-share"))
    share = ReviewShare.objects.get()
    assert len(share.token) >= 22
    assert f"/shared/{share.token}/" in client.get(url(match)).text
    other = log_in(Client(), match.seats.exclude(player=ann).get().player)
    assert other.post(url(match, "review-share"), {"withdraw": "yes"}).status_code == 302
    assert not ReviewShare.objects.exists()
    assert "Make a link" in client.get(url(match)).text


def test_the_link_shows_review_and_replay_and_nothing_else(match, link):
    visitor = Client()
    assert visitor.get(url(match)).status_code == 404
    answer = visitor.get(link)
    assert (answer.status_code, answer.headers["Location"]) == (302, url(match))
    assert visitor.get(url(match)).status_code == 200
    assert visitor.get(url(match, "review-hole", 1)).status_code == 200
    assert visitor.get(url(match, "replay")).status_code == 200
    assert visitor.get(url(match, "replay-at", 2)).status_code == 200
    for name, more in (
        ("table", ()),
        ("talk", ()),
        ("notes", ()),
        ("table-rules", ()),
        ("hole", (1,)),
        ("comments", (2,)),
    ):
        assert visitor.get(url(match, name, *more)).status_code == 404
    for name in ("review-ask", "review-share", "table-rematch"):
        assert visitor.post(url(match, name)).status_code == 404


def test_pages_behind_the_link_lead_to_nothing_that_is_closed(match, link):
    visitor = Client()
    visitor.get(link)
    for address in (url(match), url(match, "review-hole", 1), url(match, "replay-at", 5)):
        page = visitor.get(address).text
        assert f"/tables/{match.slug}/" not in page
        assert "/comments/" not in page


def test_a_withdrawn_link_leads_nowhere_at_once(match, link, ann):
    visitor = Client()
    visitor.get(link)
    sharing.withdraw_share(match, ann)
    for address in (link, url(match), url(match, "review-hole", 1), url(match, "replay")):
        assert visitor.get(address).status_code == 404
    again = sharing.share_review(match, ann, now=NOW)
    assert again.token not in link
    assert visitor.get(url(match)).status_code == 404


def test_a_link_opens_its_own_match_alone(link):
    other = reviewed_match(make_player(), make_player(), holes=1, is_listed=False)
    visitor = Client()
    visitor.get(link)
    assert visitor.get(url(other)).status_code == 404


@pytest.mark.parametrize("token", ["x", "0" * 22, "-", "a" * 200])
def test_a_link_that_is_none_is_not_found(token, match):
    assert Client().get(reverse("games:review-shared", args=[token])).status_code == 404


def test_only_players_of_a_finished_match_share_it(match, ann):
    assert refused(sharing.share_review, match, make_player(), now=NOW) == "not_seated"
    assert refused(sharing.withdraw_share, match, make_player()) == "not_seated"
    running = start_match(ann, make_player())
    assert refused(sharing.share_review, running, ann, now=NOW) == "not_finished"


def test_a_match_that_all_may_see_needs_no_link(client, ann):
    match = reviewed_match(ann, make_player(), holes=1)
    assert "Make a link" not in log_in(client, ann).get(url(match)).text


def test_the_link_of_a_closed_account_is_withdrawn(match, link, ann):
    closing.close(user_of(ann))
    assert not ReviewShare.objects.exists()


def test_a_guests_link_goes_with_the_guest(client):
    client.post(reverse("accounts:guest"))
    from accounts.models import User

    guest = player_of(User.objects.get(is_guest=True))
    match = reviewed_match(guest, make_player(), holes=1, is_listed=False)
    sharing.share_review(match, guest, now=NOW)
    Review.objects.update(requested_by=guest)
    account = make_player("Keeper")
    merging.merge(user_of(guest), user_of(account))
    assert ReviewShare.objects.get().made_by == account
    assert Review.objects.get(match=match).requested_by == account
