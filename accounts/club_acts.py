"""The record of a club, as sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Club, ClubAct, Membership

ACTS_A_PAGE = 50

_KIND = ClubAct.Kind

_SENTENCES: dict[str, str | Promise] = {
    _KIND.FOUNDED: gettext_lazy("%(actor)s founded the club."),
    _KIND.SETTINGS_CHANGED: gettext_lazy("%(actor)s changed %(fields)s."),
    _KIND.LINK_RENEWED: gettext_lazy("%(actor)s made another join link."),
    _KIND.CLOSED: gettext_lazy("%(actor)s closed the club."),
    _KIND.JOINED: gettext_lazy("%(actor)s joined %(way)s."),
    _KIND.ASKED: gettext_lazy("%(actor)s asked to join."),
    _KIND.REQUEST_WITHDRAWN: gettext_lazy("%(actor)s took the request to join back."),
    _KIND.REQUEST_ACCEPTED: gettext_lazy("%(actor)s took %(subject)s in."),
    _KIND.REQUEST_DECLINED: gettext_lazy("%(actor)s declined the request of %(subject)s."),
    _KIND.INVITED: gettext_lazy("%(actor)s invited %(subject)s."),
    _KIND.INVITATION_WITHDRAWN: gettext_lazy("%(actor)s took the invitation of %(subject)s back."),
    _KIND.INVITATION_DECLINED: gettext_lazy("%(actor)s declined the invitation."),
    _KIND.ROLE_CHANGED: gettext_lazy("%(actor)s made %(subject)s %(role)s, before %(was)s."),
    _KIND.HANDED_OVER: gettext_lazy("%(actor)s handed the club over to %(subject)s."),
    _KIND.LEFT: gettext_lazy("%(actor)s left the club."),
    _KIND.REMOVED: gettext_lazy("%(actor)s removed %(subject)s."),
    _KIND.BAR_LIFTED: gettext_lazy("%(actor)s let %(subject)s back."),
    _KIND.ANNOUNCED: gettext_lazy("%(actor)s announced something."),
    _KIND.ANNOUNCEMENT_EDITED: gettext_lazy("%(actor)s edited an announcement."),
    _KIND.ANNOUNCEMENT_PINNED: gettext_lazy("%(actor)s pinned an announcement."),
    _KIND.ANNOUNCEMENT_UNPINNED: gettext_lazy("%(actor)s unpinned an announcement."),
    _KIND.ANNOUNCEMENT_REMOVED: gettext_lazy("%(actor)s removed an announcement."),
}

_WAYS = {
    "open": gettext_lazy("on the club's page"),
    "link": gettext_lazy("by the link"),
    "request": gettext_lazy("after a request"),
    "invitation": gettext_lazy("by an invitation"),
}


@dataclass(frozen=True, slots=True)
class ActLine:
    """One act, told in a sentence."""

    sentence: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ActsPage:
    """Acts, latest first; ``before`` is where the next page begins, None on the last."""

    lines: tuple[ActLine, ...]
    before: int | None


def register_sentences(sentences: Mapping[str, str | Promise]) -> None:
    """Tell how another app's kinds of act read; ``%(actor)s`` and ``%(subject)s`` are filled in.

    The facts of an act that are text or numbers can be named as well.
    """
    _SENTENCES.update(sentences)


def acts_of(club: Club, before: str = "") -> ActsPage:
    """A page of the club's record; ``before`` is what the page before said, or ""."""
    acts = club.acts.select_related("actor", "subject").order_by("-pk")
    if before.isdecimal() and len(before) <= 18:
        acts = acts.filter(pk__lt=int(before))
    found = list(acts[: ACTS_A_PAGE + 1])
    lines = tuple(ActLine(sentence_of(act), act.at) for act in found[:ACTS_A_PAGE])
    return ActsPage(lines, found[ACTS_A_PAGE - 1].pk if len(found) > ACTS_A_PAGE else None)


def sentence_of(act: ClubAct) -> str:
    """What was done, in a sentence."""
    facts = act.facts
    words = {name: value for name, value in facts.items() if isinstance(value, str | int)}
    words |= {
        "actor": act.actor.display_name if act.actor else _("The site"),
        "subject": act.subject.display_name if act.subject else _("somebody"),
    }
    if "changed" in facts:
        words["fields"] = _fields_in_words(facts["changed"])
    if "way" in facts:
        words["way"] = str(_WAYS.get(facts["way"], facts["way"]))
    if "roles" in facts:
        words["was"], words["role"] = (str(_role_label(role)) for role in facts["roles"])
    return str(_SENTENCES.get(act.kind, act.kind)) % words


def _fields_in_words(changed: Mapping[str, list[object]]) -> str:
    labels = {field.name: field.verbose_name for field in Club._meta.fields}
    if list(changed) == ["name"]:
        was, after = changed["name"]
        return _("the name from %(was)s to %(after)s") % {"was": was, "after": after}
    # A database may keep the keys in an order of its own.
    quoted = [
        _("the setting “%(label)s”") % {"label": labels[name]} for name in labels if name in changed
    ]
    return get_text_list(quoted, _("and"))


def _role_label(role: str) -> str | Promise:
    return Membership.Role(role).label if role in Membership.Role.values else role
