"""Short texts about a match that several pages print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.engine.state import HOLE_LIMIT
from games.models import Match, Seat
from games.selectors.access import Viewer
from games.selectors.wording import names_words


def own_seat(seats: Sequence[Seat], viewer: Viewer) -> Seat | None:
    """The viewer's seat, whoever plays it now."""
    if viewer.player_id is None:
        return None
    return next((seat for seat in seats if seat.player_id == viewer.player_id), None)


def rules_label(match: Match, ruleset: engine.AnyRuleset) -> str:
    """Preset, layout and length in a line."""
    return f"{match.preset.title} · {shape_label(ruleset)}"


def shape_label(ruleset: engine.AnyRuleset) -> str:
    """Layout and length in a line; a game without layouts has its length alone."""
    parts = []
    if isinstance(ruleset, engine.Ruleset):
        parts.append(ruleset.layout.replace("x", "\u00d7"))
    if ruleset.holes:
        parts.append(ngettext("%d hole", "%d holes", ruleset.holes) % ruleset.holes)
    if isinstance(ruleset, engine.Ruleset) and ruleset.limit:
        parts.append(_("to %d") % ruleset.limit)
    return " · ".join(parts)


def table_label(match: Match, seats: Iterable[Seat], player_id: int | None) -> str:
    """A table as one of its players knows it: the kind of game, and with whom."""
    names = [seat.name for seat in seats if seat.player_id != player_id]
    if not names:
        return match.preset.title
    return _("%(game)s with %(names)s") % {"game": match.preset.title, "names": names_words(names)}


def hole_label(seen: engine.AnyObservation) -> str:
    """Which hole it is, of how many; which extra one; or that it is over."""
    if seen.match_phase == engine.MatchPhase.FINISHED:
        return _("Final")
    if isinstance(seen, engine.Observation) and is_extra_hole(seen):
        number = seen.hole_index - len(seen.scored) + 1
        return _("Extra hole %(number)d") % {"number": number}
    values = {"number": seen.hole_index + 1, "holes": seen.ruleset.holes}
    if seen.ruleset.holes:
        return _("Hole %(number)d of %(holes)d") % values
    return _("Hole %(number)d") % values


def is_extra_hole(seen: engine.Observation) -> bool:
    """Whether the hole is one of those that only order tied leaders (rules, section 5)."""
    rules = seen.ruleset
    is_limit_reached = bool(rules.limit) and max(seen.totals) >= rules.limit
    is_played = is_limit_reached or len(seen.scored) >= (rules.holes or HOLE_LIMIT)
    return is_played and seen.hole_index >= len(seen.scored)
