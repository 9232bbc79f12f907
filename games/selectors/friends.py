"""A player's friends, the questions between them, and what two players are to each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from django.urls import reverse

from accounts import blocks, friends
from games.models import Player
from games.selectors.access import Viewer

if TYPE_CHECKING:
    from accounts.models import User

Standing = Literal["", "own", "gone", "stranger", "asked", "asks", "friend", "blocked"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a list, with where one plays against them."""

    pk: int
    name: str
    url: str
    challenge_url: str


@dataclass(frozen=True, slots=True)
class FriendsView:
    """A player's friends, who asks to be one, and whom the player has asked."""

    friends: tuple[Person, ...] = ()
    asking: tuple[Person, ...] = ()
    asked: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """What a viewer and a player are to each other; ``standing`` is "" for a stranger's view."""

    person: Person
    standing: Standing


def own_friends(viewer: Viewer) -> FriendsView:
    """The lists of the viewer's own page."""
    user_id = user_id_of(viewer)
    if user_id is None:
        return FriendsView()
    return FriendsView(
        friends=people(friends.friends_of(user_id)),
        asking=people(question.asked_by for question in friends.questions_to(user_id)),
        asked=people(question.asked for question in friends.questions_of(user_id)),
    )


def acquaintance(viewer: Viewer, player: Player) -> Acquaintance:
    """What the viewer may do about ``player``."""
    return Acquaintance(_person(player.pk, player.name), _standing(viewer, player))


def people(users: Iterable[User]) -> tuple[Person, ...]:
    """These users as players, in their order; who never played has no player yet."""
    found = list(users)
    players = Player.objects.filter(user__in=[user.pk for user in found])
    keys = dict(players.values_list("user_id", "pk"))
    return tuple(_person(keys[user.pk], user.display_name) for user in found if user.pk in keys)


def user_id_of(viewer: Viewer) -> int | None:
    """The account of a viewer."""
    if viewer.player_id is None:
        return None
    return Player.objects.filter(pk=viewer.player_id).values_list("user_id", flat=True).first()


def _person(pk: int, name: str) -> Person:
    challenge = f"{reverse('games:table-new')}?challenge={pk}"
    return Person(pk, name, reverse("games:player", args=[pk]), challenge)


def _standing(viewer: Viewer, player: Player) -> Standing:
    if viewer.player_id is None:
        return ""
    if viewer.player_id == player.pk:
        return "own"
    mine = Player.objects.select_related("user").get(pk=viewer.player_id)
    if player.user is None or player.user.is_closed or mine.user is None:
        return "gone"
    if blocks.is_blocked_between(mine.user, player.user):
        return "blocked"
    kept = friends.between(mine.user, player.user)
    if kept is None:
        return "stranger"
    if kept.accepted_at is not None:
        return "friend"
    return "asked" if kept.asked_by_id == mine.user.pk else "asks"
