"""The rules of one table or preset as a page: what its ruleset has in force, with examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games import engine
from games.engine.solitaire import SolitaireRules
from games.models import Match, Preset
from games.selectors import rules_scoring, rules_solitaire, rules_words
from games.selectors.clock_words import clock_sentences
from games.selectors.offered import Fact, OfferGroup, facts_of, offers_of
from games.selectors.origins import Origin, origin_of
from games.selectors.rules_examples import ClosingRow, Example, closings, examples
from games.selectors.solitaire_words import toggles_line
from games.selectors.table import rules_label


@dataclass(frozen=True, slots=True)
class RulesSection:
    """Sentences under a title, an item each; ``intro`` comes before and is no item."""

    slug: str
    title: str
    sentences: tuple[str, ...]
    intro: str = ""
    values: tuple[tuple[str, str], ...] = ()
    examples: tuple[Example, ...] = ()
    closings: tuple[ClosingRow, ...] = ()
    closings_caption: str = ""


@dataclass(frozen=True, slots=True)
class RulesView:
    """A page of rules; ``table_url`` and ``open_url`` are None where they lead nowhere.

    A preset's page has its origin and what it leaves to a host, a table's has neither.
    """

    title: str
    about: str
    sections: tuple[RulesSection, ...]
    table_url: str | None = None
    open_url: str | None = None
    origin: Origin | None = None
    offers: tuple[OfferGroup, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class PresetRow:
    """A preset as a list shows it."""

    title: str
    about: str
    seats: str
    url: str


def table_rules(match: Match) -> RulesView:
    """The rules that are in force at a table, of whichever game."""
    ruleset = engine.decode_ruleset(match.ruleset)
    if isinstance(ruleset, SolitaireRules):
        return _of_solitaire(match, ruleset)
    return RulesView(
        title=_("The rules of this table"),
        about=rules_label(match, ruleset),
        sections=(
            *sections(ruleset, (match.seat_count, match.seat_count)),
            _section("clock", _("Time and company"), clock_sentences(match)),
        ),
        table_url=match.get_absolute_url(),
    )


def _of_solitaire(match: Match, rules: SolitaireRules) -> RulesView:
    return RulesView(
        title=_("The rules of this table"),
        about=f"{match.preset.title} · {toggles_line(rules)}",
        sections=_solitaire_sections(rules),
        table_url=match.get_absolute_url(),
    )


def solitaire_rules(preset: Preset) -> RulesView:
    """The plain rules of Golf Solitaire, and what may be chosen beside them."""
    return RulesView(
        title=preset.title,
        about=preset.summary,
        sections=(
            *_solitaire_sections(SolitaireRules()),
            _section("choices", _("What may be chosen"), tuple(rules_solitaire.choices())),
        ),
    )


def _solitaire_sections(rules: SolitaireRules) -> tuple[RulesSection, ...]:
    found = (
        _section("deal", _("The deal"), tuple(rules_solitaire.deal(rules))),
        _section("play", _("Play"), tuple(rules_solitaire.play(rules))),
        _section("strokes", _("Strokes"), tuple(rules_solitaire.scoring(rules))),
        _section("chances", _("What deals hold"), tuple(rules_solitaire.chances(rules))),
    )
    return tuple(section for section in found if section.sentences)


def preset_rules(preset: Preset, ruleset: engine.Ruleset) -> RulesView:
    """The rules of a preset (with toggles), ``ruleset`` before a host changes any."""
    return RulesView(
        title=preset.title,
        about=preset.summary,
        sections=sections(ruleset, (preset.seats_min, preset.seats_max)),
        open_url=f"{reverse('games:table-new')}?preset={preset.slug}",
        origin=origin_of(preset),
        offers=offers_of(preset),
        facts=facts_of(preset),
    )


def preset_rows() -> tuple[PresetRow, ...]:
    """The presets that hosts are offered."""
    return tuple(
        PresetRow(
            title=preset.title,
            about=preset.summary,
            seats=_("%(low)d to %(high)d seats")
            % {"low": preset.seats_min, "high": preset.seats_max},
            url=reverse("games:preset-rules", args=[preset.slug]),
        )
        for preset in Preset.objects.offered()
    )


def sections(rules: engine.Ruleset, seats: tuple[int, int]) -> tuple[RulesSection, ...]:
    """All that is in force, with the fewest and the most seats; examples are for the fewest."""
    found = (
        _section("deal", _("The deal"), rules_words.deal(rules, seats)),
        _section("openers", _("Openers"), rules_words.openers(rules)),
        _section(
            "turn",
            _("A turn"),
            rules_words.turn(rules),
            intro=_("In your turn you do one of these:"),
        ),
        _section("cards", _("Shown and hidden cards"), rules_words.faces(rules)),
        _section("special", _("Special cards and turns"), rules_words.special(rules)),
        _section("end", _("The end of a hole"), rules_words.ending(rules)),
        _strokes(rules, seats[0]),
        _closer(rules, seats[0]),
        _section("match", _("The match"), rules_scoring.match(rules)),
    )
    return tuple(section for section in found if section.sentences)


def _section(slug: str, title: str, sentences: Sequence[str], intro: str = "") -> RulesSection:
    return RulesSection(slug, title, tuple(sentences), intro)


def _strokes(rules: engine.Ruleset, seats: int) -> RulesSection:
    sentences = (
        *rules_scoring.lines(rules),
        *rules_scoring.best(rules),
        *rules_scoring.charges(rules),
    )
    return RulesSection(
        "strokes",
        _("Strokes"),
        sentences,
        intro=_("A card counts, unless something below says otherwise:"),
        values=tuple(rules_scoring.values(rules)),
        examples=examples(rules, seats),
    )


def _closer(rules: engine.Ruleset, seats: int) -> RulesSection:
    is_judged = rules_scoring.judges(rules)
    return RulesSection(
        "closer",
        _("The closer"),
        tuple(rules_scoring.closer(rules)),
        closings=closings(rules, seats) if is_judged else (),
        closings_caption=_("What a closer counts with %(seats)d seats") % {"seats": seats},
    )
