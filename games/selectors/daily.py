"""Which daily nine a page is about, and who may see what became of it.

A club with a nine of its own has that; another's pages show the site's with its members alone. What
others made of a nine is seen by those whose own is over, and by everybody once the day is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet

from accounts.models import Club, Membership
from games import engine
from games.engine.solitaire import SolitaireRules
from games.leaderboards.days import local_day, span
from games.models import ClubDaily, DailyEntry, DailyNine, Match, Player
from games.selectors.access import Viewer

SITE_ZONE = "UTC"
OVER = (Match.Status.FINISHED, Match.Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Daily:
    """A day's nine as a page shows it: of the site or a club, and whose entries.

    ``club`` is the club of the page, ``owner`` the one whose nine it is: None for the site's.
    ``nine`` is None before anybody has started it; then the rules are those it will have.
    """

    club: Club | None
    owner: Club | None
    day: date
    nine: DailyNine | None
    rules: SolitaireRules
    starts_at: datetime
    ends_at: datetime

    @property
    def zone(self) -> str:
        """The zone whose day it is."""
        return zone_of(self.owner)

    def is_over(self, now: datetime) -> bool:
        """Whether nothing counts any more."""
        return self.ends_at <= now

    def entries(self) -> QuerySet[DailyEntry]:
        """Those of whom the page tells, in the order in which they started."""
        found = DailyEntry.objects.filter(nine=self.nine)
        if self.club is not None and self.owner is None:
            found = found.filter(player__in=members_of(self.club))
        return found.order_by("started_at", "pk")


def zone_of(club: Club | None) -> str:
    """The zone whose days count: the club's, or the site's."""
    return SITE_ZONE if club is None else club.time_zone


def rules_with(choices: Mapping[str, object]) -> SolitaireRules:
    """Nine holes with these toggles, the others as published. Raises ``engine.EngineError``."""
    fields = {**choices, "holes": 9, "undo": False, "v": 1, "game": "solitaire"}
    return _solitaire(engine.decode_ruleset(fields))


def current_nine(owner: Club | None, now: datetime) -> DailyNine | None:
    """The nine that is played now, None before anybody has started it.

    That is the one whose time it is: a club may have moved to another zone since.
    """
    nines = DailyNine.objects.of(owner)
    running = nines.filter(starts_at__lte=now, ends_at__gt=now).order_by("-starts_at").first()
    return running or nines.filter(day=local_day(now, zone_of(owner))).first()


def today_of(club: Club | None, now: datetime) -> Daily:
    """Today's nine for the pages of a club, or of the site."""
    own = _own(club)
    nine = current_nine(club, now)
    if club is not None and own is None and nine is None:
        return _daily(club, None, current_nine(None, now), now, {})
    return _daily(club, club, nine, now, {} if own is None else own.choices)


def day_of(club: Club | None, day: date, now: datetime) -> Daily | None:
    """The nine of a day for the pages of a club, or of the site; None where nobody played one."""
    today = today_of(club, now)
    if today.day == day:
        return today
    for owner in dict.fromkeys((club, None)):
        nine = DailyNine.objects.of(owner).filter(day=day).first()
        if nine is not None:
            return _daily(club, owner, nine, now, {})
    return None


def daily_of(nine: DailyNine) -> Daily:
    """A nine with all who entered it."""
    return _made(nine.club, nine.club, nine)


def owner_of_days(club: Club | None, first: date, last: date, now: datetime) -> Club | None:
    """Whose nines of a span a club's tables count: its own, if it had one of its own there."""
    if club is None:
        return None
    own = DailyNine.objects.of(club)
    if own.filter(day__range=(first, last)).exists():
        return club
    is_now = first <= local_day(now, club.time_zone) <= last
    return club if is_now and _own(club) is not None else None


def own_entry(daily: Daily, viewer: Viewer) -> DailyEntry | None:
    """The viewer's entry with its match, None for who hasn't started."""
    if viewer.player_id is None or daily.nine is None:
        return None
    found = DailyEntry.objects.filter(nine=daily.nine, player_id=viewer.player_id)
    return found.select_related("match", "player__user").first()


def is_done(entry: DailyEntry | None) -> bool:
    """Whether somebody's own nine is over: finished, or given up."""
    return entry is not None and entry.match.status in OVER


def may_see_results(daily: Daily, entry: DailyEntry | None, now: datetime) -> bool:
    """Whether who has this entry, or none, may see what others made of the nine."""
    return daily.is_over(now) or is_done(entry)


def unseen_from(owner: Club | None, viewer: Viewer, now: datetime) -> date | None:
    """The first day whose results the viewer may not see yet, None if there is none.

    One query; tables count the days before it.
    """
    open_nines = DailyNine.objects.of(owner).filter(ends_at__gt=now)
    if viewer.player_id is not None:
        seen = Q(entries__player_id=viewer.player_id, entries__match__status__in=OVER)
        open_nines = open_nines.exclude(pk__in=DailyNine.objects.filter(seen).values("pk"))
    return open_nines.order_by("day").values_list("day", flat=True).first()


def days_finished(owner: Club | None, players: Iterable[int]) -> dict[int, list[date]]:
    """On which days these players finished their nine in time; one query."""
    wanted = list(players)
    found: dict[int, list[date]] = {player: [] for player in wanted}
    rows = DailyEntry.objects.filter(player__in=wanted, strokes__isnull=False)
    rows = rows.filter(**({"nine__club": owner} if owner else {"nine__club__isnull": True}))
    for player, day in rows.values_list("player_id", "nine__day"):
        found[player].append(day)
    return found


def members_of(club: Club) -> QuerySet[Player]:
    """The players who are members of a club now."""
    running = Membership.objects.filter(club=club, ended_at__isnull=True)
    return Player.objects.filter(user__in=running.values("user"))


def _own(club: Club | None) -> ClubDaily | None:
    if club is None or club.is_closed:
        return None
    return ClubDaily.objects.filter(club=club, is_on=True).first()


def _daily(
    club: Club | None,
    owner: Club | None,
    nine: DailyNine | None,
    now: datetime,
    choices: dict[str, object],
) -> Daily:
    if nine is not None:
        return _made(club, owner, nine)
    day = local_day(now, zone_of(owner))
    return Daily(club, owner, day, None, rules_with(choices), *span(day, day, zone_of(owner)))


def _made(club: Club | None, owner: Club | None, nine: DailyNine) -> Daily:
    rules = _solitaire(engine.decode_ruleset(nine.ruleset))
    return Daily(club, owner, nine.day, nine, rules, nine.starts_at, nine.ends_at)


def _solitaire(rules: engine.AnyRuleset) -> SolitaireRules:
    if not isinstance(rules, SolitaireRules):
        raise TypeError("a daily nine is of Golf Solitaire")
    return rules
