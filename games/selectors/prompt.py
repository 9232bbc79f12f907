"""The one line that always tells what the viewer may do now, and the buttons under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.selectors.board import EXCHANGE, Board
from games.selectors.table_view import ChoiceView
from games.selectors.wording import names_words, the_card


def prompt(board: Board) -> str:
    """What the viewer may do, or for whom the table waits."""
    seen = board.seen
    if seen.match_phase == engine.MatchPhase.FINISHED:
        return _("The match is over.")
    if seen.viewer is None or seen.viewer not in seen.to_act:
        return _waiting(board)
    says = _own_prompt(board, seen.viewer)
    if seen.match_phase == engine.MatchPhase.HOLE and seen.is_extra_turn:
        return _("Golf! One more turn. %(prompt)s") % {"prompt": says}
    if seen.match_phase == engine.MatchPhase.HOLE and seen.closer is not None:
        return _("Last turn. %(prompt)s") % {"prompt": says}
    return says


NAMES_MOST = 3
"""How many names a sentence takes before it counts them."""


def who_words(names: Sequence[str], count: int) -> str:
    """Names in a sentence; of many only how many they are."""
    if len(names) <= NAMES_MOST:
        return names_words(names)
    if len(names) == count:
        return _("everybody")
    return _("%(count)d players") % {"count": len(names)}


def _waiting(board: Board) -> str:
    seen = board.seen
    names = [board.seats[number].name for number in seen.to_act]
    values = {"names": who_words(names, len(board.seats))}
    if seen.match_phase == engine.MatchPhase.SCORE_CARD:
        return _("Waiting for %(names)s to close the score card.") % values
    if seen.hole_phase == engine.HolePhase.OPENERS:
        return _("Waiting for %(names)s to choose openers.") % values
    if seen.drawn_by is not None:
        return _("%(names)s has drawn a card.") % values
    return _("%(names)s is to move.") % values


def _own_prompt(board: Board, viewer: int) -> str:
    seen = board.seen
    if seen.match_phase == engine.MatchPhase.SCORE_CARD:
        return _("Read the score card, then go on to the next hole.")
    if seen.hole_phase == engine.HolePhase.OPENERS:
        return _openers(seen, viewer)
    if seen.hole_phase == engine.HolePhase.DRAWN:
        return _drawn(board)
    values = {"card": the_card(seen.discard[-1])}
    if board.pick == "discard":
        return _("Tap a card of yours to put %(card)s there.") % values
    if board.pick == "knock":
        return _("Knock? Your layout stays as it is, and the hole ends soon.")
    return _("Tap the stock, or %(card)s on the discard pile.") % values


def _openers(seen: engine.Observation, viewer: int) -> str:
    left = seen.openers_left[viewer]
    if seen.ruleset.openers_seen == "peek":
        text = ngettext("Look at one of your cards.", "Look at %(count)d of your cards.", left)
    else:
        text = ngettext("Turn up one of your cards.", "Turn up %(count)d of your cards.", left)
    return text % {"count": left}


def _drawn(board: Board) -> str:
    values = {"card": the_card(board.seen.drawn)}
    if board.held == "throw":
        return _("Tap a hidden card to turn it up; %(card)s is thrown away.") % values
    if board.aimed is not None:
        return _aimed(board, {**values, "name": board.seats[board.aimed].name})
    if board.held == "peek":
        return _("Tap a hidden card to look at it; %(card)s is thrown away.") % values
    if board.held == "exchange":
        return _("Tap the first of two cards to exchange; %(card)s is thrown away.") % values
    if board.held.startswith(EXCHANGE):
        return _("Tap the card to exchange it with.")
    if len(_open_choices(board)) > 2:
        return _("Tap a card of yours to put %(card)s there, or throw it away:") % values
    return _("Tap a card of yours to put %(card)s there, or throw it away.") % values


def _aimed(board: Board, values: Mapping[str, str]) -> str:
    if board.held == "peek":
        return _("Tap a hidden card of %(name)s to look at it; %(card)s is thrown away.") % values
    if board.held == "exchange":
        return _("Tap a card of %(name)s to exchange; %(card)s is thrown away.") % values
    return _("Tap the card of %(name)s to exchange it with.") % values


def choices(board: Board) -> tuple[ChoiceView, ...]:
    """The buttons under the prompt: what a tap on the table can't say."""
    if "dismiss" in board.lawful:
        return (ChoiceView(_("Next hole"), action="dismiss", is_primary=True),)
    if board.pick == "knock":
        return (
            ChoiceView(_("Knock"), action="knock", is_primary=True),
            ChoiceView(_("Not yet"), href=board.url),
        )
    if board.pick == "discard":
        return (ChoiceView(_("Put it back"), href=board.url),)
    if board.aimed is not None:
        return (
            ChoiceView(_("Back to all seats"), href=board.where(board.held)),
            ChoiceView(_("Keep the drawn card"), href=board.url),
        )
    if board.pick:
        return (ChoiceView(_("Keep the drawn card"), href=board.url),)
    return tuple(_open_choices(board))


def _open_choices(board: Board) -> list[ChoiceView]:
    found: list[ChoiceView] = []
    if "undo" in board.lawful:
        found.append(ChoiceView(_("Take it back"), action="undo"))
    if "knock" in board.lawful:
        found.append(ChoiceView(_("Knock"), href=board.where("knock")))
    if board.can_flip:
        label = _("Throw away and turn one up")
        found.append(ChoiceView(label, href=board.where("throw"), short=_("Turn one up")))
    if board.may("discard peek "):
        label = _("Throw away and look at a card")
        found.append(ChoiceView(label, href=board.where("peek"), short=_("Look at a card")))
    if board.may("discard exchange "):
        label = _("Throw away and exchange two cards")
        found.append(ChoiceView(label, href=board.where("exchange"), short=_("Exchange two")))
    if "discard" in board.lawful:
        label = _("Throw away, turn nothing") if board.can_flip else _("Throw it away")
        found.append(ChoiceView(label, action="discard", short=_("Turn nothing")))
    return found
