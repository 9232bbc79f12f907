"""How a person wants to be reached: which messages when, and at which address.

An app that plans messages ahead registers a hook once, from its AppConfig.ready():

    reaching.register(plan_messages_anew)

The hook gets the user and the time, inside the transaction that changes what this person wants.

>>> from datetime import UTC
>>> paris = Reach(digest_hour=8, zone=ZoneInfo("Europe/Paris"))
>>> paris.next_digest(datetime(2026, 10, 24, 12, 0, tzinfo=UTC))  # summer time ends in the night
datetime.datetime(2026, 10, 25, 7, 0, tzinfo=datetime.timezone.utc)
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.core import signing
from django.db import transaction

from accounts.models import MessageChoice, Preferences, PushSubscription, User
from accounts.models.preferences import new_calendar_token
from accounts.zones import zone_named

_DAY = timedelta(days=1)
_SALT = "accounts.unsubscribe"
# Mails that were sent keep their links: a kind keeps its letter.
_LETTERS = dict(zip(MessageChoice.Kind.values, "timsncwej", strict=True))

Hook = Callable[[User, datetime], None]

_hooks: list[Hook] = []


@dataclass(frozen=True, slots=True)
class Reach:
    """When messages go to one person; by default what everybody gets who has chosen nothing.

    ``timings`` holds what was chosen, by kind. A digest goes out at ``digest_hour`` in ``zone``:
    an hour that a day skips is read by the offset before the gap, a repeated one is the first.
    """

    timings: Mapping[str, str] = field(default_factory=dict)
    quiet: timedelta = timedelta(minutes=10)
    digest_hour: int = 8
    zone: ZoneInfo = ZoneInfo("UTC")  # noqa: RUF009 - immutable
    digest_sent_on: date | None = None

    def timing(self, kind: str) -> str:
        """When messages of this kind go out: a value of ``MessageChoice.Timing``."""
        return self.timings.get(kind) or MessageChoice.DEFAULTS[MessageChoice.Kind(kind)]

    def next_digest(self, after: datetime) -> datetime:
        """The first time of a digest that is later than ``after``, in UTC."""
        day = self.day_of(after)
        while self._digest_on(day) <= after:
            day += _DAY
        return self._digest_on(day)

    def last_digest(self, until: datetime) -> datetime:
        """The last time of a digest up to ``until``, in UTC."""
        day = self.day_of(until)
        while self._digest_on(day) > until:
            day -= _DAY
        return self._digest_on(day)

    def day_of(self, moment: datetime) -> date:
        """The person's local date."""
        return moment.astimezone(self.zone).date()

    def _digest_on(self, day: date) -> datetime:
        return datetime.combine(day, time(self.digest_hour), self.zone).astimezone(UTC)


def register(hook: Hook) -> Hook:
    """Call the hook at every change of what somebody wants. Returns it, to serve as a decorator."""
    if hook not in _hooks:
        _hooks.append(hook)
    return hook


def reach_of(user_ids: Iterable[int]) -> dict[int, Reach]:
    """How each of these people wants to be reached, in two queries."""
    ids = set(user_ids)
    chosen: dict[int, dict[str, str]] = {}
    for choice in MessageChoice.objects.filter(user_id__in=ids):
        chosen.setdefault(choice.user_id, {})[choice.kind] = choice.timing
    kept = {row.user_id: row for row in Preferences.objects.filter(user_id__in=ids)}
    return {user_id: _reach(chosen.get(user_id, {}), kept.get(user_id)) for user_id in ids}


def choose(
    user: User,
    timings: Mapping[str, str],
    *,
    quiet_minutes: int,
    digest_hour: int,
    now: datetime,
) -> None:
    """Keep when messages of each kind are to reach a person."""
    with transaction.atomic():
        Preferences.objects.update_or_create(
            user=user, defaults={"quiet_minutes": quiet_minutes, "digest_hour": digest_hour}
        )
        _keep_timings(user, timings, now)


def switch_off(user: User, kinds: Iterable[str], *, now: datetime) -> None:
    """Send a person no more messages of these kinds; doing it twice changes nothing."""
    with transaction.atomic():
        _keep_timings(user, dict.fromkeys(kinds, MessageChoice.Timing.OFF), now)


def hold(user_id: int) -> None:
    """Lock what a person has set, until the transaction ends.

    Whoever changes it locks the person's messages after it, so whoever sends those does, too.
    """
    Preferences.objects.select_for_update().get_or_create(user_id=user_id)


def note_digest(user_id: int, day: date) -> None:
    """Remember the local day of a person's last digest."""
    Preferences.objects.update_or_create(user_id=user_id, defaults={"digest_sent_on": day})


def address_of(user: User) -> str:
    """The mail address that is known to be this person's, or ""."""
    verified = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return verified.values_list("email", flat=True).first() or ""


def renew_calendar(user: User) -> None:
    """Give a person's calendar another address; the one before leads nowhere from now on."""
    Preferences.objects.update_or_create(
        user=user, defaults={"calendar_token": new_calendar_token()}
    )


def unsubscribe_token(user: User, kinds: Iterable[str]) -> str:
    """What a link says that switches off messages of these kinds, signed by this site.

    Short on purpose: headers of mails get folded, and then not every program can read them.
    """
    letters = "".join(sorted(_LETTERS[kind] for kind in set(kinds)))
    return signing.Signer(salt=_SALT).sign(f"{user.pk}-{letters}").replace(":", "-")


def read_unsubscribe_token(token: str) -> tuple[User, tuple[str, ...]] | None:
    """Whose messages of which kinds such a link switches off; None for any other text."""
    number, _, rest = token.partition("-")
    letters, _, signature = rest.partition("-")
    try:
        signing.Signer(salt=_SALT).unsign(f"{number}-{letters}:{signature}")
        user = User.objects.filter(pk=int(number), is_active=True).first()
    except (signing.BadSignature, ValueError):
        return None
    kinds = tuple(kind for kind, letter in _LETTERS.items() if letter in letters)
    return None if user is None else (user, kinds)


def hand_over(guest: User, user: User) -> None:
    """Give a guest's choices and devices to the account; what the account has chosen stays."""
    chosen = MessageChoice.objects.filter(user=user).values("kind")
    MessageChoice.objects.filter(user=guest).exclude(kind__in=chosen).update(user=user)
    PushSubscription.objects.filter(user=guest).update(user=user)


def forget_all(user: User) -> None:
    """Forget what a person has chosen, every device, and the calendar's address."""
    MessageChoice.objects.filter(user=user).delete()
    PushSubscription.objects.filter(user=user).delete()
    Preferences.objects.filter(user=user).delete()


def _keep_timings(user: User, timings: Mapping[str, str], now: datetime) -> None:
    for kind, timing in timings.items():
        MessageChoice.objects.update_or_create(user=user, kind=kind, defaults={"timing": timing})
    for hook in _hooks:
        hook(user, now)


def _reach(timings: dict[str, str], kept: Preferences | None) -> Reach:
    if kept is None:
        return Reach(timings)
    quiet = timedelta(minutes=kept.quiet_minutes)
    zone = zone_named(kept.time_zone)
    return Reach(timings, quiet, kept.digest_hour, zone, kept.digest_sent_on)
