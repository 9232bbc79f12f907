"""Challenges and invitations by name: asked, seen on the home page, answered."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts import blocks, closing, merging
from accounts.models import User
from games.models import Invitation, Match
from games.services import friends, invitations, lobby
from games.services.lobby import Terms
from games.services.players import player_of
from games.services.refusals import Refused
from tests import drivers
from tests.factories import NOW, log_in, make_player, make_preset, open_table, start_match, user_of

pytestmark = pytest.mark.django_db
RNG = random.Random(5)


def invite(match, other, by=None, now=NOW):
    invitations.invite(match.pk, by or match.host, other, now=now)


def private(**more):
    return open_table(make_player("Ann"), is_listed=False, **more)


def befriend(one, other):
    friends.ask(one, other, now=NOW)
    friends.accept(other, one, now=NOW)


def challenge(client, other, **more):
    data = {"preset": "clubhouse", "seats": "2", "layout": "0", "openers": "0", "holes": "0"}
    data |= {"final_putt": "0", "clock": "3d", "missed_max": "2", "challenge": str(other.pk)}
    return client.post(reverse("games:table-new"), {**data, **more})


def test_who_is_invited_sees_it_at_home_and_accepts(client):
    match, ben = private(seats=3, terms=Terms("3d")), make_player("Ben")
    invite(match, ben)
    home = log_in(client, ben).get("/")
    assert "Ann invites you" in home.text
    assert "3 days a turn" in home.text
    (invitation,) = home.context["invitations"]
    answer = client.post(invitation.accept_url, follow=True)
    assert answer.context["table"].is_seated
    assert client.get("/").context["invitations"] == ()


def test_the_lobbys_fragment_brings_invitations_too(client):
    match, ben = private(), make_player("Ben")
    invite(match, ben)
    fragment = log_in(client, ben).get("/", headers={"HX-Request": "true"})
    assert "Ann invites you" in fragment.text


def test_declining_tells_the_table(client):
    match, ben = private(seats=3), make_player("Ben")
    invite(match, ben)
    version = Match.objects.get(pk=match.pk).version
    answer = log_in(client, ben).post(f"/tables/{match.slug}/decline", follow=True)
    assert "You declined to play at the table of Ann." in answer.text
    assert answer.context["invitations"] == ()
    assert Match.objects.get(pk=match.pk).version == version + 1
    assert (
        "Ben declined the invitation."
        in log_in(client, match.host).get(match.get_absolute_url()).text
    )
    with pytest.raises(Refused, match="not_invited"):
        lobby.join_table(match.pk, ben, has_invite=False, now=NOW, rng=RNG)


def test_declining_twice_changes_nothing_more():
    match, ben = private(), make_player()
    invite(match, ben)
    for _time in range(2):
        invitations.decline(match.pk, ben, now=NOW)
    assert Match.objects.get(pk=match.pk).version == 2
    with pytest.raises(Refused, match="not_asked"):
        invitations.decline(match.pk, make_player(), now=NOW)


def test_the_room_names_who_was_invited_until_they_come(client):
    match, ben = private(seats=3), make_player("Ben")
    invite(match, ben)
    log_in(client, match.host)
    assert client.get(match.get_absolute_url()).context["table"].waiting.invited == ("Ben",)
    lobby.join_table(match.pk, ben, has_invite=False, now=NOW, rng=RNG)
    assert client.get(match.get_absolute_url()).context["table"].waiting.invited == ()


def test_only_the_invited_and_holders_of_the_link_join_a_private_table(client):
    match = private(seats=4)
    stranger, invited, with_link = (make_player() for _number in range(3))
    invite(match, invited)
    assert log_in(client, stranger).post(f"/tables/{match.slug}/join").status_code == 404
    assert log_in(client, invited).post(f"/tables/{match.slug}/join").status_code == 302
    log_in(client, with_link).post(reverse("games:invite-join", args=[match.invite]))
    seated = set(match.seats.values_list("player", flat=True))
    assert seated == {match.host_id, invited.pk, with_link.pk}


def test_refusals_of_invitations_have_codes():
    match, ben = private(), make_player("Ben")
    for by, other, code in (
        (make_player(), ben, "not_seated"),
        (match.host, match.host, "not_another"),
    ):
        with pytest.raises(Refused, match=code):
            invite(match, other, by)
    invite(match, ben)
    with pytest.raises(Refused, match="invited_already"):
        invite(match, ben)
    lobby.join_table(match.pk, make_player(), has_invite=True, now=NOW, rng=RNG)
    with pytest.raises(Refused, match="already_started"):
        invite(match, make_player())
    closed = private_of(make_player())
    lobby.leave_table(closed.pk, closed.host)
    with pytest.raises(Refused, match="table_closed"):
        invite(closed, ben)


def private_of(host):
    return open_table(host, is_listed=False)


def test_who_sits_there_is_not_invited():
    match, ben = private(seats=3), make_player("Ben")
    lobby.join_table(match.pk, ben, has_invite=True, now=NOW, rng=RNG)
    with pytest.raises(Refused, match="sits_already"):
        invite(match, ben)
    invite(match, make_player(), by=ben)


def test_a_player_invites_so_many_a_day_and_no_more(monkeypatch):
    monkeypatch.setattr(invitations, "A_DAY_MAX", 2)
    monkeypatch.setattr(invitations, "TABLE_MAX", 3)
    match = private(seats=3)
    for _number in range(2):
        invite(match, make_player())
    with pytest.raises(Refused, match="too_many_invited"):
        invite(match, make_player())
    tomorrow = NOW + timedelta(days=1)
    invite(match, make_player(), now=tomorrow)
    with pytest.raises(Refused, match="too_many_invited"):
        invite(match, make_player(), now=tomorrow)


@pytest.mark.parametrize("blocker", [0, 1])
def test_blocked_pairs_neither_invite_nor_join(client, blocker):
    ann, ben = pair = make_player("Ann"), make_player("Ben")
    early = open_table(ann, is_listed=False)
    invite(early, ben)
    blocks.block(user_of(pair[blocker]), user_of(pair[1 - blocker]), now=NOW)
    with pytest.raises(Refused, match="blocked"):
        invite(open_table(ann, is_listed=False), ben)
    assert log_in(client, ben).get("/").context["invitations"] == ()
    with pytest.raises(Refused, match="blocked"):
        lobby.join_table(early.pk, ben, has_invite=True, now=NOW, rng=RNG)
    make_preset()
    answer = challenge(log_in(client, ann), ben)
    assert answer.status_code == 403
    assert "don&#x27;t meet here" in answer.text
    assert Match.objects.count() == 2


@pytest.mark.parametrize("blocker", [0, 1])
def test_blocked_pairs_do_not_sit_down_at_the_table_of_another(blocker):
    ann, ben = pair = make_player("Ann"), make_player("Ben")
    match = open_table(seats=4)
    lobby.join_table(match.pk, ann, has_invite=False, now=NOW, rng=RNG)
    blocks.block(user_of(pair[blocker]), user_of(pair[1 - blocker]), now=NOW)
    with pytest.raises(Refused, match="blocked"):
        lobby.join_table(match.pk, ben, has_invite=False, now=NOW, rng=RNG)
    lobby.leave_table(match.pk, ann)
    lobby.join_table(match.pk, ben, has_invite=False, now=NOW, rng=RNG)


def test_a_challenge_opens_a_private_table_and_invites(client):
    ann, ben = make_player("Ann"), make_player("Ben")
    make_preset()
    log_in(client, ann)
    form = client.get(reverse("games:table-new"), {"challenge": ben.pk})
    assert "Ben will be invited to this table." in form.text
    assert f'name="challenge" value="{ben.pk}"' in form.text
    assert f"challenge={ben.pk}" in form.text
    assert form.context["form"]["is_listed"].value() is False
    challenge(client, ben)
    match = Match.objects.get()
    assert (match.is_listed, match.clock) == (False, "3d")
    assert match.invitations.get().player == ben


@pytest.mark.parametrize("text", ["x", "-1", "99999", "1" * 40])
def test_a_challenge_of_nobody_is_not_found(client, text):
    make_preset()
    log_in(client, make_player())
    assert client.get(reverse("games:table-new"), {"challenge": text}).status_code == 404


def test_nobody_challenges_themselves(client):
    make_preset()
    ann = make_player("Ann")
    assert challenge(log_in(client, ann), ann).status_code == 422
    assert not Match.objects.exists()


def test_friends_and_others_are_invited_from_the_table_by_name(client):
    match, ben, cleo = private(seats=4), make_player("Ben"), make_player("Cleo")
    befriend(match.host, ben)
    address = reverse("games:table-ask", args=[match.slug])
    page = log_in(client, match.host).get(address)
    assert [person.name for person in page.context["page"].friends] == ["Ben"]
    assert "Ben is invited." in client.post(address, {"name": "Ben"}, follow=True).text
    page = client.post(address, {"name": " cLEO "}, follow=True)
    assert page.context["page"].friends == ()
    assert page.context["page"].invited == ("Ben", "Cleo")
    assert set(match.invitations.values_list("player", flat=True)) == {ben.pk, cleo.pk}


@pytest.mark.parametrize("name", ["Zed", "", "A\x00n", "#1", "Zed" * 1000])
def test_a_name_that_nobody_has_is_said_beside_the_field(client, name):
    match = private()
    address = reverse("games:table-ask", args=[match.slug])
    answer = log_in(client, match.host).post(address, {"name": name})
    assert answer.status_code == 422
    assert "Nobody has this name." in answer.text
    assert answer.context["name"] == name[:40]


def test_only_who_sits_there_opens_the_page_of_invitations(client):
    match = open_table()
    address = reverse("games:table-ask", args=[match.slug])
    assert client.get(address).status_code == 404
    assert log_in(client, make_player()).get(address).status_code == 404
    lobby.add_bot(match.pk, match.host, now=NOW, rng=RNG)
    assert log_in(client, match.host).get(address).status_code == 302


def test_playing_again_invites_the_others(client):
    ann, ben, cleo = make_player("Ann"), make_player("Ben"), make_player("Cleo")
    match = start_match(ann, ben, cleo)
    drivers.play_on(match, drivers.is_finished)
    blocks.block(user_of(cleo), user_of(ann), now=NOW)
    again = lobby.offer_rematch(match.pk, ann, now=NOW, rng=RNG)
    invitation = Invitation.objects.get()
    assert (invitation.match, invitation.player, invitation.invited_by) == (again, ben, ann)
    assert "Ann invites you" in log_in(client, ben).get("/").text
    with pytest.raises(Refused, match="blocked"):
        lobby.offer_rematch(match.pk, cleo, now=NOW, rng=RNG)
    assert lobby.offer_rematch(match.pk, ben, now=NOW, rng=RNG) == again


def test_invitations_of_a_guest_go_to_the_account_and_those_of_the_closed_go():
    guest, account = User.objects.create_guest(), make_player()
    match = open_table(player_of(guest), seats=3, is_listed=False)
    other = private()
    invite(match, make_player())
    invite(other, player_of(guest))
    merging.merge(guest, user_of(account))
    assert match.invitations.get().invited_by == account
    assert other.invitations.get().player == account
    closing.close(user_of(account))
    assert not other.invitations.exists()
