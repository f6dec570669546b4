"""The hoops' links as the kit page drives them, and its spare nodes."""

import threading
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from fieldkit.errors import FieldkitError, NotStored, Unknown
from fieldkit.kit_page.view import NodesView
from fieldkit.messages import HoopStatus, RadioBridge, Verdict
from fieldkit.service.worker import Worker
from fieldkit.tags.spare_nodes import read_spares, save_spares


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


class Spares:
    """The spare nodes and the hoops they serve, from any thread; ``files`` writes the file in ``data``."""

    def __init__(self, data: Path, field: Collection[str], hoops: HoopOutputs, files: Worker) -> None:
        self._data, self._field, self._hoops, self._files = data, field, hoops, files
        self._lock = threading.Lock()
        self._assigned: dict[str, str] = {}

    def start(self) -> None:
        """Let the spare nodes serve their hoops. Raises SettingsError for a spoiled file."""
        self._assigned = read_spares(self._data, self._field)
        for node, hoop in self._assigned.items():
            self._hoops.take_over(node, hoop)

    def take_over(self, node: str, hoop: str) -> None:
        """Let a spare node serve a hoop. Raises Unknown for a node that was not found, and NotStored."""
        with self._lock:
            if node in self._field or node not in {*self._hoops.nodes(), *self._assigned}:
                raise Unknown("unknown_node", "Spare node {node} was not found.", node=node)
            replaced = [spare for spare, served in self._assigned.items() if served == hoop]
            for spare in replaced:
                self._hoops.give_back(spare)
            self._hoops.take_over(node, hoop)
            kept = {spare: served for spare, served in self._assigned.items() if spare not in replaced}
            self._keep(kept | {node: hoop})

    def give_back(self, node: str) -> None:
        """Let a spare node serve nothing. Raises Unknown for one that serves no hoop, and NotStored."""
        with self._lock:
            if node not in self._assigned:
                raise Unknown("unknown_node", "Node {node} serves no other hoop.", node=node)
            self._hoops.give_back(node)
            self._keep({spare: hoop for spare, hoop in self._assigned.items() if spare != node})

    def view(self) -> NodesView:
        """Return the spare nodes that are there or serve a hoop."""
        assigned = self._assigned
        spares = sorted({*self._hoops.nodes(), *assigned} - set(self._field))
        return {"spares": spares, "takes": dict(assigned)}

    def _keep(self, assigned: dict[str, str]) -> None:
        """Save what the nodes serve now, also for after a restart; a disk that fails does not stop play."""
        self._assigned = assigned
        try:
            self._files.wait(lambda: save_spares(self._data, assigned))
        except FieldkitError as error:
            raise NotStored("It works now, but a restart will lose it: {why}", why=error.said) from error
