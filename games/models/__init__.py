"""Players, matches, seats, holes and actions: the actions are the truth, the rest projections.

Only services write these rows. ``Position.state`` and ``Action.body`` hold hidden cards: nothing
outside ``games.services`` and ``games.selectors`` may read them.
"""

from games.models.events import (
    Bye,
    DealSecret,
    Entry,
    Event,
    EventQuerySet,
    EventRound,
    EventTable,
)
from games.models.history import Action, Hole, HoleStrokes, News
from games.models.leaderboards import (
    Board,
    Correction,
    Line,
    PlayerRecord,
    RatingQueue,
    RatingStep,
    Result,
)
from games.models.matches import Invitation, Match, MatchQuerySet, Position, Seat
from games.models.messages import Heartbeat, Message, Topic
from games.models.names import new_invite, new_slug
from games.models.pars import ExpectedStrokes
from games.models.players import Player
from games.models.presets import SEATS_MAX, HouseRules, Preset, PresetToggle
from games.models.reviews import HoleReview, Review, ReviewShare, SeatReview
from games.models.seasons import ClubRules, Season, SeasonQuerySet
from games.models.solitaire import (
    ClubDaily,
    DailyEntry,
    DailyNine,
    DailyNineQuerySet,
    DailySecret,
    NumberedDeal,
)
from games.models.talk import Notebook, TalkLine, TalkReport
from games.models.wishes import Proposal, StandingOrder

__all__ = [
    "SEATS_MAX",
    "Action",
    "Board",
    "Bye",
    "ClubDaily",
    "ClubRules",
    "Correction",
    "DailyEntry",
    "DailyNine",
    "DailyNineQuerySet",
    "DailySecret",
    "DealSecret",
    "Entry",
    "Event",
    "EventQuerySet",
    "EventRound",
    "EventTable",
    "ExpectedStrokes",
    "Heartbeat",
    "Hole",
    "HoleReview",
    "HoleStrokes",
    "HouseRules",
    "Invitation",
    "Line",
    "Match",
    "MatchQuerySet",
    "Message",
    "News",
    "Notebook",
    "NumberedDeal",
    "Player",
    "PlayerRecord",
    "Position",
    "Preset",
    "PresetToggle",
    "Proposal",
    "RatingQueue",
    "RatingStep",
    "Result",
    "Review",
    "ReviewShare",
    "Season",
    "SeasonQuerySet",
    "Seat",
    "SeatReview",
    "StandingOrder",
    "TalkLine",
    "TalkReport",
    "Topic",
    "new_invite",
    "new_slug",
]
