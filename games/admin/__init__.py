"""Django's admin of the game: a page each for what is played, and for what clubs make of it."""

from games.admin import clubs, daily, events, play, standing

__all__ = ["clubs", "daily", "events", "play", "standing"]
