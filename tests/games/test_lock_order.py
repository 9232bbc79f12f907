"""Acts that want the same rows at one moment: both are done, because all lock in one order."""

from __future__ import annotations

import random
from datetime import timedelta
from threading import Event as Flag
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection

from accounts import blocks, closing, merging, reaching
from accounts.clubs import joining, passing
from accounts.clubs.refusals import ClubRefused
from accounts.models import Membership, User
from games.engine import codec
from games.models import Match
from games.services import event_entries, event_rounds, lobby, players, ratings, sending
from games.services.club_tables import end_match
from games.services.corrections import set_strokes
from games.services.events import cancel_event
from games.services.refusals import Refused
from games.services.seasons import SeasonForm, make_season
from tests.factories import NOW, make_player, make_preset, start_match, user_of
from tests.finished import finished_match
from tests.games.events import announce, club_with, enter, play_out, tables_of
from tests.standings import START

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)

Call = Any
Crossing = tuple[Call, tuple[Any, str], Call]
"""Two calls, and the function of a module at whose end in the first the second begins."""


def a_match_ends_and_a_season_is_made() -> Crossing:
    club, (ann, ben) = club_with(2)
    form = SeasonForm("Winter", START.date(), START.date())
    return (
        lambda: finished_match([ann, ben], [[1, 2]], club=club),
        (ratings, "hold"),
        lambda: make_season(club, user_of(ann), form, now=NOW),
    )


def an_account_is_closed_and_its_table_is_ended() -> Crossing:
    club, (ann, ben) = club_with(2)
    match = start_match(ann, ben)
    Match.objects.update(club=club)
    return (
        lambda: closing.close(user_of(ben)),
        (passing, "_ownerless"),
        lambda: end_match(match.pk, user_of(ann), "Late", now=NOW),
    )


def an_account_is_closed_and_an_event_is_called_off() -> Crossing:
    club, (ann, ben) = club_with(2)
    event = announce(club, ann)
    enter(event, ben)
    return (
        lambda: closing.close(user_of(ben)),
        (passing, "_ownerless"),
        lambda: cancel_event(event.pk, user_of(ann), now=NOW),
    )


def an_account_is_closed_and_another_withdraws() -> Crossing:
    club, (ann, ben) = club_with(2)
    event = announce(club, ann, seats=2)
    enter(event, ann, ben)
    event_rounds.draw_round(event.pk, user_of(ann), 1, now=NOW, rng=random.Random(1))
    return (
        lambda: closing.close(user_of(ben)),
        (players, "forget_all"),
        lambda: event_entries.withdraw(event.pk, ann, now=NOW, rng=random.Random(2)),
    )


def a_guest_gets_an_account_and_their_table_is_ended() -> Crossing:
    club, (ann, ben) = club_with(2)
    guest = make_guest(club)
    match = start_match(ann, players.player_of(guest))
    Match.objects.update(club=club)
    return (
        lambda: merging.merge(guest, user_of(ben)),
        (passing, "_pass_on"),
        lambda: end_match(match.pk, user_of(ann), "Late", now=NOW),
    )


def a_guest_gets_an_account_and_their_result_is_put_right() -> Crossing:
    club, (ann, ben) = club_with(2)
    guest = make_guest(club)
    match = finished_match([ann, players.player_of(guest)], [[1, 2]], club=club)
    return (
        lambda: merging.merge(guest, user_of(ben)),
        (ratings, "hold"),
        lambda: set_strokes(match.pk, 1, 5, author=user_of(ann), reason="Slip", now=NOW),
    )


def a_guest_gets_the_account_that_invites_them() -> Crossing:
    club, (ann,) = club_with(1)
    guest = make_guest()
    return (
        lambda: merging.merge(guest, user_of(ann)),
        (blocks, "hand_over"),
        lambda: joining.invite(club, user_of(ann), guest, now=NOW),
    )


def a_round_is_drawn_and_a_result_of_the_one_before_is_put_right() -> Crossing:
    club, (ann, ben) = club_with(2)
    event = announce(club, ann, seats=2)
    enter(event, ann, ben)
    rng = random.Random(1)
    drawn = event_rounds.draw_round(event.pk, user_of(ann), 1, now=NOW, rng=rng)
    (match,) = tables_of(drawn)
    play_out(match, rng)
    return (
        lambda: event_rounds.draw_round(event.pk, user_of(ann), 2, now=NOW, rng=rng),
        (event_rounds, "hold_club"),
        lambda: set_strokes(match.pk, 1, 50, author=user_of(ann), reason="Slip", now=NOW),
    )


def two_challenge_each_other() -> Crossing:
    ann, ben, preset = make_player(), make_player(), make_preset()

    def challenge(host: Any, other: Any) -> Call:
        given: dict[str, Any] = {"seats": 2, "is_listed": False, "now": NOW, "challenged": other}
        return lambda: lobby.open_table(host, preset, {}, **given)

    return challenge(ann, ben), (codec, "encode_ruleset"), challenge(ben, ann)


def a_digest_goes_out_and_its_hour_is_changed() -> Crossing:
    club, (ann, ben) = club_with(2)
    user = user_of(ben)
    given: dict[str, Any] = {"quiet_minutes": 30, "now": NOW}
    announce(club, ann)
    later, changed = NOW + timedelta(hours=14), {"club_news": "off"}
    return (
        lambda: sending.claim_letters(ben.pk, later),
        (sending, "_taken"),
        lambda: reaching.choose(user, changed, digest_hour=9, **given),
    )


CROSSINGS = (
    a_digest_goes_out_and_its_hour_is_changed,
    a_match_ends_and_a_season_is_made,
    an_account_is_closed_and_its_table_is_ended,
    an_account_is_closed_and_an_event_is_called_off,
    an_account_is_closed_and_another_withdraws,
    a_guest_gets_an_account_and_their_table_is_ended,
    a_guest_gets_an_account_and_their_result_is_put_right,
    a_guest_gets_the_account_that_invites_them,
    a_round_is_drawn_and_a_result_of_the_one_before_is_put_right,
    two_challenge_each_other,
)


@pytest.mark.parametrize("crossing", CROSSINGS, ids=lambda crossing: crossing.__name__)
def test_acts_that_cross_are_both_done(
    monkeypatch: pytest.MonkeyPatch, crossing: Callable[[], Crossing]
) -> None:
    first, (module, name), second = crossing()
    does = getattr(module, name)
    came: list[str] = []
    errors: list[Exception] = []
    backends: list[int] = []
    is_over = Flag()

    def run(call: Call) -> None:
        try:
            call()
        except (Refused, ClubRefused):
            # Whoever comes second may be too late.
            pass
        except Exception as error:
            errors.append(error)

    def run_second() -> None:
        connection.ensure_connection()
        if connection.vendor == "postgresql":
            backends.append(connection.connection.info.backend_pid)
        run(second)
        is_over.set()
        connection.close()

    thread = Thread(target=run_second)

    def meet(*args: Any, **kwargs: Any) -> Any:
        done = does(*args, **kwargs)
        if not came:
            came.append(name)
            thread.start()
            while not is_over.wait(0.02) and not waits(backends):
                pass
        return done

    monkeypatch.setattr(module, name, meet)
    run(first)
    assert came == [name]
    thread.join()
    assert errors == []


def waits(backends: list[int]) -> bool:
    """Whether the other connection waits for a lock: on SQLite it does where it begins."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        asked = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid = ANY(%s)"
        cursor.execute(asked, [backends])
        return cursor.fetchone() != (0,)


def make_guest(*clubs: Any) -> User:
    """A guest, who is a member of these clubs."""
    guest = User.objects.create_user("Guest", is_guest=True)
    for club in clubs:
        Membership.objects.create(club=club, user=guest, joined_at=NOW)
    return guest
