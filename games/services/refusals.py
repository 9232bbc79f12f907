"""Refusals: every request that is not carried out has a stable code and a plain sentence."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_SENTENCES: dict[str, tuple[int, str | Promise]] = {
    "stale": (409, _("The table has moved on. This is how it stands now.")),
    "not_running": (409, _("This match is not running.")),
    "already_started": (409, _("This match has already started.")),
    "table_full": (409, _("This table is full.")),
    "already_seated": (409, _("You already have a seat at this table.")),
    "table_closed": (409, _("This table is closed.")),
    "too_many_tables": (409, _("You have five open tables already. Close one first.")),
    "not_enough_seats": (409, _("Fill more seats before you start.")),
    "too_many_matches": (409, _("You host twenty running matches already. Finish one first.")),
    "no_preset": (409, _("No kind of game is offered at the moment.")),
    "not_finished": (409, _("This match is not over yet.")),
    "not_away": (409, _("You have not left this table.")),
    "is_away": (409, _("A bot plays that seat already.")),
    "is_paused": (409, _("This match is paused.")),
    "proposal_open": (409, _("Something is proposed already. Answer that first.")),
    "too_many_proposals": (429, _("You have put enough to all for now. Wait an hour.")),
    "removed_have_a_say": (
        409,
        _("Somebody whose seat the host handed to a bot would have to agree too."),
    ),
    "proposal_gone": (409, _("That is not proposed any more.")),
    "no_pauses": (409, _("This table is played without pauses.")),
    "not_paused": (409, _("This match is not paused.")),
    "too_late_to_cancel": (409, _("After the first score card a match is played to its end.")),
    "your_turn": (409, _("It is your turn already: act at the table.")),
    "no_turn_ahead": (409, _("You have no turn ahead in this hole to leave an order for.")),
    "left_table": (409, _("You left this table, and a bot plays your seat.")),
    "match_over": (409, _("This match is over.")),
    "not_your_turn": (409, _("It is not your turn.")),
    "waiting_for_chance": (409, _("The cards are being dealt.")),
    "not_lawful": (422, _("The rules don't allow that now.")),
    "no_daily": (404, _("This club has no daily nine of its own.")),
    "daily_wants_account": (
        403,
        _(
            "The daily nine is started once by every account. "
            "Log in or sign up first; practice is open to everybody."
        ),
    ),
    "daily_over": (409, _("Today's nine is over already. The next begins with the next day.")),
    "daily_sealed": (
        403,
        _("What others made of a day's nine is shown once yours is over, or the day is."),
    ),
    "bad_deal": (422, _("Deals are numbered from 1 to 100,000,000,000,000,000,000.")),
    "too_many_nines": (409, _("You have begun twenty games already. Finish one, or give one up.")),
    "does_not_fit": (422, _("That card does not go on the pile: it takes a rank up or down.")),
    "empty_column": (422, _("That column is empty.")),
    "stock_empty": (422, _("The stock is empty.")),
    "can_still_play": (422, _("A card can still be played; the stock waits until none can.")),
    "other_game": (422, _("There is no such thing in this game.")),
    "malformed": (422, _("That is not an action of this game.")),
    "bad_sequence": (422, _("That message names no moment of this match.")),
    "bad_key": (422, _("That message has no proper key.")),
    "bad_ruleset": (422, _("These rules can't be played.")),
    "bad_name": (422, _("Give the rules a name of 1 to 40 letters.")),
    "name_taken": (409, _("You have kept other rules under this name already.")),
    "not_your_rules": (403, _("Only who kept these rules can delete them.")),
    "too_many_rules": (409, _("You have kept twenty sets of rules already. Delete one first.")),
    "not_removable": (422, _("Only another player's seat can be handed to a bot.")),
    "unknown_level": (422, _("There is no bot of this level. Choose one of the list.")),
    "bad_clock": (422, _("This is no clock that a table can have.")),
    "talk_empty": (422, _("Write something first.")),
    "talk_too_long": (422, _("That line is too long.")),
    "talk_too_fast": (429, _("That was a lot at once. Wait a moment and send it again.")),
    "no_line": (422, _("There is no such line here.")),
    "own_line": (422, _("That is a line of your own.")),
    "not_another": (422, _("That is yourself.")),
    "nobody_there": (409, _("This player is gone.")),
    "notes_too_long": (422, _("These notes are too long.")),
    "notes_changed": (409, _("You changed these notes somewhere else meanwhile.")),
    "too_many_seasons": (409, _("This club has twelve open seasons. Close one first.")),
    "season_runs": (409, _("This season's last day is not over yet.")),
    "season_closed": (409, _("This season is closed. Its table stays as it is.")),
    "season_has_matches": (409, _("Matches were played in this season: it can only be closed.")),
    "bad_season_name": (422, _("Give the season a name of 1 to 60 letters.")),
    "bad_season_days": (
        422,
        _("The last day comes after the first, and a season has two years at most."),
    ),
    "bad_season": (422, _("A season can't be counted like this.")),
    "bad_strokes": (422, _("Strokes are a whole number between -999 and 999.")),
    "nothing_changes": (409, _("That is so already.")),
    "no_reason": (422, _("Give a reason of 1 to 300 letters: everybody reads it.")),
    "no_such_seat": (422, _("This match has no such seat.")),
    "club_closed": (409, _("This club is closed, and nothing of it is changed any more.")),
    "not_organiser": (403, _("Only an organiser of this club can do that.")),
    "not_club_member": (403, _("This is a table of a club: only its members sit down at it.")),
    "no_member": (409, _("This player is no member of the club: only members sit there.")),
    "not_in_club_rules": (422, _("The club's house rules don't take that.")),
    "no_bots_here": (409, _("This club plays without bots.")),
    "too_many_clocks": (422, _("Twelve clocks are enough.")),
    "too_many_events": (409, _("This club has twenty-four events to come. Finish some first.")),
    "bad_event_title": (
        422,
        _("Give the event a title of 1 to 60 letters, and a description of 2,000 at most."),
    ),
    "bad_event_time": (422, _("An event begins later than now, and within two years.")),
    "bad_event": (422, _("An event can't be played like this.")),
    "event_runs": (
        409,
        _("This event runs: only title, description, end of entry and repetition can change."),
    ),
    "event_over": (409, _("This event is over.")),
    "members_only": (403, _("Events are for members of the club.")),
    "entry_closed": (409, _("Nobody can enter this event any more.")),
    "entered_already": (409, _("You have entered already.")),
    "not_entered": (409, _("You have not entered this event.")),
    "round_drawn": (409, _("That round is drawn already, or there is none.")),
    "too_few_players": (409, _("Too few play for a table. Wait for more to enter.")),
    "event_table": (409, _("This is a table of an event: others wait for it to be played out.")),
    "same_cards": (
        403,
        _(
            "Others still play with these cards. Replay and review open when the round, or the "
            "day, is over for all."
        ),
    ),
    "bad_proposal": (422, _("That is nothing that can be proposed here.")),
    "bad_order": (422, _("That is no order that can be carried out.")),
    "hole_running": (
        409,
        _("This hole is still being played. It can be reviewed once it is over."),
    ),
    "no_action": (422, _("There is no such action in this match.")),
    "no_position": (409, _("Nobody is to act at that moment. Choose another to play on from.")),
    "no_seat": (422, _("There is no such seat in this hole.")),
    "too_many_tries": (409, _("You are trying out ten holes already. Finish or leave one first.")),
    "only_tried_out": (
        409,
        _("What was tried out has no rematch. Play on from the match it comes from."),
    ),
    "no_hole": (422, _("There is no such hole in this match.")),
    "too_many_reviews": (429, _("That was asked for a lot already. Wait a while and try again.")),
    "reviews_busy": (429, _("Many reviews are waiting already. Try again in a few minutes.")),
    "too_large": (413, _("That message is too large.")),
    "no_hints": (
        403,
        _("Hints are for practice deals: they look at the order of the stock."),
    ),
    "hole_over": (409, _("This hole is over.")),
    "not_seated": (403, _("You have no seat at this table.")),
    "not_invited": (403, _("This table is private. Ask its host for the invite link.")),
    "not_host": (403, _("Only the host of this table can do that.")),
    "blocked": (403, _("You and this player don't meet here.")),
    "sits_already": (409, _("This player has a seat at the table already.")),
    "invited_already": (409, _("This player was invited to the table already.")),
    "too_many_invited": (409, _("Enough are invited for now. Pass on the invite link instead.")),
    "nobody_named": (422, _("Nobody has this name.")),
    "too_many_asked": (409, _("You have asked fifty people already. Wait for an answer.")),
    "not_asked": (409, _("There is no such question any more.")),
    "not_friends": (409, _("You are not friends with this player.")),
    "log_in": (403, _("Log in or play as a guest first.")),
}


class Refused(Exception):
    """A request that was not carried out; nothing was written.

    ``code`` is stable, ``message`` a sentence for people, ``status`` the HTTP status.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        self.code = code
        self.status, self.sentence = _SENTENCES[code]
        self.detail = detail
        super().__init__(code)

    @property
    def message(self) -> str:
        return self.detail or str(self.sentence)


def has_sentence(code: str) -> bool:
    """Whether ``code`` is one of the codes this site answers with."""
    return code in _SENTENCES
