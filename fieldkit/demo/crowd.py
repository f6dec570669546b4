"""Simulated players in a match that a person sets up and conducts."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from fieldkit.clock import Clock
from fieldkit.demo.client import Client, View
from fieldkit.errors import FieldkitError

PATIENCE_S = 2.0
"""The time (real s) after which they look at the match again: the kit may be away, or somebody was faster."""


class Players:
    """Players who send the command that ``choose`` finds, if any, every ``pause_s`` (of the kit's clock)."""

    def __init__(
        self,
        client: Client,
        clock: Clock,
        choose: Callable[[View, Random], Mapping[str, Any] | None],
        pause_s: tuple[float, float],
    ) -> None:
        self._client, self._clock, self._choose, self._pause_s = client, clock, choose, pause_s
        self._rng, self._resting = Random(), threading.Event()

    def play_for_ever(self) -> None:
        """Take part in every match, until `rest`."""
        while not self._resting.wait(self._rng.uniform(*self._pause_s) / self._clock.rate):
            view = self._client.view
            if command := self._choose(view, self._rng):
                with contextlib.suppress(FieldkitError):
                    self._send({**command, "round": view["round"]})

    def _send(self, command: Mapping[str, Any]) -> None:
        status, body = self._client.send(command, PATIENCE_S)
        if status == 200:
            self._client.wait(
                lambda view: view.get("seq", 0) >= body["seq"], PATIENCE_S, "what it had accepted"
            )

    def rest(self) -> None:
        """Stop, from any thread."""
        self._resting.set()
