"""Django's admin of the game: a page each for what is played, and for what clubs make of it."""

from games.admin import clubs, events, play, standing

__all__ = ["clubs", "events", "play", "standing"]
