"""A club's house rules: chosen by its organisers, checked, and held against every new table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.club_rights import Right
from accounts.clubs.standing import membership_of, standing_of
from accounts.models import Club, User
from games import engine
from games.clocks import Clock, ClockError
from games.engine import codec
from games.models import ClubRules, Match, Player, Preset
from games.selectors.club_rules import ClubTerms, is_among, narrowed, terms_of
from games.selectors.refused_rules import refusal_words
from games.selectors.toggle_words import label_of
from games.services.club_record import hold_club, record
from games.services.refusals import Refused
from games.services.rulesets import BadRuleset, as_published, resolve

CLOCKS_MAX = 12


def change_terms(
    club: Club,
    actor: User,
    *,
    presets: Sequence[str],
    clocks: Sequence[str],
    allows_bots: bool,
    now: datetime,
) -> ClubRules:
    """Choose the presets and clocks that hosts may use (none: any), and whether bots may play.

    Raises ``Refused``.
    """
    with transaction.atomic():
        rules = _held(club, actor)
        offered = Preset.objects.of_tables().filter(slug__in=presets)
        known = set(offered.values_list("slug", flat=True))
        for slug in presets:
            if slug not in known:
                raise BadRuleset("preset", slug[:40], _("no kind of game of this site"))
        texts = _clocks(clocks)
        changed = [
            str(words)
            for words, is_other in (
                (_("kinds of game"), rules.presets != list(presets)),
                (_("clocks"), rules.clocks != texts),
                (_("bots"), rules.allows_bots is not allows_bots),
            )
            if is_other
        ]
        rules.presets, rules.clocks = list(dict.fromkeys(presets)), texts
        rules.allows_bots = allows_bots
        return _keep(rules, actor, changed, now)


def change_toggles(
    club: Club, actor: User, slug: str, toggles: Mapping[str, Sequence[Any]], *, now: datetime
) -> ClubRules:
    """Choose what hosts may set of a preset: values by field, the usual one first.

    Fields that are left out stay as the site offers them. Raises ``Refused``, naming the field for
    what the preset does not offer, and for what can't be played.
    """
    with transaction.atomic():
        rules = _held(club, actor)
        check_toggles(slug, toggles)
        before = rules.toggles.get(slug, {})
        wanted = {name: list(values) for name, values in toggles.items()}
        changed = sorted(
            label_of(name)
            for name in before.keys() | wanted.keys()
            if before.get(name) != wanted.get(name)
        )
        others = {other: kept for other, kept in rules.toggles.items() if other != slug}
        rules.toggles = others | ({slug: wanted} if wanted else {})
        title = Preset.objects.get(slug=slug).title
        told = [f"{title}: {', '.join(changed)}"] if changed else []
        return _keep(rules, actor, told, now)


def check_toggles(slug: str, toggles: Mapping[str, Sequence[Any]]) -> None:
    """Check what hosts are to be left of a preset.

    Every value must be one that the site offers there, the usual ones must be playable together by
    the fewest seats, and every other value with some of the rest. Raises ``BadRuleset``.
    """
    preset = _preset(slug)
    offered = {toggle.field: toggle for toggle in preset.toggles.all()}
    for name, values in toggles.items():
        toggle = offered.get(name)
        if toggle is None or toggle.is_locked:
            raise BadRuleset(name, list(values), _("not offered by this preset"))
        if not isinstance(values, list | tuple) or not values:
            raise BadRuleset(name, values, _("one value or more"))
        for at, value in enumerate(values):
            if not is_among(value, toggle.offered) or is_among(value, values[:at]):
                words = ", ".join(str(one) for one in toggle.offered)
                raise BadRuleset(name, value, words)
    wanted = {name: list(values) for name, values in toggles.items()}
    _check_playable(narrowed(preset, ClubTerms(toggles={slug: wanted})), toggles)


def may_choose_rules(user: User, club: Club) -> bool:
    """Whether somebody may change a club's house rules."""
    return standing_of(user, club).may(Right.RULES)


def require_member(club: Club | None, player: Player) -> None:
    """Refuse whoever is no member of the club; a table without a club takes everybody."""
    if club is not None and (player.user is None or membership_of(player.user, club) is None):
        words = _("This is a table of %(club)s: only its members sit down at it.")
        raise Refused("not_club_member", words % {"club": club.name})


def require_table(
    club: Club, preset: Preset, choices: Mapping[str, Any], seats: int, clock: str
) -> engine.Ruleset:
    """The ruleset of a host's choices at a club's table. Raises ``Refused``.

    What the club has locked may be left out or named as it is.
    """
    terms = terms_of(club)
    # Another object than the caller's, whose toggles stay as they are.
    narrow = narrowed(_preset(preset.slug), terms)
    if not terms.takes_preset(preset.slug):
        _outside(_("“%(game)s” is not played there") % {"game": preset.title})
    require_clock(terms, clock)
    locked = {t.field: t.default for t in narrow.toggles.all() if t.is_locked}
    open_choices = {
        name: value
        for name, value in choices.items()
        if not (name in locked and is_among(value, [locked[name]]))
    }
    try:
        return resolve(narrow, open_choices, seats)
    except BadRuleset as error:
        resolve(preset, choices, seats)
        accepted = error.accepted
        if error.field in locked:
            accepted = _("the club has locked it")
        raise Refused(
            "not_in_club_rules", refusal_words(error.field, error.value, accepted)
        ) from error


def require_clock(terms: ClubTerms, clock: str) -> None:
    """Refuse a clock that the club doesn't take."""
    if not terms.takes_clock(clock):
        _outside(_("the clock is none of those that the club has chosen"))


def require_bots(club: Club | None) -> None:
    """Refuse bots at the tables of a club that plays without them."""
    if not terms_of(club).allows_bots:
        raise Refused("no_bots_here")


def require_as_played(match: Match) -> None:
    """Refuse to play a match again where the club's rules no longer take it as it was."""
    if match.club is None:
        return
    terms = terms_of(match.club)
    if not terms.takes_preset(match.preset.slug):
        _outside(_("“%(game)s” is not played there") % {"game": match.preset.title})
    require_clock(terms, match.clock)
    if match.seats.filter(player__isnull=True).exists():
        require_bots(match.club)
    if terms.toggles.get(match.preset.slug):
        narrow = narrowed(_preset(match.preset.slug), terms)
        if not _reaches(as_published(narrow), narrow, match.ruleset):
            _outside(_("its hosts can't set the rules of that match any more"))


def _outside(why: str) -> None:
    raise Refused("not_in_club_rules", _("The club's house rules don't take that: %s.") % why)


def _held(club: Club, actor: User) -> ClubRules:
    """The club's rules, locked with the club; a club without any gets its row when it is kept."""
    found = hold_club(club, actor, Right.RULES)
    return ClubRules.objects.filter(club=found).first() or ClubRules(club=found)


def _keep(rules: ClubRules, actor: User, changed: list[str], now: datetime) -> ClubRules:
    if changed:
        rules.changed_at = now
        rules.save()
        record(rules.club, "rules_changed", actor, now=now, what=", ".join(changed))
    return rules


def _clocks(clocks: Iterable[str]) -> list[str]:
    found: dict[str, None] = {}
    for text in clocks:
        try:
            found[Clock.parse(text).text if text else ""] = None
        except ClockError as error:
            raise Refused("bad_clock") from error
    if len(found) > CLOCKS_MAX:
        raise Refused("too_many_clocks")
    return list(found)


def _preset(slug: str) -> Preset:
    found = Preset.objects.of_tables().prefetch_related("toggles").filter(slug=slug).first()
    if found is None:
        raise BadRuleset("preset", slug[:40], _("no kind of game of this site"))
    return found


def _check_playable(preset: Preset, toggles: Mapping[str, Sequence[Any]]) -> None:
    seats = preset.seats_min
    resolve(preset, {}, seats)
    left = {toggle.field: toggle.offered for toggle in preset.toggles.all() if not toggle.is_locked}
    for name in toggles:
        for value in left.get(name, [])[1:]:
            tried = _with_others(name, value, left)
            if not any(_is_playable(preset, choices, seats) for choices in tried):
                resolve(preset, {name: value}, seats)


def _with_others(
    name: str, value: Any, left: Mapping[str, Sequence[Any]]
) -> Iterator[dict[str, Any]]:
    """A value with the rest as usual, then with one of the rest changed."""
    yield {name: value}
    for other, values in left.items():
        if other != name:
            for another in values[1:]:
                yield {name: value, other: another}


def _is_playable(preset: Preset, choices: Mapping[str, Any], seats: int) -> bool:
    try:
        resolve(preset, choices, seats)
    except BadRuleset:
        return False
    return True


def _reaches(published: engine.Preset, preset: Preset, ruleset: Mapping[str, Any]) -> bool:
    """Whether a host could set exactly these rules: each toggle is brought as near as it gets."""
    choices: dict[str, Any] = {}
    toggles = [toggle for toggle in preset.toggles.all() if not toggle.is_locked]
    for _pass in range(2):
        for toggle in toggles:
            choices[toggle.field] = min(
                toggle.offered,
                key=lambda value, name=toggle.field: _distance(  # type: ignore[misc]
                    published, {**choices, name: value}, ruleset
                ),
            )
        if _distance(published, choices, ruleset) == 0:
            return True
    return False


def _distance(
    published: engine.Preset, choices: Mapping[str, Any], ruleset: Mapping[str, Any]
) -> int:
    """In how much these choices differ from a stored ruleset."""
    try:
        found = codec.encode_ruleset(engine.Ruleset.from_fields(published.fields(choices)))
    except engine.RulesetError:
        return len(ruleset) * 100
    return sum(
        len(dict(one).items() ^ dict(other).items())
        if isinstance(one, dict) and isinstance(other, dict)
        else one != other
        for one, other in ((found.get(name), ruleset.get(name)) for name in found | dict(ruleset))
    )
