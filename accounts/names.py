"""What a person may be called.

A name is 2 to 20 characters: letters of any script, digits, and single spaces, dots,
hyphens, underscores and apostrophes between them. Two names are the same name when their
keys are equal, so nobody can pass for somebody else by case or by a look-alike width.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN_LENGTH = 2
MAX_LENGTH = 20

# The alphabets whose letters can be mistaken for one another. Japanese, for one, mixes
# scripts by nature, so only these may not meet in one name.
LOOK_ALIKE_SCRIPTS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "COPTIC", "CHEROKEE"})

# Unicode files these among letters and marks although they show nothing.
INVISIBLE = ("FILLER", "VARIATION SELECTOR", "GRAPHEME JOINER", "VOWEL INHERENT")

# Words that would let a person, or a club, speak for the house.
HOUSE_WORDS = frozenset(
    {"admin", "administrator", "moderator", "organiser", "organizer", "staff", "system"}
)

# What the whole site is called.
HOUSE_NAMES = frozenset({"golf club", "the golf club"})

# These would let a person pass for a guest, a bot or nobody.
RESERVED_WORDS = HOUSE_WORDS | {"bot", "former", "guest", "nobody", "you"}


def normalise(name: str) -> str:
    r"""Return the form a name is stored in (NFKC: one code for one look).

    >>> normalise("\N{FULLWIDTH LATIN CAPITAL LETTER A}nna")
    'Anna'
    """
    return unicodedata.normalize("NFKC", name)


def key_of(name: str) -> str:
    """Return what two names share when they are the same name.

    >>> key_of("Straße") == key_of("STRASSE")
    True
    """
    return normalise(normalise(name).casefold())


def validate_name(name: str, longest: int = MAX_LENGTH) -> None:
    """Raise ValidationError, with a reason a person can act on, unless the name is well formed."""
    if not MIN_LENGTH <= len(name) <= longest:
        raise ValidationError(
            _("A name has %(least)d to %(most)d characters."),
            code="name_length",
            params={"least": MIN_LENGTH, "most": longest},
        )
    if not all(_is_allowed(character) for character in name) or "  " in name:
        raise ValidationError(
            _("Use letters, digits, single spaces, dots, hyphens, underscores and apostrophes."),
            code="name_characters",
        )
    if not name[0].isalnum() or name[-1] == " " or not any(map(str.isalpha, name)):
        raise ValidationError(
            _("Start with a letter or a digit, and use at least one letter."), code="name_shape"
        )
    if _has_stacked_marks(name) or len(_scripts(name) & LOOK_ALIKE_SCRIPTS) > 1:
        raise ValidationError(_("Use letters of one alphabet."), code="name_mixed")


def validate_not_reserved(name: str) -> None:
    """Raise ValidationError when the name would pass for a guest, a bot or the house."""
    if _words(name) & RESERVED_WORDS or re.match(r"guest[^a-z]", key_of(name)):
        raise _reserved()


def validate_not_the_house(name: str) -> None:
    """Raise ValidationError when a club's name would pass for the house's own."""
    if _words(name) & HOUSE_WORDS or key_of(name) in HOUSE_NAMES:
        raise _reserved()


def _reserved() -> ValidationError:
    return ValidationError(_("This name is reserved. Choose another."), code="name_reserved")


def _words(name: str) -> set[str]:
    return set(re.split(r"[ .\-_']+", key_of(name)))


def _is_allowed(character: str) -> bool:
    if character in " .-_'":
        return True
    if unicodedata.category(character) not in {"Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Mn", "Nd"}:
        return False
    described = unicodedata.name(character, "MODIFIER")
    return not described.startswith("MODIFIER") and not any(word in described for word in INVISIBLE)


def _has_stacked_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(c).startswith("M") else "." for c in name)
    return "mmm" in marks


def _scripts(name: str) -> set[str]:
    return {unicodedata.name(c).split()[0] for c in name if c.isalpha()}
