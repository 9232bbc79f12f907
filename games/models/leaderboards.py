"""Standing across matches: results, corrections of them, and the leaderboards made of them.

Matches and corrections are the truth. All the rest are projections, which
``manage.py rebuild_leaderboards`` makes anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games.models.matches import Match, Seat
from games.models.players import Player
from games.models.presets import Preset
from games.models.seasons import Season

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class Correction(models.Model):
    """What an organiser decided about a finished match; a row is never changed or taken away.

    The last one about a thing holds: ``strokes`` sets a seat's total, ``restored`` gives back what
    was played; ``void`` has the match count nowhere, ``counts`` has it count again.
    """

    class Kind(models.TextChoices):
        STROKES = "strokes", _("strokes set")
        RESTORED = "restored", _("strokes as played")
        VOID = "void", _("match doesn't count")
        COUNTS = "counts", _("match counts again")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="corrections")
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, null=True, blank=True, related_name="corrections"
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    strokes = models.IntegerField(_("strokes"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=300)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering = ("pk",)
        constraints = [
            models.CheckConstraint(
                name="correction_is_whole",
                condition=Q(kind="strokes", seat__isnull=False, strokes__isnull=False)
                | Q(kind="restored", seat__isnull=False, strokes__isnull=True)
                | Q(kind__in=["void", "counts"], seat__isnull=True, strokes__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.kind}"


class Result(models.Model):
    """A player's finished match as leaderboards count it, corrections included; lowest wins.

    ``sharing`` counts the seats that have this ``place``, this one included.

    ``is_public`` says that the table was one for everybody to see, ``with_bots`` that a bot had a
    seat of its own from the start, ``ended_by_bot`` that one played on for this player, who had
    left. ``by_clock`` counts the actions that the clock played. ``differential`` is null until it
    is known what such holes cost, and for what is not ``is_for_handicap``. ``index`` is the
    player's handicap index when it ended, null without one; with it come net strokes, in tenths.
    """

    HOLES_FOR_HANDICAP = 3

    seat = models.OneToOneField(
        Seat, on_delete=models.CASCADE, primary_key=True, related_name="result"
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="results")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="results")
    preset = models.ForeignKey(Preset, on_delete=models.PROTECT, related_name="results")
    rules_key = models.CharField(max_length=64, editable=False)
    finished_at = models.DateTimeField(_("finished"))
    seats = models.PositiveSmallIntegerField(_("seats"))
    holes = models.PositiveSmallIntegerField(_("holes"))
    strokes = models.IntegerField(_("strokes"))
    place = models.PositiveSmallIntegerField(_("place"))
    sharing = models.PositiveSmallIntegerField(_("sharing the place"), default=1)
    is_public = models.BooleanField(_("at a table for all"))
    with_bots = models.BooleanField(_("with bots"))
    ended_by_bot = models.BooleanField(_("ended by a bot"))
    by_clock = models.PositiveSmallIntegerField(_("by the clock"), default=0)
    is_corrected = models.BooleanField(_("corrected"), default=False)
    differential = models.DecimalField(
        _("differential"), max_digits=6, decimal_places=1, null=True, blank=True
    )
    index = models.DecimalField(
        _("handicap index before"), max_digits=5, decimal_places=1, null=True, blank=True
    )
    net_tenths = models.IntegerField(_("net strokes in tenths"), null=True, blank=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        indexes = [
            models.Index(fields=["player", "finished_at"], name="result_player_finished"),
            models.Index(fields=["club", "finished_at"], name="result_club_finished"),
            models.Index(fields=["preset", "player"], name="result_preset_player"),
            models.Index(fields=["finished_at", "match"], name="result_order"),
            models.Index(
                fields=["club"], name="result_of_club_hidden", condition=Q(is_public=False)
            ),
            models.Index(
                fields=["rules_key", "seats"],
                name="result_without_differential",
                condition=Q(differential__isnull=True, ended_by_bot=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.strokes}"

    @property
    def is_for_handicap(self) -> bool:
        """Whether it is the player's own to the end, and long enough to be scaled to nine holes."""
        return not self.ended_by_bot and self.holes >= self.HOLES_FOR_HANDICAP


class PlayerRecord(models.Model):
    """Where a player stands for oneself: handicap index, and rating over finishing orders.

    ``career`` is what the next handicap index depends on, in JSON (``services.handicaps``); null
    until it is needed next, when it is made of all results.
    """

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="record"
    )
    index = models.DecimalField(
        _("handicap index"), max_digits=5, decimal_places=1, null=True, blank=True
    )
    career: models.JSONField[Any, Any] = models.JSONField(null=True, blank=True, editable=False)
    mu = models.FloatField(_("rating"), null=True, blank=True)
    sigma = models.FloatField(_("uncertainty of the rating"), null=True, blank=True)
    rated = models.PositiveIntegerField(_("rated matches"), default=0)

    class Meta:
        verbose_name = _("player's record")
        verbose_name_plural = _("players' records")

    def __str__(self) -> str:
        return f"record of {self.player_id}"


class RatingStep(models.Model):
    """A player's rating after a match, in the order in which matches ended."""

    seat = models.OneToOneField(
        Seat, on_delete=models.CASCADE, primary_key=True, related_name="rating_step"
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_steps")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_steps")
    finished_at = models.DateTimeField(_("finished"))
    mu = models.FloatField(_("rating"))
    sigma = models.FloatField(_("uncertainty"))
    rated = models.PositiveIntegerField(_("rated matches"))

    class Meta:
        verbose_name = _("step of a rating")
        verbose_name_plural = _("steps of ratings")
        indexes = [
            models.Index(fields=["player", "finished_at", "match"], name="rating_step_player"),
            models.Index(fields=["finished_at", "match"], name="rating_step_order"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.mu:.2f}"


class RatingQueue(models.Model):
    """One row: the match from which on ratings are still to be worked out, null for none.

    Whoever writes what is made of results locks it, so that matches are added one after another.
    """

    finished_at = models.DateTimeField(null=True)
    match_id = models.PositiveBigIntegerField(null=True)

    class Meta:
        verbose_name = _("queue of ratings")
        verbose_name_plural = _("queue of ratings")

    def __str__(self) -> str:
        return "all rated" if self.finished_at is None else f"from {self.match_id}"


class Board(models.Model):
    """A leaderboard: of everybody, a preset, a club, or a season; which is said by its ``key``.

    ``week_at`` is the start of the week whose places its lines keep as those before.
    """

    key = models.CharField(max_length=60, unique=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="boards"
    )
    preset = models.ForeignKey(
        Preset, on_delete=models.CASCADE, null=True, blank=True, related_name="boards"
    )
    season = models.OneToOneField(
        Season, on_delete=models.CASCADE, null=True, blank=True, related_name="board"
    )
    week_at = models.DateTimeField(_("week since"), null=True, blank=True)

    lines: RelatedManager[Line]

    class Meta:
        verbose_name = _("leaderboard")
        verbose_name_plural = _("leaderboards")

    def __str__(self) -> str:
        return self.key


class LineManager(models.Manager["Line"]):
    """Lines without ``best``, which only adding up asks for; ``defer(None)`` has it, too."""

    def get_queryset(self) -> models.QuerySet[Line]:
        return super().get_queryset().defer("best")


class Line(models.Model):
    """A player on a leaderboard, in sums; lowest average first.

    Equal averages are equal numbers: each is one division of whole numbers. ``net_*`` are over
    matches played with a handicap index. ``tally`` is a season's own sum in JSON, null elsewhere;
    ``best`` are the matches in it where only the best count, null elsewhere. Sums whose
    ``net_holes`` are null are made of all results when the next one comes.
    ``place_before`` and ``net_place_before`` are those at the start of the board's week.
    """

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="lines")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="lines")
    matches = models.PositiveIntegerField(_("matches"))
    holes = models.PositiveIntegerField(_("holes"))
    strokes = models.IntegerField(_("strokes"))
    wins = models.PositiveIntegerField(_("wins"))
    average = models.FloatField(_("strokes a hole"))
    net_matches = models.PositiveIntegerField(_("net matches"), default=0)
    net_holes = models.PositiveIntegerField(_("net holes"), null=True, blank=True)
    net_tenths = models.IntegerField(_("net strokes in tenths"), default=0)
    net_average = models.FloatField(_("net strokes a hole"), null=True, blank=True)
    is_ranked = models.BooleanField(_("ranked"))
    is_net_ranked = models.BooleanField(_("net ranked"), default=False)
    tally: models.JSONField[Any, Any] = models.JSONField(null=True, blank=True, editable=False)
    best: models.JSONField[Any, Any] = models.JSONField(null=True, blank=True, editable=False)
    place_before = models.PositiveIntegerField(_("place a week ago"), null=True, blank=True)
    net_place_before = models.PositiveIntegerField(_("net place a week ago"), null=True, blank=True)

    objects = LineManager()

    class Meta:
        verbose_name = _("line of a leaderboard")
        verbose_name_plural = _("lines of leaderboards")
        constraints = [
            models.UniqueConstraint(fields=["board", "player"], name="line_once_per_player"),
        ]
        indexes = [
            models.Index(
                fields=["board", "average"], name="line_gross", condition=Q(is_ranked=True)
            ),
            models.Index(
                fields=["board", "net_average"], name="line_net", condition=Q(is_net_ranked=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.board_id}: {self.player_id}"
