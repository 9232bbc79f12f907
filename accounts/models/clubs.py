"""Clubs: their members, who asks or is asked to join, what is announced, and what was done."""

import secrets
from typing import Any

from django.conf import settings
from django.conf.global_settings import LANGUAGES
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import names

LANGUAGE_NAMES = dict(LANGUAGES)


def new_join_token() -> str:
    """The secret of a club's join link: 144 bits."""
    return secrets.token_urlsafe(18)


class ClubQuerySet(models.QuerySet["Club"]):
    """Clubs by what has become of them."""

    def active(self) -> "ClubQuerySet":
        """Those that are not closed."""
        return self.filter(closed_at__isnull=True)

    def listed(self) -> "ClubQuerySet":
        """Those that stand in the list for everybody."""
        return self.active().filter(is_listed=True)


class Club(models.Model):
    """A club. Once closed it frees its name, and keeps the address that archives point at."""

    class Joining(models.TextChoices):
        OPEN = "open", _("Anybody may join")
        REQUEST = "request", _("Whoever asks, once an organiser agrees")
        INVITATION = "invitation", _("Only who is invited or has the link")

    NAME_MAX = 40
    DESCRIPTION_MAX = 1000

    name = models.CharField(_("name"), max_length=NAME_MAX)
    name_key = models.CharField(max_length=4 * NAME_MAX, editable=False)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    description = models.TextField(_("description"), max_length=DESCRIPTION_MAX, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=10, default="en")
    is_listed = models.BooleanField(_("listed"), default=True)
    joining = models.CharField(
        _("who may join"), max_length=10, choices=Joining.choices, default=Joining.REQUEST
    )
    join_token = models.CharField(
        max_length=40, unique=True, default=new_join_token, editable=False
    )
    created_at = models.DateTimeField(_("founded"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints = [
            models.UniqueConstraint(
                fields=["name_key"], condition=Q(closed_at__isnull=True), name="club_name_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, **kwargs: Any) -> None:
        """Save, keeping the name's key in step with the name."""
        self.name_key = names.key_of(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(**kwargs)

    def get_absolute_url(self) -> str:
        """The club's public page, which the app of the game shows."""
        return reverse("games:club", args=[self.slug])

    @property
    def is_closed(self) -> bool:
        """Whether the club was closed; nobody can open it again."""
        return self.closed_at is not None


class Membership(models.Model):
    """One stay of a person in a club; who comes back begins another."""

    class Role(models.TextChoices):
        MEMBER = "member", _("member")
        ORGANISER = "organiser", _("organiser")
        OWNER = "owner", _("owner")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(_("role"), max_length=9, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(_("joined"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(ended_at__isnull=True), name="membership_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} - {self.club_id}"


class ClubBar(models.Model):
    """Somebody who was removed from a club and can't come back by themselves."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="bars")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_bars"
    )
    at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("bar")
        verbose_name_plural = _("bars")
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="club_bar_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} - {self.club_id}"


class JoinRequest(models.Model):
    """Asked by somebody who wants to join; open until an organiser has answered."""

    WORDS_MAX = 300

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="join_requests")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="join_requests"
    )
    words = models.CharField(_("words"), max_length=WORDS_MAX, blank=True)
    asked_at = models.DateTimeField(_("asked"))
    answered_at = models.DateTimeField(_("answered"), null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    accepted = models.BooleanField(_("accepted"), null=True)

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=Q(answered_at__isnull=True),
                name="join_request_open_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} - {self.club_id}"


class ClubInvitation(models.Model):
    """An organiser asks somebody to join; open until one or the other is written."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_invitations"
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    at = models.DateTimeField(_("invited"))
    accepted_at = models.DateTimeField(_("accepted"), null=True)
    declined_at = models.DateTimeField(_("declined"), null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=Q(accepted_at__isnull=True, declined_at__isnull=True),
                name="club_invitation_open_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} - {self.club_id}"


class Announcement(models.Model):
    """What an organiser tells the members; removed ones stay for the record."""

    TEXT_MAX = 2000

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="announcements")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="announcements"
    )
    text = models.TextField(_("text"), max_length=TEXT_MAX)
    at = models.DateTimeField(_("announced"))
    edited_at = models.DateTimeField(_("edited"), null=True)
    is_pinned = models.BooleanField(_("pinned"), default=False)
    removed_at = models.DateTimeField(_("removed"), null=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        indexes = [models.Index(fields=["club", "at"], name="announcement_by_club")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.at:%Y-%m-%d}"


class ClubAct(models.Model):
    """What somebody did in a club, written with the deed; ``facts`` hold no name of a person."""

    class Kind(models.TextChoices):
        FOUNDED = "founded", _("founded")
        SETTINGS_CHANGED = "settings_changed", _("settings changed")
        LINK_RENEWED = "link_renewed", _("join link renewed")
        CLOSED = "closed", _("closed")
        JOINED = "joined", _("joined")
        ASKED = "asked", _("asked to join")
        REQUEST_WITHDRAWN = "request_withdrawn", _("request taken back")
        REQUEST_ACCEPTED = "request_accepted", _("request accepted")
        REQUEST_DECLINED = "request_declined", _("request declined")
        INVITED = "invited", _("invited")
        INVITATION_WITHDRAWN = "invitation_withdrawn", _("invitation taken back")
        INVITATION_DECLINED = "invitation_declined", _("invitation declined")
        ROLE_CHANGED = "role_changed", _("role changed")
        HANDED_OVER = "handed_over", _("handed over")
        LEFT = "left", _("left")
        REMOVED = "removed", _("removed")
        BAR_LIFTED = "bar_lifted", _("let back")
        ANNOUNCED = "announced", _("announced")
        ANNOUNCEMENT_EDITED = "announcement_edited", _("announcement edited")
        ANNOUNCEMENT_PINNED = "announcement_pinned", _("announcement pinned")
        ANNOUNCEMENT_UNPINNED = "announcement_unpinned", _("announcement unpinned")
        ANNOUNCEMENT_REMOVED = "announcement_removed", _("announcement removed")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="acts")
    # Nobody where the site itself did it.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="club_acts"
    )
    kind = models.CharField(_("kind"), max_length=30)
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    facts = models.JSONField(_("facts"), default=dict)
    at = models.DateTimeField(_("when"))

    class Meta:
        verbose_name = _("act in a club")
        verbose_name_plural = _("acts in clubs")
        indexes = [models.Index(fields=["actor", "at"], name="club_act_by_actor")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.kind}"
