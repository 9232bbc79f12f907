"""The mail server of a simulated club: it keeps every letter, and which messages it told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from games.models import Message
from games.selectors.letters import Letter


@dataclass(slots=True)
class Post:
    """Every letter that arrived; ``now`` is the time of the club."""

    now: datetime
    arrived: Counter[str] = field(default_factory=Counter)
    letters_of: dict[str, set[str]] = field(default_factory=dict)
    told: dict[tuple[int, int | None], datetime] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    needless: list[str] = field(default_factory=list)

    def take(self, letter: Letter, address: str) -> None:  # noqa: ARG002 - as games.letters
        """Take a letter in, as ``games.letters.send_mail`` hands it over."""
        self.arrived[letter.name] += 1
        for message in Message.objects.filter(letter=letter.name).select_related("match"):
            is_new = message.key not in self.letters_of
            self.letters_of.setdefault(message.key, set()).add(letter.name)
            self.told[message.recipient_id, message.match_id] = self.now
            if is_new:
                self.kinds[message.kind] += 1
                self._judge(message)

    def _judge(self, message: Message) -> None:
        """Note a message about a turn that isn't waiting, or that its player has looked at."""
        if message.kind != "your_turn" or message.match is None:
            return
        seat = message.match.seats.get(player_id=message.recipient_id)
        looked = seat.looked_at is not None and seat.looked_at >= message.created_at
        has_looked = looked and seat.seen_sequence >= message.facts["sequence"]
        if not seat.is_to_act or seat.is_bot_held or has_looked:
            state = (seat.is_to_act, seat.bot, seat.seen_sequence, seat.looked_at)
            self.needless.append(
                f"{self.now}: {message.key} of {message.created_at}, {message.timing}, "
                f"{message.facts}, seat {state}"
            )

    @property
    def duplicates(self) -> int:
        """Messages that more than one letter told."""
        return sum(len(names) > 1 for names in self.letters_of.values())

    @property
    def repeats(self) -> int:
        """Letters that came again under their own name, after a sender was killed in between."""
        return sum(count - 1 for count in self.arrived.values())


def counted(values: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """How often each value comes, by name: "sent", "dropped: off"."""
    return dict(sorted(Counter(": ".join(part for part in v if part) for v in values).items()))
