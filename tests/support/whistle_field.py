"""A whistler on a field without pins, threads or sockets, stepped as the whistle's timer would."""

from collections.abc import Callable
from typing import Literal

from fieldkit.clock import MS, NS
from fieldkit.messages import BareRound, Cue, CueReport, LoopbackResult, Press, StopHeld
from fieldkit.whistle.protocol import AlarmLamp, BlastTest, LampTest, Plan, Sound
from hardware.whistle.whistler import Whistler

T0 = 1_000 * NS


class Field:
    """A whistler with all it said and all its edges (ms after the start)."""

    def __init__(self, reachable: bool = True, rate: float = 1.0, max_on_ms: int = 3000) -> None:
        self.rate = rate
        self.whistler = Whistler("ab12", rate, max_on_ms)
        self.whistler.reachable = reachable
        self.now = T0
        self.wire: Callable[[bool], bool | None] = lambda on: None
        self.words: list[CueReport | Press | BareRound | LoopbackResult] = []
        self.held: list[bool] = []
        self.edges: list[tuple[int, bool]] = []
        self.on = False

    def play(self, ms: int) -> None:
        """Let it act up to ``ms`` after the start."""
        until = T0 + ms * MS
        self._step()
        while (at := self.whistler.next_at()) is not None and at <= until:
            self.now = max(at, self.now)
            self._step()
        self.now = until

    def _step(self) -> None:
        turn = self.whistler.step(self.now)
        if turn.begun is not None and self.on:
            self._switch(False)
        if turn.on != self.on:
            self._switch(turn.on)
        if turn.begun is not None:
            self.whistler.begun(turn.begun, self.now)
        if turn.look:
            self.whistler.looped(self.wire(self.on))
        for word in self.whistler.drain_reports():
            if isinstance(word, StopHeld):
                self.held.append(word.held)
            else:
                self.words.append(word)

    def _switch(self, on: bool) -> None:
        self.on = on
        self.edges.append(((self.now - T0) // MS, on))

    def obey(self, *orders: Plan | Sound | BlastTest | LampTest | AlarmLamp) -> None:
        for order in orders:
            self.whistler.obey(order, self.now)

    def plan(self, *cues: Cue) -> None:
        self.whistler.obey(Plan(cues), self.now)

    def press(self, button: Literal["start", "stop"]) -> None:
        """Press a button so that it counts now; START was pressed 20 ms ago."""
        held = int(20 * MS * self.rate) if button == "start" else 0
        self.whistler.button(button, self.now - held, True)
        self.whistler.button(button, self.now + (0 if held else 10 * MS), False)

    def outcomes(self) -> dict[str, str]:
        return {word.id: word.outcome for word in self.words if isinstance(word, CueReport)}

    def presses(self) -> list[Press]:
        return [word for word in self.words if isinstance(word, Press)]

    def felt(self) -> list[LoopbackResult]:
        return [word for word in self.words if isinstance(word, LoopbackResult)]

    def bares(self) -> list[BareRound]:
        return [word for word in self.words if isinstance(word, BareRound)]


def a_round(key: str, opens: int, seconds: int = 8) -> tuple[Cue, Cue]:
    at = T0 + opens * MS
    return Cue(f"{key}/open", "open", at), Cue(f"{key}/close", "close", at + seconds * NS)
