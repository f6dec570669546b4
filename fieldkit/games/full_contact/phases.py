"""The phases of a match as a table: which input leads from which phase to which.

An input is a command by its name on the wire, or what comes by itself: ``clock`` (a deadline has passed),
``whistle`` (the whistle ran a round by itself) and ``interrupted`` (the whistle lost the round, or the kit
was off). An input that a phase does not name here leaves the phase as it is, or is refused.

The game does not look things up here: `rounds` and `corrections` decide. A test gives every input in every
phase and holds the answers to this table, and so does every match that a test plays.
"""

from __future__ import annotations

from collections.abc import Mapping

from fieldkit.games import Stage
from fieldkit.games.full_contact.state import Phase

STAGES: Mapping[Phase, Stage] = {
    "ready": "ready",
    "head_start": "play",
    "round": "play",
    "grace": "play",
    "stopped": "play",
    "break": "rest",
    "over": "over",
}
"""The stage of each phase, for shared pages; before a match is set up it is ``setup``."""

_ENDS: Mapping[str, tuple[Phase, ...]] = {"end_match": ("over",), "abandon_match": ("over",)}

NEXT: Mapping[Phase, Mapping[str, tuple[Phase, ...]]] = {
    "ready": {"start_round": ("round",), "whistle": ("round", "stopped"), **_ENDS},
    "head_start": {
        "clock": ("round",),
        "stop_round": ("stopped",),
        "whistle": ("round", "stopped"),
        "interrupted": ("stopped",),
        **_ENDS,
    },
    "round": {
        "clock": ("grace",),
        "stop_round": ("stopped",),
        "whistle": ("stopped",),
        "interrupted": ("stopped",),
        **_ENDS,
    },
    "grace": {
        "clock": ("break",),
        "void_round": ("ready", "break"),
        "whistle": ("round", "stopped"),
        "interrupted": ("break",),
        **_ENDS,
    },
    "stopped": {
        "resume_round": ("head_start", "round"),
        "end_round": ("break",),
        "void_round": ("ready", "grace", "break"),
        "whistle": ("round",),
        **_ENDS,
    },
    "break": {
        "start_round": ("head_start", "round"),
        "clock": ("head_start", "round"),
        "void_round": ("ready", "grace"),
        "whistle": ("round", "stopped"),
        "confirm_result": ("over",),
        **_ENDS,
    },
    "over": {},
}
"""Phase to input to the phases that may follow it (FC-7, FC-16, FC-17, FC-29, FC-32)."""
