"""The app that holds tables, matches and everything about the game."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Registers the app ``games``."""

    name = "games"
    verbose_name = _("Golf")

    def ready(self) -> None:
        """Ask accounts to tell when a guest becomes somebody and when an account is closed."""
        from accounts import closing, merging
        from games.services.players import leave_everything, merge_guest

        merging.register(merge_guest)
        closing.register(leave_everything)
