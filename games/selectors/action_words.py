"""What might be done, in words: the actions that somebody could choose from at some moment."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import engine
from games.selectors.wording import place_words, the_card

_PLAIN = {
    engine.Draw: gettext_lazy("Draw from the stock"),
    engine.Knock: gettext_lazy("Knock"),
    engine.Undo: gettext_lazy("Take it back"),
    engine.Dismiss: gettext_lazy("Put the score card away"),
}


def option_words(state: engine.MatchState, action: engine.Action, names: Sequence[str]) -> str:
    """An action as a thing to do: "Take the 5 of clubs to row 1, column 3, for a hidden card".

    ``state`` is the whole truth before it, so this is for holes that are over.
    """
    hole, columns = state.hole, state.ruleset.columns
    if type(action) in _PLAIN:
        return str(_PLAIN[type(action)])
    if isinstance(action, engine.TurnUp):
        is_peek = state.ruleset.openers_seen == "peek"
        text = _("Look at the card at %(place)s") if is_peek else _("Turn up the card at %(place)s")
        return text % {"place": place_words(action.slot, columns)}
    if hole is None:
        raise ValueError("nothing is dealt yet")
    if isinstance(action, engine.Take):
        values = {"card": the_card(engine.face_of(hole.discard[-1]))}
        text = _("Take %(card)s to %(place)s, for %(other)s")
        return text % {**values, **_place(hole, action.seat, action.slot, columns)}
    if hole.drawn is None:
        raise ValueError("nothing is drawn")
    values = {"card": the_card(engine.face_of(hole.drawn))}
    if isinstance(action, engine.Swap):
        text = _("Put %(card)s at %(place)s, for %(other)s")
        return text % {**values, **_place(hole, action.seat, action.slot, columns)}
    return _thrown(action, values, names, columns)


def _place(hole: engine.HoleState, seat: int, slot: int, columns: int) -> dict[str, str]:
    """Where a card would go, and what lies there."""
    is_up = hole.up[seat] >> slot & 1
    other = the_card(engine.face_of(hole.layouts[seat][slot])) if is_up else _("a hidden card")
    return {"place": place_words(slot, columns), "other": other}


def _thrown(
    action: engine.Action, values: dict[str, str], names: Sequence[str], columns: int
) -> str:
    """What is done with a drawn card that is thrown away."""
    match action:
        case engine.Discard(flip=None):
            return _("Throw %(card)s away") % values
        case engine.Discard(flip=int(slot)):
            text = _("Throw %(card)s away and turn up %(place)s")
            return text % {**values, "place": place_words(slot, columns)}
        case engine.Peek(seat=seat, owner=owner, slot=slot):
            text = _("Throw %(card)s away and look at the card at %(place)s")
            if owner != seat:
                text = _("Throw %(card)s away and look at %(owner)s's card at %(place)s")
            place = place_words(slot, columns)
            return text % {**values, "place": place, "owner": names[owner]}
        case engine.Exchange(first=first, second=second):
            one, other = (
                _("%(name)s's card at %(place)s")
                % {"name": names[seat], "place": place_words(slot, columns)}
                for seat, slot in (first, second)
            )
            text = _("Throw %(card)s away and exchange %(first)s with %(second)s")
            return text % {**values, "first": one, "second": other}
    raise ValueError(f"no seat chooses {action!r}")
