"""What captains propose: a proposal as the state keeps it, and what can happen to one.

A proposal decides nothing. None of its events is a decision, so they are on the record and stand in no list.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from fieldkit.games import Event

Fate = Literal["open", "accepted", "refused", "declined", "withdrawn", "gone"]
"""What became of a proposal: ``refused`` by the referee, ``declined`` by the other team of a trade,
``withdrawn`` by its own captain, ``gone`` since it can no longer be done."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a captain proposes for a team: a command by its fields, its ``type`` among them.

    ``agreed``: nobody else has to agree first, as the other team of a trade has.
    """

    id: str
    team: str
    by: str
    command: Mapping[str, Any]
    agreed: bool
    fate: Fate = "open"


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """What the events share."""

    decision: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Proposed(Offered):
    """A captain proposes something; a card in it is nobody else's business."""

    secret: ClassVar[Collection[str]] = ("command",)

    id: str
    team: str
    by: str
    command: Mapping[str, Any]
    agreed: bool = True


@dataclass(frozen=True, slots=True)
class ProposalAgreed(Offered):
    """The other team of a trade agrees (FC-21)."""

    id: str


@dataclass(frozen=True, slots=True)
class ProposalClosed(Offered):
    """A proposal is no longer open; one that was accepted is carried out by the events beside it."""

    id: str
    fate: Fate


OfferEvent = Proposed | ProposalAgreed | ProposalClosed
