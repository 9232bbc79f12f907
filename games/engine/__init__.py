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
from games.engine.ending import EndReason
from games.engine.errors import (
    CodecError,
    EngineError,
    IllegalAction,
    MalformedAction,
    RulesetError,
)
from games.engine.events import Event, Transition
from games.engine.explaining import Part, parts_of_layout, squares_of_a_rank
from games.engine.fields import FIELDS
from games.engine.games import (
    AnyAction,
    AnyMatch,
    AnyObservation,
    AnyRuleset,
    AnySeatAction,
    action_in_absence,
    apply,
    as_grid,
    before_hole,
    chance_action,
    chance_cards,
    decode_action,
    decode_ruleset,
    decode_state,
    encode_action,
    encode_ruleset,
    encode_state,
    final_standings,
    game_named_in,
    game_of,
    is_concurrent,
    is_current,
    legal_actions,
    may_undo,
    new_match,
    observe,
    par,
    read_action,
    seats_to_act,
    stint,
)
from games.engine.geometry import WILD
from games.engine.judging import HoleScore, score_hole
from games.engine.observation import Observation, SeenCard
from games.engine.offers import Preset, Where
from games.engine.presets import PRESETS
from games.engine.record import RecordError, record_text, verify
from games.engine.replay import replay, states
from games.engine.retelling import retell
from games.engine.ruleset import MAX_SEATS, MIN_SEATS, Ruleset
from games.engine.scoring import CountedLine, LayoutScore, explain_layout, score_layout
from games.engine.standings import Standing, standings
from games.engine.state import HolePhase, HoleState, MatchPhase, MatchState

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
    "AnyAction",
    "AnyMatch",
    "AnyObservation",
    "AnyRuleset",
    "AnySeatAction",
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
    "action_in_absence",
    "apply",
    "as_grid",
    "before_hole",
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
    "game_named_in",
    "game_of",
    "is_concurrent",
    "is_current",
    "legal_actions",
    "may_undo",
    "new_match",
    "observe",
    "packs",
    "par",
    "parse_action",
    "parse_face",
    "parts_of_layout",
    "rank_of",
    "rank_of_face",
    "read_action",
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
    "stint",
    "verify",
]
