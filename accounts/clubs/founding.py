"""A club is founded, changed and closed."""

from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from itertools import count

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from accounts import names
from accounts.club_rights import Right
from accounts.clubs.record import hold, record, refuse_haste
from accounts.clubs.refusals import ClubRefused
from accounts.clubs.standing import require
from accounts.clubs.texts import clean_text
from accounts.models import Club, ClubAct, Membership, User
from accounts.models.clubs import LANGUAGE_NAMES, new_join_token
from accounts.zones import is_offered

CLUBS_OWNED_MAX = 5
FOUNDED_A_DAY_MAX = 5

# Pages of all clubs stand where a club's own would.
_TAKEN_SLUGS = frozenset({"new", "join", "rights"})

_KIND = ClubAct.Kind


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """What organisers set of a club."""

    name: str
    description: str = ""
    time_zone: str = "UTC"
    language: str = "en"
    is_listed: bool = True
    joining: str = Club.Joining.REQUEST


def settings_of(club: Club) -> ClubSettings:
    """The club's settings as they stand."""
    return ClubSettings(**{field.name: getattr(club, field.name) for field in fields(ClubSettings)})


def found(user: User, settings: ClubSettings, *, now: datetime) -> Club:
    """Found a club, whose owner the founder is. Raises ``ClubRefused``."""
    if user.is_guest:
        raise ClubRefused("guests_found_none")
    settings = _checked(settings)
    with transaction.atomic():
        # Locked, so that clubs founded at the same moment are counted one after another.
        if User.objects.select_for_update(no_key=True).get(pk=user.pk).is_closed:
            raise ClubRefused("nobody_there")
        refuse_haste(user, now)
        owned = Membership.objects.filter(
            user=user, role=Membership.Role.OWNER, ended_at__isnull=True
        )
        if owned.count() >= CLUBS_OWNED_MAX:
            raise ClubRefused("too_many_clubs")
        day = timedelta(days=1)
        founded = ClubAct.objects.filter(actor=user, kind=_KIND.FOUNDED, at__gt=now - day)
        if founded.count() >= FOUNDED_A_DAY_MAX:
            raise ClubRefused("too_many_founded")
        club = Club(**asdict(settings), slug=_free_slug(settings.name), created_at=now)
        _save(club)
        Membership.objects.create(club=club, user=user, role=Membership.Role.OWNER, joined_at=now)
        record(club, _KIND.FOUNDED, user, now=now)
    return club


def change_settings(club: Club, actor: User, settings: ClubSettings, *, now: datetime) -> bool:
    """Change what organisers set; False where nothing is different. Raises ``ClubRefused``."""
    settings = _checked(settings)
    with transaction.atomic():
        club = hold(club.pk, actor, now=now)
        require(actor, club, Right.SETTINGS)
        before, after = asdict(settings_of(club)), asdict(settings)
        changed = {
            name: [before[name], after[name]] for name in after if after[name] != before[name]
        }
        if not changed:
            return False
        for name, (_was, value) in changed.items():
            setattr(club, name, value)
        _save(club)
        record(club, _KIND.SETTINGS_CHANGED, actor, now=now, changed=changed)
    return True


def renew_link(club: Club, actor: User, *, now: datetime) -> None:
    """Make another join link; the one before leads nowhere then. Raises ``ClubRefused``."""
    with transaction.atomic():
        club = hold(club.pk, actor, now=now)
        require(actor, club, Right.INVITE)
        club.join_token = new_join_token()
        club.save(update_fields=["join_token"])
        record(club, _KIND.LINK_RENEWED, actor, now=now)


def close(club: Club, actor: User, *, now: datetime) -> None:
    """Close the club for good: nobody is a member then. Raises ``ClubRefused``."""
    with transaction.atomic():
        club = hold(club.pk, actor, now=now)
        require(actor, club, Right.CLOSE)
        close_held(club, actor, now=now)


def close_held(club: Club, actor: User, *, now: datetime) -> None:
    """The same for a club that the caller holds locked, whoever may do it."""
    club.closed_at = now
    club.save(update_fields=["closed_at"])
    ended = club.memberships.filter(ended_at__isnull=True).update(ended_at=now)
    club.join_requests.filter(answered_at__isnull=True).delete()
    club.invitations.filter(accepted_at__isnull=True, declined_at__isnull=True).delete()
    record(club, _KIND.CLOSED, actor, now=now, members=ended)


def _save(club: Club) -> None:
    others = Club.objects.active().exclude(pk=club.pk)
    if others.filter(name_key=names.key_of(club.name)).exists():
        raise ClubRefused("name_taken")
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as error:
        # Somebody founded it between the check and the saving.
        raise ClubRefused("name_taken") from error


def _checked(settings: ClubSettings) -> ClubSettings:
    name = " ".join(names.normalise(settings.name).split())
    try:
        names.validate_name(name, Club.NAME_MAX)
        names.validate_not_the_house(name)
    except ValidationError as error:
        raise ClubRefused("bad_name", error.messages[0]) from error
    if not is_offered(settings.time_zone):
        raise ClubRefused("bad_zone")
    if settings.language not in LANGUAGE_NAMES:
        raise ClubRefused("bad_language")
    if settings.joining not in Club.Joining.values:
        raise ClubRefused("bad_joining")
    return ClubSettings(
        name,
        clean_text(settings.description, Club.DESCRIPTION_MAX),
        settings.time_zone,
        settings.language,
        settings.is_listed,
        settings.joining,
    )


def _free_slug(name: str) -> str:
    """An address made of the name; one in letters that addresses don't have is just "club"."""
    base = slugify(name)[:50].strip("-") or "club"
    tried = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(
        slug
        for slug in tried
        if slug not in _TAKEN_SLUGS and not Club.objects.filter(slug=slug).exists()
    )
