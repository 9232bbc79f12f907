"""Strokes and the match as a ruleset has them, in plain sentences (rules 3, 4 and 5)."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import FACES, RANKS, Ruleset, rank_of_face
from games.selectors.card_words import (
    faces_words,
    number,
    ranks_by_value,
    ranks_words,
    several_ranks_words,
    the_face,
)
from games.selectors.closing_words import BONUSES, FAILS


def has(rules: Ruleset, face: str) -> bool:
    """Whether the packs have this card."""
    return face in FACES[: 52 + rules.jokers_per_pack]


def wild_of(rules: Ruleset) -> list[str]:
    """The wild cards of the packs, in the order of a pack."""
    return [face for face in FACES if face in rules.wild and has(rules, face)]


def ranks_of(rules: Ruleset) -> list[str]:
    """The ranks of the packs."""
    return [rank for rank in RANKS if rank != "X" or rules.jokers_per_pack]


def overrides_of(rules: Ruleset) -> dict[str, Any]:
    """Lines of one rank with a worth of their own, of ranks that are in the packs."""
    ranks = ranks_of(rules)
    return {rank: worth for rank, worth in rules.line_overrides.items() if rank in ranks}


def values(rules: Ruleset) -> list[tuple[str, str]]:
    """What each card counts: its name and its strokes, lowest first, exceptions last."""
    printed = _printed(rules)
    others = [rank for rank in ranks_of(rules) if rank not in printed]
    rows = [
        (value, capfirst(several_ranks_words(ranks)), number(value))
        for ranks, value in ranks_by_value(rules.values, others)
    ]
    if printed:
        words = {"first": ranks_words(printed[0]), "last": ranks_words(printed[-1])}
        name = capfirst(_("%(first)s to %(last)s") % words)
        rows.append((int(printed[0]), name, _("what they show")))
    exceptions = [
        (capfirst(the_face(face)), number(value))
        for face, value in rules.card_values.items()
        if has(rules, face) and value != rules.values[rank_of_face(face)]
    ]
    return [(name, strokes) for _value, name, strokes in sorted(rows)] + exceptions


def _printed(rules: Ruleset) -> list[str]:
    """The ranks up to ten, all without a gap, that count what they show; [] for few of them."""
    runs = groupby(RANKS[1:10], lambda rank: rules.values[rank] == int(rank))
    found = max((list(run) for is_printed, run in runs if is_printed), key=len, default=[])
    return found if len(found) > 2 else []


def lines(rules: Ruleset) -> list[str]:
    """Lines, prices of lines, blocks and wild cards."""
    return [*_lines(rules), *_overrides(rules), *_blocks(rules), *_wild(rules)]


def _kinds(rules: Ruleset) -> tuple[bool, bool]:
    has_rows = len(rules.counted_lines) > rules.columns
    return has_rows, rules.lines == "columns_rows_diagonals"


def _lines(rules: Ruleset) -> list[str]:
    has_rows, has_diagonals = _kinds(rules)
    if has_diagonals:
        which = _("A whole column, row or diagonal of one rank counts 0 for all its cards.")
    elif has_rows:
        which = _("A whole column or row of one rank counts 0 for all its cards.")
    else:
        which = _(
            "A whole column of one rank counts 0 for all its cards. Rows and diagonals never count."
        )
    found = [which]
    if has_rows:
        found.append(_("Lines may overlap; a card in two of them still counts once, 0."))
    below = [
        rank
        for rank in ranks_of(rules)
        if rules.values[rank] < 0 and rank not in overrides_of(rules)
    ]
    if below:
        found.append(
            _("That holds for %(ranks)s too: complete, they count 0 and no longer less.")
            % {"ranks": several_ranks_words(below)}
        )
    return found


def _overrides(rules: Ruleset) -> list[str]:
    worths = overrides_of(rules)
    found = []
    kept = [rank for rank, worth in worths.items() if worth == "keep"]
    if kept:
        found.append(
            _("A line of %(ranks)s is no such line: its cards keep their values.")
            % {"ranks": several_ranks_words(kept)}
        )
    for rank, worth in worths.items():
        if worth != "keep":
            found.append(
                _(
                    "A line of %(ranks)s counts %(worth)s in all. Such lines share no card; a card "
                    "left over counts its value."
                )
                % {"ranks": ranks_words(rank), "worth": number(worth)}
            )
    return found


def _blocks(rules: Ruleset) -> list[str]:
    if rules.block_score is None:
        return []
    worth = {"worth": number(rules.block_score)}
    if rules.cards == 4:
        return [
            _(
                "Four cards of one rank make a block: it counts %(worth)s in all, instead of "
                "its lines."
            )
            % worth
        ]
    return [
        _(
            "Two by two cards of one rank make a block: it counts %(worth)s in all for its four "
            "cards, which then count in no line. Blocks that count share no card."
        )
        % worth
    ]


def _wild(rules: Ruleset) -> list[str]:
    wild = wild_of(rules)
    if not wild:
        return []
    where = _("line by line and block by block") if rules.block_score else _("line by line")
    found = [
        ngettext(
            "%(cards)s is wild: it may stand for any rank, %(where)s, or for nothing and count "
            "its own value, whatever is best for its owner.",
            "%(cards)s are wild: each may stand for any rank, %(where)s, or for nothing and count "
            "its own value, whatever is best for its owner.",
            len(wild),
        )
        % {"cards": capfirst(faces_words(wild)), "where": where},
        _("A line of wild cards only is complete and counts 0."),
    ]
    if "keep" in overrides_of(rules).values():
        found.append(_("In a line that keeps its values a wild card keeps its own."))
    return found


def best(rules: Ruleset) -> list[str]:
    """How a choice between blocks, lines and wild cards is made, where there can be one."""
    has_price = any(worth != "keep" for worth in overrides_of(rules).values())
    if not (wild_of(rules) or rules.block_score or has_price):
        return []
    return [_("Where there is a choice, the site counts what gives the owner the fewest strokes.")]


def charges(rules: Ruleset) -> list[str]:
    """What one seat's square of a rank costs the others."""
    if not rules.adjacent_pairs_charge:
        return []
    found = [
        _(
            "Two by two cards of one printed rank charge every other seat %(charge)d strokes. "
            "Squares that overlap charge once each."
        )
        % {"charge": rules.adjacent_pairs_charge}
    ]
    return [*found, _("No card is wild for this.")] if wild_of(rules) else found


def judges(rules: Ruleset) -> bool:
    """Whether closing a hole can change a seat's strokes."""
    if (rules.closer_fails, rules.closer_bonus) == ("none", "none"):
        return False
    return rules.knock or rules.closer_judged == "every_closer"


def closer(rules: Ruleset) -> list[str]:
    """The closer's penalty and bonus."""
    if not judges(rules):
        return [_("Whoever closes a hole has no advantage and no penalty from it.")]
    found = [_who_is_judged(rules)]
    if rules.closer_tie_is_safe:
        found.append(_("Lowest, or tied for lowest, is a success; anything else is a failure."))
    else:
        found.append(
            _("Lowest of all is a success; a tie for lowest or anything else is a failure.")
        )
    fails, bonus = FAILS.get(rules.closer_fails), BONUSES.get(rules.closer_bonus)
    if fails is None:
        found.append(_("After a failure the strokes stay as they are."))
    else:
        found.append(
            _("After a failure the closer counts %(what)s. A failure never lowers a score.")
            % {"what": fails}
        )
    if bonus is None:
        found.append(_("After a success the strokes stay as they are."))
    else:
        found.append(_("After a success the closer counts %(what)s.") % {"what": bonus})
    return found


def _who_is_judged(rules: Ruleset) -> str:
    if rules.closer_judged == "knocker":
        return _(
            "A seat that knocked is compared with the others; going out without a knock "
            "changes nothing."
        )
    if rules.knock:
        return _("The closer, by going out or by a knock, is compared with the others.")
    return _("The closer is compared with the others.")


def match(rules: Ruleset) -> list[str]:
    """The end of the match, ties, four of a kind."""
    found = [_length(rules)]
    if not rules.holes:
        found.append(_("It ends after 200 holes in any case."))
    found.append(_("The lowest total wins."))
    if rules.four_of_a_kind == "wins_match":
        found.append(
            _(
                "Two by two cards of one printed rank when a hole is scored win the match at once. "
                "Of several such seats the one with the lowest total before the hole wins; equal "
                "ones share."
            )
        )
    if rules.tie == "shared":
        found.append(
            _("Equal totals share a place, and the place after them stays empty: 1, 1, 3.")
        )
    else:
        found.append(
            _(
                "Leaders with equal totals play up to three extra holes among themselves. Those "
                "strokes order them and enter no total; whoever is equal then shares the place."
            )
        )
    found.append(
        _(
            "After each hole a score card shows strokes and totals. The next hole is dealt when "
            "everybody who still sits at the table has closed it."
        )
    )
    return found


def _length(rules: Ruleset) -> str:
    holes = ngettext("%(count)d hole", "%(count)d holes", rules.holes) % {"count": rules.holes}
    words = {"holes": holes, "limit": rules.limit}
    if not rules.limit:
        return _("The match ends after %(holes)s.") % words
    if not rules.holes:
        return _("The match ends after the hole in which a total reaches %(limit)d.") % words
    return (
        _(
            "The match ends after %(holes)s, or before that after the hole in which a total "
            "reaches %(limit)d."
        )
        % words
    )
