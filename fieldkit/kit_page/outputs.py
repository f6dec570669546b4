"""The outputs that the kit page drives: the whistle's and the hoops'."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from fieldkit.messages import Blast, HoopStatus, Lamp, RadioBridge, Verdict


class WhistleOutputs(Protocol):
    """The whistle's outputs; False when it is away."""

    @property
    def away(self) -> bool:
        """True while it does not answer."""

    def try_blast(self, blast: Blast) -> bool:
        """Sound a blast."""

    def light(self, lamp: Lamp, on: bool) -> bool:
        """Switch a lamp for a while."""


class HoopOutputs(Protocol):
    """The hoops' links."""

    def statuses(self) -> Mapping[str, HoopStatus]:
        """Return how each known hoop does."""

    def nodes(self) -> Mapping[str, str]:
        """Every hoop node that was heard, and the hoop it serves."""

    def bridges(self) -> Sequence[RadioBridge]:
        """Return the radio bridges that are there."""

    def pair(self, bridge: str, on: bool) -> None:
        """Let a bridge pair nodes for a while, or no longer. Raises Unknown for one that is not there."""

    def unpair(self, bridge: str, node: str) -> None:
        """Let a bridge forget a node. Raises Unknown for what is not there."""

    def take_over(self, node: str, hoop: str) -> None:
        """Let a node serve a hoop."""

    def give_back(self, node: str) -> None:
        """Let a node serve the hoop of its own name."""

    def signal(self, hoop: str, verdict: Verdict) -> None:
        """Let a hoop's node show a verdict. Raises FieldkitError when it has none."""
