"""The app that holds tables, matches and everything about the game."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Registers the app ``games``."""

    name = "games"
    verbose_name = _("Golf")
