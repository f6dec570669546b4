"""The phases of a match, as shared pages ask for them; ``README.md`` has the table of what leads to which."""

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
