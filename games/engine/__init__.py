"""Golf as a pure engine: rules, states, actions; no web, no clock, no global random.

A match is a chain of ``apply(state, action)`` from ``new_match``. What may be done is in
``legal_actions`` alone; what a viewer knows is in ``observe`` and in ``event.facts_for``; chance
(the deals and reshuffles) is made outside and given as an action.

>>> from random import Random
>>> state = new_match(PRESETS["clubhouse"].ruleset(), seats=2)
>>> state = apply(state, chance_action(state, Random(1))).state
>>> seats_to_act(state), len(legal_actions(state, 0))
((0,), 6)
>>> state = apply(state, parse_action("turn 3", seat=0)).state
>>> [card.is_up for card in observe(state, viewer=1).layouts[0]]
[False, False, False, True, False, False]
"""

from games.engine.absent import default_action
from games.engine.actions import (
    Action,
    ChanceAction,
    Deal,
    Discard,
    Dismiss,
    Draw,
    Exchange,
    Knock,
    Peek,
    Reshuffle,
    SeatAction,
    Swap,
    Take,
    TurnUp,
    Undo,
    parse_action,
)
from games.engine.alternatives import ALTERNATIVES, CHOICE_WORDS
from games.engine.branching import Branch, branch_off, redrawn
from games.engine.cards import FACES, RANKS, Card, face_of, packs, parse_face, rank_of, rank_of_face
from games.engine.chance import chance_action, chance_cards
from games.engine.codec import (
    decode_action,
    decode_ruleset,
    decode_state,
    encode_action,
    encode_ruleset,
    encode_state,
)
from games.engine.ending import EndReason
from games.engine.errors import (
    CodecError,
    EngineError,
    IllegalAction,
    MalformedAction,
    RulesetError,
)
from games.engine.events import Event
from games.engine.explaining import Part, parts_of_layout, squares_of_a_rank
from games.engine.fields import FIELDS
from games.engine.geometry import WILD
from games.engine.judging import HoleScore, score_hole
from games.engine.legality import is_concurrent, is_current, legal_actions, seats_to_act
from games.engine.observation import Observation, SeenCard, observe
from games.engine.offers import Preset, Where
from games.engine.presets import PRESETS
from games.engine.record import RecordError, record_text, verify
from games.engine.replay import replay, states
from games.engine.retelling import retell
from games.engine.ruleset import MAX_SEATS, MIN_SEATS, Ruleset
from games.engine.scoring import CountedLine, LayoutScore, explain_layout, score_layout
from games.engine.standings import Standing, final_standings, standings
from games.engine.state import HolePhase, HoleState, MatchPhase, MatchState, new_match
from games.engine.transitions import Transition, apply
from games.engine.undoing import may_undo

__all__ = [
    "ALTERNATIVES",
    "CHOICE_WORDS",
    "FACES",
    "FIELDS",
    "MAX_SEATS",
    "MIN_SEATS",
    "PRESETS",
    "RANKS",
    "WILD",
    "Action",
    "Branch",
    "Card",
    "ChanceAction",
    "CodecError",
    "CountedLine",
    "Deal",
    "Discard",
    "Dismiss",
    "Draw",
    "EndReason",
    "EngineError",
    "Event",
    "Exchange",
    "HolePhase",
    "HoleScore",
    "HoleState",
    "IllegalAction",
    "Knock",
    "LayoutScore",
    "MalformedAction",
    "MatchPhase",
    "MatchState",
    "Observation",
    "Part",
    "Peek",
    "Preset",
    "RecordError",
    "Reshuffle",
    "Ruleset",
    "RulesetError",
    "SeatAction",
    "SeenCard",
    "Standing",
    "Swap",
    "Take",
    "Transition",
    "TurnUp",
    "Undo",
    "Where",
    "apply",
    "branch_off",
    "chance_action",
    "chance_cards",
    "decode_action",
    "decode_ruleset",
    "decode_state",
    "default_action",
    "encode_action",
    "encode_ruleset",
    "encode_state",
    "explain_layout",
    "face_of",
    "final_standings",
    "is_concurrent",
    "is_current",
    "legal_actions",
    "may_undo",
    "new_match",
    "observe",
    "packs",
    "parse_action",
    "parse_face",
    "parts_of_layout",
    "rank_of",
    "rank_of_face",
    "record_text",
    "redrawn",
    "replay",
    "retell",
    "score_hole",
    "score_layout",
    "seats_to_act",
    "squares_of_a_rank",
    "standings",
    "states",
    "verify",
]
