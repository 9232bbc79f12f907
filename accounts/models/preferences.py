"""What a person prefers: hours of rest, days off, and which messages reach them how."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


def new_calendar_token() -> str:
    """The secret of a private calendar's address: 192 bits."""
    return secrets.token_urlsafe(24)


class Preferences(models.Model):
    """One row per person who has set anything; whoever has none gets the defaults."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="preferences"
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    sleep_from = models.TimeField(_("asleep from"), null=True, blank=True)
    sleep_until = models.TimeField(_("asleep until"), null=True, blank=True)
    weekend_off = models.BooleanField(_("weekend off"), default=False)
    hours_changed_at = models.DateTimeField(null=True, editable=False)
    quiet_minutes = models.PositiveSmallIntegerField(_("quiet period in minutes"), default=10)
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily digest"), default=8)
    digest_sent_on = models.DateField(null=True, editable=False)
    calendar_token = models.CharField(
        max_length=40, unique=True, default=new_calendar_token, editable=False
    )

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")
        constraints = [
            models.CheckConstraint(
                name="preferences_sleep_is_whole",
                condition=Q(sleep_from__isnull=True, sleep_until__isnull=True)
                | Q(sleep_from__isnull=False, sleep_until__isnull=False),
            ),
            models.CheckConstraint(
                name="preferences_digest_hour", condition=Q(digest_hour__lte=23)
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"


class Vacation(models.Model):
    """Whole days off, both ends included, in the person's own time zone."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations"
    )
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    announced_at = models.DateTimeField(_("announced"))

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ("first_day", "pk")
        constraints = [
            models.CheckConstraint(
                name="vacation_days_in_order", condition=Q(last_day__gte=F("first_day"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_day} - {self.last_day}"


class MessageChoice(models.Model):
    """When messages of one kind go out to one person; where there is no row, the default."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("It is your turn")
        INVITED = "invited", _("You are invited to a table")
        MATCH_OVER = "match_over", _("A match of yours is over")
        TIME_SHORT = "time_short", _("Your time is about to run out")
        MENTIONED = "mentioned", _("Somebody mentioned you")
        CLUB_INVITED = "club_invited", _("A club invites you, answers you or changes your role")
        CLUB_NEWS = "club_news", _("A club of yours announces something, or an event")
        EVENT_NEWS = "event_news", _("News of an event that you entered")
        CLUB_ASKED = "club_asked", _("Somebody asks to join a club that you run")

    class Timing(models.TextChoices):
        OFF = "off", _("never")
        AT_ONCE = "at_once", _("at once")
        AFTER_QUIET = "after_quiet", _("when I have not looked for a while")
        DAILY = "daily", _("once a day, together")

    DEFAULTS = {
        Kind.YOUR_TURN: Timing.AFTER_QUIET,
        Kind.INVITED: Timing.AT_ONCE,
        Kind.MATCH_OVER: Timing.AFTER_QUIET,
        Kind.TIME_SHORT: Timing.AT_ONCE,
        Kind.MENTIONED: Timing.AFTER_QUIET,
        Kind.CLUB_INVITED: Timing.AT_ONCE,
        Kind.CLUB_NEWS: Timing.DAILY,
        Kind.EVENT_NEWS: Timing.AT_ONCE,
        Kind.CLUB_ASKED: Timing.AFTER_QUIET,
    }
    OF_CLUBS = (Kind.CLUB_INVITED, Kind.CLUB_NEWS, Kind.EVENT_NEWS, Kind.CLUB_ASKED)

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="message_choices"
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    timing = models.CharField(_("when"), max_length=12, choices=Timing.choices)

    class Meta:
        verbose_name = _("message choice")
        verbose_name_plural = _("message choices")
        constraints = [
            models.UniqueConstraint(fields=["user", "kind"], name="message_choice_once_per_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.timing}"


class PushSubscription(models.Model):
    """A browser that asked for push messages; ``lost_at`` once its push service gave it up."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    device = models.CharField(_("device"), max_length=60)
    created_at = models.DateTimeField(_("since"))
    lost_at = models.DateTimeField(_("lost"), null=True)

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return self.device
