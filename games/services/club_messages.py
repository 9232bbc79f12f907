"""What clubs and their events tell: written with the act that causes it, never to whoever did it.

Whether a row is still true is judged when it is to be sent (``selectors.club_relevance``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from accounts.club_rights import RIGHTS, Right
from accounts.models import ClubAct, Membership, MessageChoice
from games.models import Event, Message, Player, Seat, Topic
from games.selectors.why import Why
from games.services.messages import Cause, write

if TYPE_CHECKING:
    from accounts.clubs.telling import Shown
    from accounts.models import Club, User
    from games.models import Entry, EventRound, Match

SOON = timedelta(hours=1)
"""How long before it begins an event says so."""

_Kind, _Act = MessageChoice.Kind, ClubAct.Kind
_ABOUT_ONESELF = (Topic.INVITED, Topic.ANSWERED, Topic.ROLE)

Facts = dict[str, Any]


def tell_of_act(act: ClubAct) -> None:
    """Tell whoever an act in a club concerns, if it does anybody."""
    if act.kind == _Act.ROLE_CHANGED:
        _forget_roles(act)
    found = _told_by(act)
    if found is None:
        return
    kind, topic, user_ids, told = found
    facts = {"topic": topic, "club": act.club_id, **told}
    players = _players(user_ids - {None, act.actor_id})
    write([Cause(kind, p, None, f"{topic}:{act.pk}:{p.pk}", facts) for p in players], act.at)


def drop_what_was_shown(shown: Shown) -> None:
    """Tell a person no more of what a page of a club showed them."""

    def is_shown(facts: Facts) -> bool:
        is_there = shown.club is None or facts["club"] == shown.club.pk
        pk = facts.get(shown.subject)
        return is_there and pk is not None and (shown.pks is None or pk in shown.pks)

    _drop_shown(shown.user, is_shown, shown.at)


def club_shown(
    user: User,
    club: Club,
    now: datetime,
    *,
    announcements: Collection[int],
    events: Collection[int],
) -> None:
    """Tell a person no more of what a club's own page shows: these rows, and one's own standing."""

    def is_shown(facts: Facts) -> bool:
        topic = facts["topic"]
        is_read = facts.get("announcement") in announcements
        is_listed = topic == Topic.EVENT and facts["event"] in events
        return facts["club"] == club.pk and (is_read or is_listed or topic in _ABOUT_ONESELF)

    _drop_shown(user, is_shown, now)


def event_shown(user: User, event: Event, now: datetime) -> None:
    """Tell a person no more of what an event's page shows; that it begins soon is told still."""

    def is_shown(facts: Facts) -> bool:
        return facts.get("event") == event.pk and facts["topic"] != Topic.SOON

    _drop_shown(user, is_shown, now)


def events_listed(user: User, events: Collection[int], now: datetime) -> None:
    """Tell a person no more that these events were announced, which a list shows."""

    def is_shown(facts: Facts) -> bool:
        return facts["topic"] == Topic.EVENT and facts["event"] in events

    _drop_shown(user, is_shown, now)


def event_announced(event: Event, actor: User | None, now: datetime) -> None:
    """Tell the club's members of an event that they may enter."""
    facts = {"by": _pk(actor)}
    for_whom = _players(_members(event.club_id) - {_pk(actor)})
    until = min(event.starts_at, event.closes_at or event.starts_at)
    write([_of(event, Topic.EVENT, player, facts=facts, until=until) for player in for_whom], now)


def event_called_off(event: Event, actor: User | None, now: datetime) -> None:
    """Tell those who entered an event, and those who waited for a place."""
    entered = event.entries.filter(withdrawn_at__isnull=True).select_related("player")
    people = [entry.player for entry in entered if entry.player.user_id != _pk(actor)]
    until = event.starts_at if event.starts_at > now else None
    write([_of(event, Topic.CALLED_OFF, player, until=until) for player in people], now)


def places_given(event: Event, entries: Iterable[Entry], actor: User | None, now: datetime) -> None:
    """Tell those who waited for a place that they have one now."""
    players = [entry.player for entry in entries]
    people = [player for player in players if player.user_id != _pk(actor)]
    until, mark = event.starts_at if event.starts_at > now else None, _mark(now)
    write([_of(event, Topic.PLACE, player, mark, until=until) for player in people], now)
    plan_start(event, players, now)


def plan_start(
    event: Event, players: Iterable[Player], now: datetime, *, is_moved: bool = False
) -> None:
    """Have an event say shortly before it begins that it does; at once where it was moved there.

    What waits with another time is dropped; what waits with this one stays.
    """
    people, due = list(players), event.starts_at.isoformat()
    waiting = Message.objects.pending().filter(
        recipient__in=people, kind=_Kind.EVENT_NEWS, key__startswith=f"{Topic.SOON}:{event.pk}:"
    )
    rows = list(waiting)
    _drop([row.pk for row in rows if row.facts["due"] != due], Why.MOVED, now)
    begin = event.starts_at - SOON
    if event.state != Event.State.ANNOUNCED or (begin <= now and not is_moved):
        return
    planned = {row.recipient_id for row in rows if row.facts["due"] == due}
    new, mark = [player for player in people if player.pk not in planned], _mark(now)
    facts = {"due": due, "from": max(begin, now).isoformat()}
    write([_of(event, Topic.SOON, player, mark, facts=facts) for player in new], now)


def round_drawn(drawn: EventRound, actor: User | None, now: datetime) -> None:
    """Tell the field of an event where each plays, or that they sit the round out."""
    event, number = drawn.event, drawn.number
    seats = Seat.objects.filter(match__event_table__round=drawn, bot="").select_related(
        "player", "match__event_table"
    )
    causes = [
        _of(event, Topic.DRAWN, seat.player, number, seat.match, {"table": _table(seat)})
        for seat in seats
        if seat.player is not None
    ]
    byes = drawn.byes.select_related("player")
    causes += [_of(event, Topic.SITS_OUT, bye.player, number) for bye in byes]
    for cause in causes:
        cause.facts["round"] = number
    write([cause for cause in causes if cause.player.user_id != _pk(actor)], now)


def _told_by(act: ClubAct) -> tuple[MessageChoice.Kind, Topic, set[int | None], Facts] | None:
    """What kind of message an act makes, about what, for which accounts, with which facts."""
    facts, subject, by = act.facts, {act.subject_id}, {"by": act.actor_id}
    match act.kind:
        case _Act.INVITED:
            told = {"invitation": facts["invitation"], **by}
            return _Kind.CLUB_INVITED, Topic.INVITED, subject, told
        case _Act.REQUEST_ACCEPTED | _Act.REQUEST_DECLINED:
            told = {"accepts": act.kind == _Act.REQUEST_ACCEPTED}
            return _Kind.CLUB_INVITED, Topic.ANSWERED, subject, told
        case _Act.ROLE_CHANGED:
            return _Kind.CLUB_INVITED, Topic.ROLE, subject, {"role": facts["roles"][1]}
        case _Act.ASKED:
            told = {"request": facts["request"], **by}
            organisers = _members(act.club_id, RIGHTS[Right.ANSWER])
            return _Kind.CLUB_ASKED, Topic.ASKED, organisers, told
        case _Act.ANNOUNCED:
            told = {"announcement": facts["announcement"], **by}
            return _Kind.CLUB_NEWS, Topic.ANNOUNCED, _members(act.club_id), told
    return None


def _forget_roles(act: ClubAct) -> None:
    """Drop what waits about an earlier role in the club: the last one is told."""
    waiting = Message.objects.pending().filter(
        recipient__user=act.subject_id, kind=_Kind.CLUB_INVITED, key__startswith=f"{Topic.ROLE}:"
    )
    earlier = [row.pk for row in waiting if row.facts["club"] == act.club_id]
    _drop(earlier, Why.PASSED, act.at)


def _drop_shown(user: User, is_shown: Callable[[Facts], bool], at: datetime) -> None:
    waiting = Message.objects.pending().filter(
        recipient__user=user, kind__in=MessageChoice.OF_CLUBS, created_at__lte=at
    )
    _drop(
        [pk for pk, facts in waiting.values_list("pk", "facts") if is_shown(facts)], Why.SHOWN, at
    )


def _drop(keys: Collection[int], why: Why, now: datetime) -> None:
    if not keys:
        return
    waiting = Message.objects.pending().filter(pk__in=keys)
    # Rows are locked in one order, here and where they are claimed, so that nobody waits in a ring.
    list(waiting.select_for_update(of=("self",)).order_by("pk").values("pk"))
    waiting.update(state=Message.State.DROPPED, why=why, ended_at=now)


def _of(
    event: Event,
    topic: Topic,
    player: Player,
    mark: int = 0,
    match: Match | None = None,
    facts: Facts | None = None,
    until: datetime | None = None,
) -> Cause:
    """Something of an event for a player; ``mark`` tells occasions of the same topic apart."""
    kind = _Kind.CLUB_NEWS if topic is Topic.EVENT else _Kind.EVENT_NEWS
    key = f"{topic}:{event.pk}:{mark}:{player.pk}"
    told = {"topic": topic, "club": event.club_id, "event": event.pk, **(facts or {})}
    return Cause(kind, player, match, key, told, until=until)


def _table(seat: Seat) -> int:
    number: int = seat.match.event_table.number
    return number


def _mark(now: datetime) -> int:
    return int(now.timestamp() * 1_000_000)


def _pk(user: User | None) -> int | None:
    return None if user is None else user.pk


def _members(club_id: int, roles: Collection[str] = Membership.Role.values) -> set[int | None]:
    """The accounts that are members of a club, in one of these roles."""
    running = Membership.objects.filter(club=club_id, ended_at__isnull=True, role__in=roles)
    return set(running.values_list("user_id", flat=True))


def _players(user_ids: Collection[int | None]) -> list[Player]:
    """The players of these accounts; whoever has none yet gets one. At most three queries."""
    known = Player.objects.filter(user__in=[pk for pk in user_ids if pk is not None])
    found = list(known)
    missing = set(user_ids) - {player.user_id for player in found} - {None}
    if not missing:
        return found
    Player.objects.bulk_create([Player(user_id=pk) for pk in missing], ignore_conflicts=True)
    return list(known.all())
