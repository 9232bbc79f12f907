"""A season's rules in sentences, and figures in the words of its scoring."""

from __future__ import annotations

from fractions import Fraction

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.zones import place_of
from games.leaderboards.scoring import Rules
from games.models import Season
from games.selectors.leaderboard_rows import exact, short

_BY: dict[str, str | Promise] = {
    "wins": gettext_lazy("by wins"),
    "best_match": gettext_lazy("by the best match"),
    "last_match": gettext_lazy("by the later last match"),
    "head_to_head": gettext_lazy("head to head"),
    "fewest_matches": gettext_lazy("by fewer matches"),
    "strokes_per_hole": gettext_lazy("by strokes a hole"),
    "shared": gettext_lazy("shared"),
}

_CHAIN: dict[str, str | Promise] = {
    "wins": gettext_lazy("more wins"),
    "best_match": gettext_lazy("the better best match"),
    "last_match": gettext_lazy("the later last match"),
    "head_to_head": gettext_lazy("who was more often ahead in matches between them"),
    "fewest_matches": gettext_lazy("fewer matches"),
    "strokes_per_hole": gettext_lazy("fewer strokes a hole"),
}


def separated_words(separated_by: str) -> str:
    """What put a row behind the one above, "" for the figure itself."""
    return str(_BY.get(separated_by, ""))


def measure_words(scoring: str, best_of: int | None) -> str:
    """What the figures of a season are, as the head of a column."""
    match scoring:
        case "average":
            return _("Strokes a hole")
        case "best":
            return _("Strokes, best %(n)d") % {"n": best_of or 0}
        case "points":
            return _("Points")
        case "wins":
            return _("Wins")
    return _("Net strokes a hole")


def figure_words(figure: Fraction | None, scoring: str) -> str:
    """A season's figure as printed, "" for none."""
    if figure is None:
        return ""
    return exact(figure) if scoring in {"average", "net"} else short(figure)


def scoring_words(rules: Rules) -> tuple[str, ...]:
    """How a season's table is made, sentence by sentence."""
    return tuple(
        sentence
        for sentence in (_figure_sentence(rules), _least_sentence(rules), _ties_sentence(rules))
        if sentence
    )


def counting_words(season: Season) -> str:
    """Which matches count, in a sentence."""
    parts = [
        _("of any kind of game")
        if season.preset is None
        else _("of the kind “%(game)s”") % {"game": season.preset.title}
    ]
    if season.seats is not None:
        parts.append(
            ngettext("with %(n)d seat", "with %(n)d seats", season.seats) % _n(season.seats)
        )
    if season.holes is not None:
        parts.append(ngettext("of %(n)d hole", "of %(n)d holes", season.holes) % _n(season.holes))
    elif season.holes_min > 1:
        parts.append(_("of at least %(n)d holes") % _n(season.holes_min))
    parts.append(
        _("also those with bots at the table")
        if season.allows_bots
        else _("without bots at the table")
    )
    return _("What counts: the club's matches that end in these days, %(which)s.") % {
        "which": ", ".join(parts)
    }


def days_words(season: Season) -> str:
    """A season's days, with the zone that they are days of."""
    return _("%(first)s to %(last)s, days in %(place)s (%(zone)s)") % {
        "first": date_format(season.first_day, "DATE_FORMAT"),
        "last": date_format(season.last_day, "DATE_FORMAT"),
        "place": place_of(season.club.time_zone),
        "zone": season.club.time_zone,
    }


def _n(count: int) -> dict[str, int]:
    return {"n": count}


def _figure_sentence(rules: Rules) -> str:
    best = rules.best_n
    match rules.scoring:
        case "average":
            text = _("All strokes by all holes; the lowest is first.")
        case "best":
            return _(
                "The sum of a player's best %(n)d matches, each as strokes of nine holes; "
                "the lowest is first."
            ) % _n(best or 0)
        case "points":
            text = _(
                "Points by place, from the first on: %(points)s. Who shares a place has the mean "
                "of the places taken up; the most points are first."
            ) % {"points": ", ".join(short(Fraction(points)) for points in rules.points)}
        case "wins":
            text = _("Matches won, shared wins too; the most are first.")
        case "net":
            text = _(
                "All strokes less the handicap, by all holes; the lowest is first. "
                "Matches that were played before having a handicap don't count."
            )
    if best is None:
        return text
    only = ngettext(
        "Only a player's best match counts.", "Only a player's best %(n)d matches count.", best
    )
    return f"{text} {only % _n(best)}"


def _least_sentence(rules: Rules) -> str:
    if rules.needed < 2:
        return ""
    return _("It takes %(n)d matches to have a place.") % _n(rules.needed)


def _ties_sentence(rules: Rules) -> str:
    if not rules.tie_breaks:
        return _("Equals share a place.")
    chain = [str(_CHAIN[name]) for name in rules.tie_breaks]
    if len(chain) == 1:
        return _("Between equals %(what)s decides. Then they share the place.") % {"what": chain[0]}
    return _(
        "Between equals these decide, one after the other: %(chain)s. Then they share the place."
    ) % {"chain": _(", then ").join(chain)}
