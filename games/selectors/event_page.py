"""An event as somebody sees it: how it is played, who enters, rounds, standings, prizes.

Of a round that is still played it tells who sits where and whether a table is over, nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.club_rights import Right
from accounts.clubs.standing import Standing
from games.leaderboards.events import EventRow
from games.models import Bye, Entry, Event, EventRound, EventTable, Match, Player, Seat
from games.selectors.access import Viewer
from games.selectors.event_results import (
    HeldAt,
    PlayedRound,
    comparison,
    played_rounds,
    prizes,
    standings,
)
from games.selectors.event_words import (
    figure_words,
    measure_words,
    moment_words,
    prize_words,
    rules_words,
    signed_words,
    state_words,
)


@dataclass(frozen=True, slots=True)
class PersonView:
    """A player by name, with a note such as "alternate"; ``detail`` is a figure or a reason."""

    name: str
    url: str
    is_own: bool
    note: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class TableOfRound:
    """A table of a round; addresses are "" where the viewer may not go there."""

    number: int
    url: str
    replay_url: str
    people: tuple[PersonView, ...]
    words: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round: its tables and who sat out."""

    number: int
    words: str
    tables: tuple[TableOfRound, ...]
    byes: tuple[PersonView, ...]


@dataclass(frozen=True, slots=True)
class CellView:
    """A figure in a table; ``note`` is beside it, ``is_mean`` where it stands for no own score."""

    text: str
    note: str = ""
    is_mean: bool = False


@dataclass(frozen=True, slots=True)
class StandingView:
    """A row of the standings."""

    place: int | None
    person: PersonView
    rounds: tuple[CellView, ...]
    figure: str


@dataclass(frozen=True, slots=True)
class HeldView:
    """What somebody made of cards that others held too."""

    place: int
    person: PersonView
    table: str
    replay_url: str
    holes: tuple[CellView, ...]
    score: str


@dataclass(frozen=True, slots=True)
class CardsView:
    """All who held the same cards, best first."""

    title: str
    rows: tuple[HeldView, ...]


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """Who did what with the same cards in a round, cards by cards."""

    number: int
    holes: tuple[int, ...]
    cards: tuple[CardsView, ...]


@dataclass(frozen=True, slots=True)
class PrizeView:
    """A prize with its rule, and once the event is over who won it and why."""

    title: str
    rule: str
    winners: tuple[PersonView, ...] = ()


@dataclass(frozen=True, slots=True)
class EventPage:
    """An event for one viewer.

    ``can_enter`` and ``can_withdraw`` say which press is offered, ``entry_words`` how the viewer
    stands to it. ``next_round`` is the number an organiser may draw now, 0 for none.
    """

    title: str
    url: str
    about: str
    when: str
    state: str
    state_words: str
    rules: tuple[str, ...]
    measure: str
    can_enter: bool
    can_withdraw: bool
    entry_words: str
    field_words: str
    people: tuple[PersonView, ...]
    rounds: tuple[RoundView, ...]
    played: tuple[int, ...]
    standings: tuple[StandingView, ...]
    comparisons: tuple[ComparisonView, ...]
    prizes: tuple[PrizeView, ...]
    has_winners: bool
    next_round: int
    is_round_open: bool
    may_run: bool
    following_url: str
    follows_url: str


def event_page(event: Event, viewer: Viewer, standing: Standing, now: datetime) -> EventPage:
    """The event's page, in a constant number of queries."""
    entries = list(event.entries.select_related("player__user").order_by("entered_at", "pk"))
    rounds, played = _rounds(event), played_rounds(event)
    withdrawn = frozenset(e.player_id for e in entries if e.withdrawn_at is not None)
    rows = standings(event, played, withdrawn)
    people = _people(entries, rounds, viewer)
    strokes = {r.seat_id: r.strokes for one in played for r in one.results.values()}
    own = next((e for e in entries if e.player_id == viewer.player_id), None)
    is_in = own is not None and own.withdrawn_at is None
    is_open = _is_entry_open(event, len(rounds), now)
    may_run = standing.may(Right.EVENTS)
    following = Event.objects.filter(follows=event).first()
    won = prizes(event, played, rows) if event.state == Event.State.FINISHED else ()
    return EventPage(
        title=event.title,
        url=event.get_absolute_url(),
        about=event.about,
        when=moment_words(event.starts_at, event.club.time_zone),
        state=event.state,
        state_words=state_words(event),
        rules=rules_words(event),
        measure=measure_words(event),
        can_enter=bool(standing.role) and is_open and not is_in,
        can_withdraw=is_in and event.state in (Event.State.ANNOUNCED, Event.State.RUNNING),
        entry_words=_entry_words(event, own, entries, standing, is_open=is_open),
        field_words=_field_words(entries),
        people=tuple(_entered(people, entry) for entry in entries),
        rounds=tuple(_round(one, people, viewer, event, strokes) for one in rounds),
        played=tuple(one.number for one in played if one.results),
        standings=tuple(_standing(row, people) for row in rows),
        comparisons=_comparisons(event, played, people),
        prizes=tuple(
            PrizeView(
                prize.title,
                prize.rule,
                tuple(_with(people[winner.player], detail=winner.why) for winner in prize.winners),
            )
            for prize in won
        )
        or tuple(PrizeView(title, rule) for title, rule in prize_words(event)),
        has_winners=bool(won),
        next_round=_next_round(event, len(rounds)) if may_run else 0,
        is_round_open=any(one.ended_at is None for one in rounds),
        may_run=may_run and event.state in (Event.State.ANNOUNCED, Event.State.RUNNING),
        following_url=_url(event, following.pk) if following else "",
        follows_url=_url(event, event.follows_id) if event.follows_id else "",
    )


def _url(event: Event, pk: int) -> str:
    return reverse("games:event", args=[event.club.slug, pk])


def _rounds(event: Event) -> list[EventRound]:
    seats = Seat.objects.select_related("player__user").order_by("number", "chair")
    matches = Match.objects.defer("ruleset").prefetch_related(Prefetch("seats", queryset=seats))
    tables = EventTable.objects.prefetch_related(Prefetch("match", queryset=matches))
    byes = Bye.objects.select_related("player__user")
    drawn = event.drawn.prefetch_related(
        Prefetch("tables", queryset=tables.order_by("number")), Prefetch("byes", queryset=byes)
    )
    return list(drawn.order_by("-number"))


def _is_entry_open(event: Event, drawn: int, now: datetime) -> bool:
    is_coming = event.state in (Event.State.ANNOUNCED, Event.State.RUNNING)
    is_in_time = event.closes_at is None or now < event.closes_at
    return is_coming and is_in_time and drawn < event.rounds and not event.club.is_closed


def _next_round(event: Event, drawn: int) -> int:
    is_coming = event.state in (Event.State.ANNOUNCED, Event.State.RUNNING)
    return drawn + 1 if is_coming and drawn < event.rounds else 0


def _people(
    entries: Sequence[Entry], rounds: Sequence[EventRound], viewer: Viewer
) -> Mapping[int, PersonView]:
    """Everybody who has to do with the event; one who took another's seat has no entry."""
    found: dict[int, PersonView] = {}
    seats = (s for one in rounds for table in one.tables.all() for s in table.match.seats.all())
    players: list[Player | None] = [entry.player for entry in entries]
    players += [seat.player for seat in seats]
    players += [bye.player for one in rounds for bye in one.byes.all()]
    for player in players:
        if player is not None and player.pk not in found:
            is_own = player.pk == viewer.player_id
            url = reverse("games:player", args=[player.pk])
            found[player.pk] = PersonView(player.name, url, is_own)
    return found


def _with(person: PersonView, *, note: str = "", detail: str = "") -> PersonView:
    return PersonView(person.name, person.url, person.is_own, note, detail)


def _entered(people: Mapping[int, PersonView], entry: Entry) -> PersonView:
    note = ""
    if entry.withdrawn_at is not None:
        note = _("withdrew")
    elif entry.is_alternate:
        note = _("waits for a place")
    return _with(people[entry.player_id], note=note)


def _field_words(entries: Sequence[Entry]) -> str:
    playing = [e for e in entries if e.withdrawn_at is None and not e.is_alternate]
    waiting = sum(e.withdrawn_at is None and e.is_alternate for e in entries)
    words = ngettext("%(n)d plays", "%(n)d play", len(playing)) % {"n": len(playing)}
    if not waiting:
        return words
    line = ngettext("%(n)d waits for a place", "%(n)d wait for a place", waiting) % {"n": waiting}
    return f"{words} · {line}"


def _entry_words(
    event: Event,
    own: Entry | None,
    entries: Sequence[Entry],
    standing: Standing,
    *,
    is_open: bool,
) -> str:
    if event.state not in (Event.State.ANNOUNCED, Event.State.RUNNING):
        return ""
    if own is not None and own.withdrawn_at is None:
        if own.is_alternate:
            return _("You wait for a place, and move up when somebody withdraws.")
        if event.state == Event.State.RUNNING:
            return _("You play. If you withdraw, a bot plays on at a table that runs.")
        return _("You play. The first tables begin by themselves; come in time.")
    if not is_open:
        return _("Nobody can enter any more.")
    if not standing.role:
        return _("Members of the club can enter.")
    taken = sum(e.withdrawn_at is None and not e.is_alternate for e in entries)
    if event.places is not None and taken >= event.places:
        return _("All places are taken. Who enters now waits for one.")
    if event.state == Event.State.RUNNING:
        return _("You can still enter, and play from the next round on.")
    return ""


def _round(
    one: EventRound,
    people: Mapping[int, PersonView],
    viewer: Viewer,
    event: Event,
    strokes: Mapping[int, int],
) -> RoundView:
    is_over = one.ended_at is not None
    tables = list(one.tables.all())
    over = sum(t.match.status not in (Match.Status.WAITING, Match.Status.RUNNING) for t in tables)
    words = _("over")
    if not is_over:
        values = {"over": over, "all": len(tables)}
        words = _("%(over)d of %(all)d tables are over") % values
    return RoundView(
        number=one.number,
        words=words,
        tables=tuple(
            _table(t, people, viewer, event, strokes if is_over else None) for t in tables
        ),
        byes=tuple(people[bye.player_id] for bye in one.byes.all()),
    )


def _table(
    table: EventTable,
    people: Mapping[int, PersonView],
    viewer: Viewer,
    event: Event,
    strokes: Mapping[int, int] | None,
) -> TableOfRound:
    """A table; ``strokes`` are those that count by seat, None while the round is played."""
    match, is_over = table.match, strokes is not None
    seats = list(match.seats.all())
    is_own = any(seat.player_id == viewer.player_id is not None for seat in seats)
    is_sealed = event.same_deals and not is_over
    is_finished = match.status == Match.Status.FINISHED
    told = strokes if is_finished and strokes is not None else {}
    if told:
        seats.sort(key=lambda seat: (told.get(seat.pk, seat.total), seat.number or 0))
    if is_finished and is_over and not any(seat.pk in told for seat in seats):
        words = _("doesn't count")
    elif match.status == Match.Status.CANCELLED:
        words = _("ended without a result")
    else:
        words = _("over") if is_finished else _("being played")
    return TableOfRound(
        number=table.number,
        url=match.get_absolute_url() if is_own or not is_sealed else "",
        replay_url=reverse("games:replay", args=[match.slug]) if is_over and is_finished else "",
        people=tuple(_at_table(seat, people, told) for seat in seats),
        words=words,
    )


def _at_table(seat: Seat, people: Mapping[int, PersonView], told: Mapping[int, int]) -> PersonView:
    detail = figure_words(Fraction(told[seat.pk])) if seat.pk in told else ""
    if seat.player_id is None:
        return PersonView(seat.name, "", is_own=False, detail=detail)
    note = _("a bot plays on") if seat.bot else ""
    return _with(people[seat.player_id], note=note, detail=detail)


def _standing(row: EventRow, people: Mapping[int, PersonView]) -> StandingView:
    note = "" if row.place is not None else _("withdrew")
    cells = zip(row.rounds, row.scores, strict=True)
    return StandingView(
        place=row.place,
        person=_with(people[row.player], note=note),
        rounds=tuple(CellView(figure_words(f), is_mean=score is None) for f, score in cells),
        figure=figure_words(row.figure),
    )


def _comparisons(
    event: Event, played: Sequence[PlayedRound], people: Mapping[int, PersonView]
) -> tuple[ComparisonView, ...]:
    if not event.same_deals:
        return ()
    found = []
    for one in reversed(played):
        cards: dict[tuple[int, int], list[HeldAt]] = defaultdict(list)
        for at in comparison(one):
            cards[len(at.table.seats), at.held.seat].append(at)
        if cards:
            longest = max(len(at.strokes) for rows in cards.values() for at in rows)
            groups = tuple(
                CardsView(_cards_title(seats, seat), tuple(_held(at, people) for at in cards_rows))
                for (seats, seat), cards_rows in sorted(cards.items())
            )
            found.append(ComparisonView(one.number, tuple(range(1, longest + 1)), groups))
    return tuple(found)


def _cards_title(seats: int, seat: int) -> str:
    values = {"seat": seat + 1, "seats": seats}
    return _("The cards of seat %(seat)d at tables of %(seats)d") % values


def _held(at: HeldAt, people: Mapping[int, PersonView]) -> HeldView:
    player = at.seat.player_id
    person = PersonView(at.seat.name, "", is_own=False) if player is None else people[player]
    cells = zip(at.strokes, at.held.holes, strict=True)
    return HeldView(
        place=at.held.place,
        person=_with(person, note=_("a bot played on") if at.seat.bot else ""),
        table=_("Table %(n)d") % {"n": at.table.number},
        replay_url=reverse("games:replay", args=[at.table.slug]),
        holes=tuple(
            CellView(figure_words(Fraction(strokes)), signed_words(diff)) for strokes, diff in cells
        ),
        score=signed_words(at.held.score),
    )
