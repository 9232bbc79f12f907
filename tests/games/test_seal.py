"""A day's nine is sealed for everybody while others still play with its cards."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.core.management import CommandError
from django.test import Client

from accounts.models import User
from games.management.commands.record import exported
from games.models import DailyNine, Match
from games.selectors.event_seal import is_sealed, sealed_among, sealed_matches
from games.services import daily, reviews, sharing
from games.services.refusals import Refused
from tests.factories import NOW, log_in, make_player
from tests.games.test_solitaire import play_to_the_end, practise

pytestmark = pytest.mark.django_db

SEALED = "Others still play with these cards."


@pytest.fixture
def played():
    """A day's nine played to its end, and its player."""
    player = make_player()
    match = daily.start_nine(player, None, now=NOW, rng=random.Random(1))
    play_to_the_end(match, player)
    return match, player


def close_the_day():
    assert daily.close_days(DailyNine.objects.get().ends_at) == 1
    return Match.objects.get()


def pages_of(match):
    played = (f"/matches/{match.slug}/{name}" for name in ("replay/", "replay/9/?as=open"))
    reviewed = (f"/matches/{match.slug}/{name}" for name in ("review/", "review/1/"))
    return [*played, *reviewed, f"/tables/{match.slug}/holes/1/"]


def desk_of():
    desk = Client()
    desk.force_login(User.objects.create_superuser("Staff"))
    return desk


def shown_of_seats(desk, match):
    page = desk.get(f"/admin/games/match/{match.pk}/change/")
    (_title, shown) = page.context["inline_admin_formsets"][0].fieldsets[0]
    return shown["fields"]


def test_until_the_day_is_closed_nobody_looks_at_its_cards_afterwards(played):
    match, player = played
    own, other, desk = Client(), Client(), desk_of()
    log_in(own, player)
    log_in(other, make_player())
    share = sharing.share_review(match, player, now=NOW)
    for page in pages_of(match):
        answer = own.get(page)
        assert (answer.status_code, SEALED in answer.text) == (403, True), page
        for client in (other, desk, Client()):
            assert client.get(page).status_code == 404, page
    assert own.get(f"/matches/{match.slug}/what-if/9/").status_code == 403
    answer = Client().get(f"/shared/{share.token}/", follow=True)
    assert (answer.status_code, SEALED in answer.text) == (403, True)
    with pytest.raises(Refused) as refused:
        reviews.request_review(match, player, now=NOW)
    assert refused.value.code == "same_cards"
    with pytest.raises(CommandError, match="no finished match"):
        exported(match.slug)
    assert desk.get("/admin/games/action/").context["cl"].result_count == 0
    assert "place" not in shown_of_seats(desk, match)
    table = own.get(f"/tables/{match.slug}/").text
    assert "/replay/" not in table
    assert "/holes/" not in table


def test_when_the_day_is_closed_everybody_may_look(played):
    match = close_the_day()
    desk = desk_of()
    for page in pages_of(match):
        for client in (Client(), desk):
            assert client.get(page).status_code == 200, page
    assert exported(match.slug).startswith("[\n")
    assert desk.get("/admin/games/action/").context["cl"].result_count == match.sequence
    assert "place" in shown_of_seats(desk, match)


def test_the_same_is_sealed_however_one_asks(played):
    match, _player = played
    other = practise(make_player())
    assert (is_sealed(match), is_sealed(other)) == (True, False)
    assert sealed_among([match, other]) == {match.pk}
    assert list(sealed_matches()) == [match.pk]
    closed = close_the_day_beside(match)
    assert (is_sealed(closed), sealed_among([closed]), list(sealed_matches())) == (
        False,
        frozenset(),
        [],
    )


def close_the_day_beside(match):
    DailyNine.objects.update(closed_at=NOW + timedelta(days=1))
    return Match.objects.get(pk=match.pk)


def test_the_desk_does_not_tell_how_many_actions_a_days_nine_took(played):
    match, admin_client = played[0], desk_of()
    address = f"/admin/games/match/{match.pk}/change/"
    assert "Sequence" not in admin_client.get(address).content.decode()
    assert "column-sequence" not in admin_client.get("/admin/games/match/").content.decode()
    daily.close_days(DailyNine.objects.get().ends_at)
    assert "Sequence" in admin_client.get(address).content.decode()
