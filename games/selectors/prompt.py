"""The one line that always tells what the viewer may do now, and at most two buttons."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.selectors.board import lawful
from games.selectors.table_view import ChoiceView
from games.selectors.wording import names_words, the_card


def prompt(observation: engine.Observation, pick: str, names: Sequence[str]) -> str:
    """What the viewer may do, or for whom the table waits."""
    viewer = observation.viewer
    if observation.match_phase == engine.MatchPhase.FINISHED:
        return _("The match is over.")
    if viewer is not None and viewer in observation.to_act:
        says = _own_prompt(observation, pick, viewer)
        is_in_hole = observation.match_phase == engine.MatchPhase.HOLE
        if is_in_hole and observation.closer is not None:
            return _("Last turn. %(prompt)s") % {"prompt": says}
        return says
    waiting = names_words([names[number] for number in observation.to_act])
    if observation.match_phase == engine.MatchPhase.SCORE_CARD:
        return _("Waiting for %(names)s to close the score card.") % {"names": waiting}
    if observation.hole_phase == engine.HolePhase.OPENERS:
        return _("Waiting for %(names)s to choose openers.") % {"names": waiting}
    if observation.drawn_by is not None:
        return _("%(names)s has drawn a card.") % {"names": waiting}
    return _("%(names)s is to move.") % {"names": waiting}


def _own_prompt(observation: engine.Observation, pick: str, viewer: int) -> str:
    if observation.match_phase == engine.MatchPhase.SCORE_CARD:
        return _("Close the score card to go on to the next hole.")
    match observation.hole_phase, pick:
        case engine.HolePhase.OPENERS, _pick:
            opened = sum(card.face is not None for card in observation.layouts[viewer])
            left = observation.ruleset.openers - opened
            if observation.ruleset.openers_seen == "peek":
                text = ngettext(
                    "Look at %(count)d of your cards.", "Look at %(count)d of your cards.", left
                )
            else:
                text = ngettext(
                    "Turn up %(count)d of your cards.", "Turn up %(count)d of your cards.", left
                )
            return text % {"count": left}
        case engine.HolePhase.DRAWN, "throw":
            return _("Tap a hidden card to turn it up; %(card)s is thrown away.") % {
                "card": the_card(observation.drawn)
            }
        case engine.HolePhase.DRAWN, _pick:
            return _("Tap a card to put %(card)s there, or throw it away.") % {
                "card": the_card(observation.drawn)
            }
        case _phase, "discard":
            return _("Tap a card of yours to put %(card)s there.") % {
                "card": the_card(observation.discard[-1])
            }
    return _("Tap the stock, or %(card)s on the discard pile.") % {
        "card": the_card(observation.discard[-1])
    }


def choices(observation: engine.Observation, pick: str, table_url: str) -> tuple[ChoiceView, ...]:
    """The buttons under the prompt."""
    texts = lawful(observation)
    found: list[ChoiceView] = []
    if "dismiss" in texts:
        found.append(ChoiceView(_("Next hole"), action="dismiss", is_primary=True))
    if pick == "discard":
        found.append(ChoiceView(_("Put it back"), href=table_url))
    elif pick == "throw":
        found.append(ChoiceView(_("Keep the drawn card"), href=table_url))
    elif any(text.startswith("discard ") for text in texts):
        href = f"{table_url}?pick=throw"
        found.append(ChoiceView(_("Throw away and turn one up"), href=href))
    if "discard" in texts:
        found.append(ChoiceView(_("Throw away, turn nothing"), action="discard"))
    return tuple(found)
