"""The organiser's form of a season: what counts, how it counts, and who is ahead of equals."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy, ngettext

from accounts.models import Club
from accounts.zones import place_of
from games.leaderboards.scoring import TIE_BREAKS, Rules, RulesError
from games.models import SEATS_MAX, Preset, Season
from games.selectors.season_table import rules_of, season_results
from games.selectors.season_words import counting_words, days_words, scoring_words
from games.services import seasons
from games.services.refusals import Refused
from games.services.seasons import SeasonForm

_ = gettext_lazy

_NUMBERS = re.compile(r"[0-9]{1,4}([\s,;]+[0-9]{1,4})*")
_TIES = tuple(f"tie_{number}" for number in range(1, len(TIE_BREAKS) + 1))
_CHAIN = {
    "wins": _("more wins"),
    "best_match": _("the better best match"),
    "last_match": _("the later last match"),
    "head_to_head": _("more often ahead in matches between them"),
    "fewest_matches": _("fewer matches"),
    "strokes_per_hole": _("fewer strokes a hole"),
}
FIELD_OF = {"bad_season_name": "name", "bad_season_days": "last_day"}
"""The fields that refusals of a season are about."""
_WRONG = {
    "best_n": ("best_of", _("Say of how many matches the best are counted.")),
    "points": (
        "points",
        _("Write the points from the first place on; no later place brings more than one before."),
    ),
    "tie_breaks": ("tie_1", _("Choose each only once.")),
}


class PointsField(forms.CharField):
    """A row of whole numbers, such as "10 7 5 3"."""

    def clean(self, value: Any) -> tuple[int, ...]:
        text = super().clean(value).strip()
        if text and not _NUMBERS.fullmatch(text):
            raise ValidationError(gettext("Write whole numbers with spaces between, as in 10 7 5."))
        return tuple(int(number) for number in re.findall("[0-9]+", text))


class SeasonFields(forms.Form):
    """All that is set of a season; ``season`` is the one to change, none for a new one."""

    name = forms.CharField(
        label=_("Name"),
        help_text=_("As it stands above the table, such as Winter 2026."),
        max_length=Season.NAME_MAX,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    first_day = forms.DateField(
        label=_("First day"), widget=forms.DateInput(attrs={"type": "date"})
    )
    last_day = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}))
    preset = forms.ModelChoiceField(
        label=_("Kind of game"),
        queryset=Preset.objects.of_tables(),
        to_field_name="slug",
        required=False,
        empty_label=_("Any"),
    )
    seats = forms.TypedChoiceField(
        label=_("Seats"),
        help_text=_("How many sit at a table whose match counts."),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", _("Any")), *((n, str(n)) for n in range(2, SEATS_MAX + 1))],
    )
    holes = forms.TypedChoiceField(
        label=_("Holes"),
        help_text=_("Any lets matches of every length count, from the shortest that you name."),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", _("Any")), *((n, str(n)) for n in range(1, seasons.HOLES_MAX + 1))],
    )
    holes_min = forms.IntegerField(
        label=_("Shortest match, in holes"),
        min_value=1,
        max_value=seasons.HOLES_MAX,
        initial=1,
    )
    allows_bots = forms.BooleanField(
        label=_("Matches with bots at the table count"),
        help_text=_("The bots themselves have no row either way."),
        required=False,
    )
    scoring = forms.ChoiceField(
        label=_("What ranks"),
        help_text=_("Strokes: the lowest is first. Points and wins: the most are first."),
        choices=Season.Scoring.choices,
        initial=Season.Scoring.AVERAGE,
    )
    best_of = forms.IntegerField(
        label=_("Best matches of a player that count"),
        help_text=_("Empty counts all of them; the scoring by best matches needs a number."),
        min_value=1,
        max_value=seasons.BEST_MAX,
        required=False,
    )
    points = PointsField(
        label=_("Points, from the first place on"),
        help_text=_("Only for points, as in 10 7 5 3. A place beyond the last brings none."),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "text"}),
    )
    matches_min = forms.IntegerField(
        label=_("Fewest matches for a place"),
        help_text=_("Who has played fewer stands below the others, without a place."),
        min_value=1,
        max_value=seasons.MATCHES_MAX,
        initial=1,
    )

    def __init__(self, club: Club, data: Any = None, *, season: Season | None = None) -> None:
        super().__init__(data, initial=None if season is None else _as_set(season))
        self.club, self.season = club, season
        zone = {"place": place_of(club.time_zone), "zone": club.time_zone}
        days = gettext("Days of the club, in %(place)s (%(zone)s), from midnight to midnight.")
        self.fields["last_day"].help_text = days % zone
        choices = [("", gettext("nothing more: they share the place")), *_CHAIN.items()]
        for number, name in enumerate(_TIES, 1):
            label = gettext("Between equals, number %(n)d") % {"n": number}
            self.fields[name] = forms.ChoiceField(label=label, required=False, choices=choices)
        for name, field in self.fields.items():
            described = f"id_{name}_error"
            if field.help_text:
                described = f"id_{name}_helptext {described}"
            field.widget.attrs["aria-describedby"] = described

    def clean(self) -> dict[str, Any]:
        """Refuse what can't be counted, each thing at its field."""
        given = self.cleaned_data
        if "points" in given and given.get("scoring") != Season.Scoring.POINTS:
            # What was written stays in the field, and counts once points are chosen.
            given["points"] = ()
        if not self.errors:
            try:
                Rules(
                    scoring=given["scoring"],
                    best_n=given["best_of"],
                    points=given["points"],
                    minimum_matches=given["matches_min"],
                    tie_breaks=self._ties,
                )
            except RulesError as error:
                field, words = _WRONG.get(error.field, (None, str(error)))
                self.add_error(field, str(words))
        return given

    @property
    def wanted(self) -> SeasonForm:
        """What is chosen, for the service; of a form that is valid."""
        given = {name: self.cleaned_data[name] for name in self.base_fields}
        return SeasonForm(**given, tie_breaks=self._ties)

    @cached_property
    def preview(self) -> tuple[str, ...]:
        """What these choices come to, sentence by sentence; none where they don't fit."""
        if self.is_bound and not self.is_valid():
            return ()
        if not self.is_bound:
            return () if self.season is None else _told(self.season)
        try:
            return _told(seasons.draft_of(self.club, self.wanted))
        except Refused as refusal:
            self.refuse(refusal)
            return ()

    @property
    def ties(self) -> list[forms.BoundField]:
        """The chain, in its order."""
        return [self[name] for name in _TIES]

    def refuse(self, refusal: Refused) -> None:
        """Show why a service refused these choices, at the field that is wrong."""
        self.add_error(FIELD_OF.get(refusal.code), refusal.message)

    @property
    def _ties(self) -> tuple[str, ...]:
        return tuple(found for name in _TIES if (found := self.cleaned_data.get(name)))


def _as_set(season: Season) -> dict[str, Any]:
    known = {name: getattr(season, name) for name in SeasonFields.base_fields}
    ties = dict(zip(_TIES, season.tie_breaks, strict=False))
    return known | ties | {"points": " ".join(map(str, season.points))}


def _told(season: Season) -> tuple[str, ...]:
    matches = season_results(season).values("match").distinct().count()
    so_far = ngettext(
        "%(n)d match of the club counts so far.", "%(n)d matches of the club count so far.", matches
    )
    rules = scoring_words(rules_of(season))
    return (days_words(season), counting_words(season), *rules, so_far % {"n": matches})
