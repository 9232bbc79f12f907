"""What the engine refuses, each with a stable code.

Two kinds are kept apart: malformed input can never mean anything (a ``ValueError``), an illegal
action is well formed but may not be done now.
"""

from __future__ import annotations


class EngineError(Exception):
    """Base of everything the engine refuses: ``code`` is stable, ``message`` is plain English.

    >>> str(EngineError("match_over", "the match is over"))
    'the match is over'
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class MalformedAction(EngineError, ValueError):
    """The action means nothing in this match: unknown words, a slot or seat that isn't there."""

    def __init__(self, message: str) -> None:
        super().__init__("malformed", message)


class IllegalAction(EngineError):
    """The action may not be done now.

    Codes: ``not_your_turn``, ``not_lawful``, ``waiting_for_chance``, ``not_waiting_for_chance``,
    ``match_over``.
    """


class CodecError(EngineError, ValueError):
    """Stored data is not what the codec of this version writes."""

    def __init__(self, message: str) -> None:
        super().__init__("codec", message)


class RulesetError(EngineError, ValueError):
    """A ruleset is refused: names the ``field``, the ``value`` and what is ``accepted``.

    >>> error = RulesetError("holes", 19, "a whole number from 0 to 18")
    >>> str(error)
    'holes: 19 is refused; accepted: a whole number from 0 to 18'
    """

    def __init__(self, field: str, value: object, accepted: str) -> None:
        super().__init__("ruleset", f"{field}: {value!r} is refused; accepted: {accepted}")
        self.field = field
        self.value = value
        self.accepted = accepted
