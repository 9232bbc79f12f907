"""The app that holds tables, matches and everything about the game."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Registers the app ``games``."""

    name = "games"
    verbose_name = _("Golf")

    def ready(self) -> None:
        """Ask accounts to tell of guests who become somebody, of closed accounts and of hours."""
        from accounts import closing, club_acts, hours, merging, reaching
        from accounts.clubs import telling
        from games.services import club_messages, club_record, messages
        from games.services.hours import plan_anew
        from games.services.players import hold_guest, hold_seats, leave_everything, merge_guest

        merging.register(merge_guest, hold_guest)
        closing.register(leave_everything, hold_seats)
        hours.register(plan_anew)
        reaching.register(messages.plan_anew)
        telling.register(club_messages.tell_of_act, club_messages.drop_what_was_shown)
        club_acts.register_sentences(club_record.SENTENCES)
        user_logged_out.connect(_tell_sockets, dispatch_uid="games.tell_sockets")


def _tell_sockets(sender: Any, request: Any, user: Any, **_more: Any) -> None:  # noqa: ARG001  Django's
    """Have a person's sockets look again who they are, after a log-out anywhere."""
    from games.notifications import person_changed_on_commit

    if user is not None:
        person_changed_on_commit(user.pk)
