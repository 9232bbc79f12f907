"""Where each published preset comes from: the description it follows, and what is this club's.

A source is named only for what its text says; where it is silent or differs, the sentence says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import engine
from games.models import Preset


@dataclass(frozen=True, slots=True)
class Origin:
    """What a preset goes back to; ``source`` and ``url`` are "" where it is this club's own."""

    about: str
    source: str = ""
    url: str = ""


_BICYCLE = (
    gettext_lazy("Six Card Golf at Bicycle Cards"),
    "https://bicyclecards.com/how-to-play/six-card-golf",
)
_ARENA = (
    gettext_lazy("Golf in the help of Board Game Arena"),
    "https://en.doc.boardgamearena.com/Gamehelpgolf",
)
_WIKIPEDIA = (
    gettext_lazy("Golf (card game) in Wikipedia"),
    "https://en.wikipedia.org/wiki/Golf_(card_game)",
)
_PAGAT = (gettext_lazy("Golf at Pagat"), "https://www.pagat.com/draw/golf.html")
_NINE = (
    gettext_lazy("9-Hole Golf at Our Pastimes"),
    "https://ourpastimes.com/rules-9hole-golf-card-games-7239790.html",
)
_SALON = (gettext_lazy("Golf at QC Salon"), "http://qcsalon.net/en/golf")

_PUBLISHED: dict[str, tuple[Promise, tuple[Promise, str] | None]] = {
    "clubhouse": (
        gettext_lazy(
            "Six cards of which two are turned up, the values and the pairs that count nothing are"
            " those of the source. That a card is turned up for one thrown away, and that the"
            " others have a last turn, is this club's way, and so are the other layouts."
        ),
        _BICYCLE,
    ),
    "clubhouse-fixed": (
        gettext_lazy("This club's own: Clubhouse, but nobody chooses the openers."),
        None,
    ),
    "arena": (
        gettext_lazy(
            "The three layouts with their packs and openers, the lines and blocks to choose from"
            " and the three powers are those of the source. What it leaves open is decided by"
            " this club."
        ),
        _ARENA,
    ),
    "double-pack": (
        gettext_lazy(
            "Two packs with two or four jokers for four and more, six cards of which two are"
            " turned up, and nothing turned up for a card thrown away: so the source had it in 2015"
            " (it has changed since). The charge for four of a rank is not taken from there."
        ),
        _WIKIPEDIA,
    ),
    "single-pack": (
        gettext_lazy(
            "Double pack's game with the one pack that the source recommends for two or three; up"
            " to four play it here."
        ),
        _WIKIPEDIA,
    ),
    "four-card": (
        gettext_lazy(
            "Four cards of which two are looked at and no others, a card laid down face up, and"
            " the knock are those of the source's four-card game. Here you choose which two."
        ),
        _PAGAT,
    ),
    "nine-card": (
        gettext_lazy(
            "Nine cards in a square of which any three are turned up, and nothing turned up for a"
            " card thrown away, are those of the source, which takes three packs. How lines and"
            " blocks count is not taken from there."
        ),
        _NINE,
    ),
    "to-the-limit": (
        gettext_lazy(
            "Two packs for two to six, a card turned up for one thrown away, lines in every"
            " direction and the closer who must be lowest are those of the source, which has"
            " layouts of up to 16 cards."
        ),
        _SALON,
    ),
    "house": (gettext_lazy("This club's own: every rule is yours to set."), None),
}


def origin_of(preset: Preset) -> Origin:
    """Where a preset comes from, and whether organisers have changed what it fixes."""
    if preset.slug not in _PUBLISHED:
        return Origin(_("This club's own."))
    about, source = _PUBLISHED[preset.slug]
    published = engine.PRESETS[preset.slug]
    words = str(about)
    if preset.fixed != dict(published.fixed):
        words = _("%(about)s Organisers have changed it since.") % {"about": words}
    if source is None:
        return Origin(words)
    title, url = source
    return Origin(words, str(title), url)
