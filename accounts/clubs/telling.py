"""What is done in clubs, and what somebody was shown of it, told to apps that send messages.

An app that does registers two hooks once, from its AppConfig.ready():

    telling.register(tell_of_act, drop_what_was_shown)

The first gets every act in the transaction that writes it; the second gets what a page showed.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from accounts.models import Club, ClubAct, User


class Subject(StrEnum):
    """What a page shows of a club, by the name under which acts keep its rows' keys as facts."""

    ANNOUNCEMENT = "announcement"
    INVITATION = "invitation"
    REQUEST = "request"


@dataclass(frozen=True, slots=True)
class Shown:
    """What somebody saw at a time: these rows, or where ``pks`` is None all that there were.

    Without a club it is those of every club.
    """

    user: User
    subject: Subject
    at: datetime
    club: Club | None = None
    pks: Collection[int] | None = None


ActHook = Callable[[ClubAct], None]
ShownHook = Callable[[Shown], None]

_hooks: list[tuple[ActHook, ShownHook]] = []


def register(tell_of_act: ActHook, drop_what_was_shown: ShownHook) -> None:
    """Call the hooks from now on; twice the same are called once."""
    if (tell_of_act, drop_what_was_shown) not in _hooks:
        _hooks.append((tell_of_act, drop_what_was_shown))


def tell_of(act: ClubAct) -> None:
    """Tell of an act that was just written, in the same transaction."""
    for tell_of_act, _shown in _hooks:
        tell_of_act(act)


def note_shown(shown: Shown) -> None:
    """Tell that somebody was shown something, which no message need tell any more."""
    for _act, drop_what_was_shown in _hooks:
        drop_what_was_shown(shown)
