"""What people write into clubs, as it is kept."""

import re
import unicodedata

from django.utils.translation import gettext as _

from accounts.clubs.refusals import ClubRefused

# These turn the direction of all that follows, or can't be kept or seen.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_text(text: str, longest: int, *, is_needed: bool = False) -> str:
    """Text without invisible signs, its lines kept. Raises ``ClubRefused``."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(sign for sign in lines if sign == "\n" or _is_kept(sign))
    kept = re.sub(r"\n{3,}", "\n\n", kept).strip()
    if len(kept) > longest:
        detail = _("Use at most %(most)d characters; these are %(count)d.")
        raise ClubRefused("bad_words", detail % {"most": longest, "count": len(kept)})
    if is_needed and not any(unicodedata.category(sign)[0] in "LNPS" for sign in kept):
        raise ClubRefused("no_words")
    return kept


def clean_line(text: str, longest: int, *, is_needed: bool = False) -> str:
    """The same in one line. Raises ``ClubRefused``."""
    return clean_text(" ".join(text.split()), longest, is_needed=is_needed)


def _is_kept(sign: str) -> bool:
    return sign not in _TURNING and unicodedata.category(sign) not in {"Cc", "Cs", "Cn", "Co"}
