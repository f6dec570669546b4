"""What the kit page may ask for: one struct for each ``do`` of ``POST /api/kit``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from fieldkit.messages import Blast, Lamp, Role, Verdict
from fieldkit.referee.commands import BadCommand, wrong_field

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class _Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """What all orders share."""


class TryBlast(_Order, frozen=True, tag="blast"):
    """Sound a blast."""

    blast: Blast


class TryLamp(_Order, frozen=True, tag="lamp"):
    """Switch a lamp for a while."""

    lamp: Lamp
    on: bool


class TryNode(_Order, frozen=True, tag="node"):
    """Let a hoop's node show a verdict."""

    hoop: Name
    shows: Verdict


class TakeOver(_Order, frozen=True, tag="take_over"):
    """Let a spare node serve a hoop."""

    node: Name
    hoop: Name


class GiveBack(_Order, frozen=True, tag="give_back"):
    """Let a spare node serve nothing."""

    node: Name


class Learn(_Order, frozen=True, tag="learn"):
    """Begin to learn tags, or go to a sort of them: both fields, or none."""

    role: Role | None = None
    value: Name | None = None


class LearnSkip(_Order, frozen=True, tag="learn_skip"):
    """Go on to the next sort."""


class LearnUndo(_Order, frozen=True, tag="learn_undo"):
    """Take back the tag learned last."""


class LearnEnd(_Order, frozen=True, tag="learn_end"):
    """End the lesson."""


class BeginCheck(_Order, frozen=True, tag="check"):
    """Begin a check of the kit."""


class AnswerCheck(_Order, frozen=True, tag="answer"):
    """Say whether something was heard or seen."""

    check: Name
    well: bool


class EndCheck(_Order, frozen=True, tag="check_end"):
    """End the check: its verdict goes on the record."""


KitOrder = (
    TryBlast
    | TryLamp
    | TryNode
    | TakeOver
    | GiveBack
    | Learn
    | LearnSkip
    | LearnUndo
    | LearnEnd
    | BeginCheck
    | AnswerCheck
    | EndCheck
)
"""All that may be asked for."""


def kit_order(raw: Mapping[str, Any]) -> KitOrder:
    """A decoded JSON object as an order; raises BadCommand, naming the field."""
    try:
        made: KitOrder = msgspec.convert(raw, KitOrder)
    except msgspec.ValidationError as wrong:
        raise BadCommand(wrong_field("kit", wrong)) from None
    return made
