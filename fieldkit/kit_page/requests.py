"""The requests of the kit page: one struct for each ``do`` of ``POST /api/kit``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from fieldkit.messages import Blast, Lamp, Role, Verdict
from fieldkit.referee.commands import BadCommand, wrong_field

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """The base of all requests."""


class TryBlast(_Request, frozen=True, tag="blast"):
    """Sound a blast."""

    blast: Blast


class TryLamp(_Request, frozen=True, tag="lamp"):
    """Switch a lamp for a while."""

    lamp: Lamp
    on: bool


class TryNode(_Request, frozen=True, tag="node"):
    """Let a hoop's node show a verdict."""

    hoop: Name
    shows: Verdict


class TakeOver(_Request, frozen=True, tag="take_over"):
    """Let a spare node serve a hoop."""

    node: Name
    hoop: Name


class GiveBack(_Request, frozen=True, tag="give_back"):
    """Let a spare node serve nothing."""

    node: Name


class Pair(_Request, frozen=True, tag="pair"):
    """Let a radio bridge pair nodes for a minute, or no longer."""

    bridge: Name
    on: bool


class Unpair(_Request, frozen=True, tag="unpair"):
    """Let a radio bridge forget a node."""

    bridge: Name
    node: Name


class Learn(_Request, frozen=True, tag="learn"):
    """Begin to learn tags, or go to a sort of them: both fields, or none."""

    role: Role | None = None
    value: Name | None = None


class LearnSkip(_Request, frozen=True, tag="learn_skip"):
    """Go on to the next sort."""


class LearnUndo(_Request, frozen=True, tag="learn_undo"):
    """Take back the tag learned last."""


class LearnEnd(_Request, frozen=True, tag="learn_end"):
    """End the lesson."""


class BeginCheck(_Request, frozen=True, tag="check"):
    """Begin a check of the kit."""


class AnswerCheck(_Request, frozen=True, tag="answer"):
    """Say whether something was heard or seen."""

    check: Name
    well: bool


class EndCheck(_Request, frozen=True, tag="check_end"):
    """End the check: its verdict goes on the record."""


class SaveSettings(_Request, frozen=True, tag="save_settings"):
    """Save settings, by their tables."""

    tables: dict[Name, dict[Name, Any]]


class SaveField(_Request, frozen=True, tag="save_field"):
    """Save the field of a game for its next match."""

    game: Name
    field: dict[Name, list[dict[Name, Any]]]


class Restart(_Request, frozen=True, tag="restart"):
    """Start the kit again, so that saved settings count."""


class SwitchOff(_Request, frozen=True, tag="off"):
    """Switch the kit's machine off."""


KitRequest = (
    TryBlast
    | TryLamp
    | TryNode
    | TakeOver
    | GiveBack
    | Pair
    | Unpair
    | Learn
    | LearnSkip
    | LearnUndo
    | LearnEnd
    | BeginCheck
    | AnswerCheck
    | EndCheck
    | SaveSettings
    | SaveField
    | Restart
    | SwitchOff
)
"""Any request of the kit page."""


def kit_request(raw: Mapping[str, Any]) -> KitRequest:
    """Return a decoded JSON object as a request; raises BadCommand, naming the field."""
    try:
        made: KitRequest = msgspec.convert(raw, KitRequest)
    except msgspec.ValidationError as wrong:
        raise BadCommand(wrong_field("kit", wrong)) from None
    return made
