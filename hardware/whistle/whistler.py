"""The whistle's decisions on orders, buttons and time, without pins, threads or sockets."""

from collections import deque
from typing import Literal, assert_never

from msgspec.structs import replace

from fieldkit.clock import MS, NS
from fieldkit.messages import BareRound, Cue, CueReport, LoopbackResult, Press, StopHeld, WhistleHello
from fieldkit.whistle.protocol import AlarmLamp, BareRoundLength, BlastTest, LampTest, Plan, PressAck, Sound
from hardware.whistle.blasts import MAX_TOLD_CUES, RANK, STALE_MS, CueSheet, SirenStep
from hardware.whistle.clerk import RunningRound
from hardware.whistle.contacts import ButtonState, Debounce, FirmPress
from hardware.whistle.trials import TestSignals

ANSWER_MS = 300
"""Milliseconds (real time) that the referee has to answer the start button."""
BARE_NS = 8 * NS
"""The length of a bare round until the referee says another."""
MAX_TOLD_PRESSES = 64
"""The number of presses and bare rounds in a hello."""

Button = Literal["start", "stop"]
Report = CueReport | Press | BareRound | LoopbackResult | StopHeld


class Whistler:
    """One start of the whistle: ``boot`` names it, ``rate`` is its clock's.

    The caller does what `step` says, and sets ``reachable`` while a referee is connected. Without an answer
    from one the start button opens a bare round.
    """

    def __init__(self, boot: str, rate: float = 1.0, max_on_ms: int = 3000) -> None:
        self.boot = boot
        self.reachable = False
        self.bare_ns = BARE_NS
        self._reports: list[Report] = []
        self._sheet = CueSheet(self._reports.append, rate, max_on_ms)
        self._stale = int(STALE_MS * MS * rate)
        self._test_signals = TestSignals(rate, max_on_ms)
        self._alarm = False
        self._patience = int(ANSWER_MS * MS * rate)
        self._start, self._stop = FirmPress(rate), Debounce(rate)
        self._held, self._told_held = ButtonState(rate), False
        self._opened = False
        self._asked: Press | None = None
        self._bare: BareRound | None = None
        self._count = 0
        self._presses: deque[Press] = deque(maxlen=MAX_TOLD_PRESSES)
        self._bares: dict[str, BareRound] = {}

    @property
    def runs(self) -> bool:
        """True while a round or its head start runs or is about to: a closing blast waits."""
        return any(cue.blast == "close" for cue in self._sheet.waiting.values())

    @property
    def running(self) -> RunningRound | None:
        """Return what another whistle must know to go on with the round; None once its last blast is over."""
        cues = {cue.id: cue for cue in self._sheet.waiting.values() if RANK[cue.blast] >= RANK["head_start"]}
        if (ending := self._sheet.ending) is not None:
            cues[ending.id] = ending
        ends = any(cue.blast in ("close", "stop") for cue in cues.values())
        return RunningRound(tuple(cues.values()), self._bare) if ends else None

    @property
    def idle(self) -> bool:
        """True while nothing sounds, no round runs and no press begins or waits for its answer."""
        return not (self.runs or self._sheet.sounding or self._asked is not None or self.start_begins)

    @property
    def start_begins(self) -> bool:
        """True while START is closed and not yet a press."""
        return self._start.due is not None

    @property
    def free(self) -> bool:
        """True while blasts and lamps may be tried: no cue waits or sounds, no press waits for its answer."""
        return not (self._sheet.waiting or self._sheet.sounding or self._asked is not None)

    @property
    def lamp(self) -> bool:
        """True while the round lamp is on: from the opening blast to the closing one or a stop."""
        return self._test_signals.lamp("round", self._opened and self.runs)

    @property
    def alarm(self) -> bool:
        """True while the alarm lamp is on: also while STOP is down, since then no round starts."""
        return self._test_signals.lamp("alarm", self._alarm or self._held.down)

    def stop_is_down(self) -> None:
        """Tell that STOP was down when this whistle started: no press, but no round starts either."""
        self._held.edge(0, True)

    def hello(self) -> WhistleHello:
        """Return all that is remembered, for a referee that connects."""
        waiting, settled = tuple(self._sheet.waiting), tuple(self._sheet.settled.values())[-MAX_TOLD_CUES:]
        presses, bares = tuple(self._presses), tuple(self._bares.values())
        return WhistleHello(self.boot, waiting, settled, presses, bares, self._held.down)

    def drain_reports(self) -> list[Report]:
        """Return what there is to tell since the last time."""
        reports = self._reports[:]
        self._reports.clear()
        return reports

    def resume(self, round: RunningRound, now: int) -> None:
        """Go on with the round of a whistle that was killed; what was cut short sounds again."""
        if all(now - cue.due > self._stale for cue in round.cues):
            return
        self._opened = all(cue.blast != "open" for cue in round.cues)
        if round.bare is not None:
            self._bare = round.bare
            self._tell_bare(round.bare)
        self._sheet.plan(round.cues, now)

    def obey(
        self, order: Plan | Sound | PressAck | BareRoundLength | AlarmLamp | BlastTest | LampTest, now: int
    ) -> None:
        """Take one order of the referee."""
        match order:
            case Plan(cues):
                self._plan(cues, now)
            case Sound(cue):
                self._sound(cue, now)
            case PressAck(press):
                if self._asked is not None and self._asked.id == press:
                    self._asked = None
            case BareRoundLength(round_ns):
                self.bare_ns = round_ns
            case AlarmLamp(alarm):
                self._alarm = alarm
            case BlastTest(blast):
                self._test_signals.blow(blast, now)
            case LampTest(lamp, on):
                self._test_signals.light(lamp, on, now)
            case _:
                assert_never(order)

    def button(self, button: Button, at: int, pressed: bool) -> None:
        """Take an edge of a button's line at ``at``, bounces included."""
        if button == "start":
            first = self._start.edge(at, pressed)
            if first is not None:
                self._start_pressed(first, at)
            return
        self._held.edge(at, pressed)
        if self._stop.accept(at, pressed):
            self._stop_pressed(at)

    def end(self, now: int) -> None:
        """Stop the round that runs, as STOP does, since nobody will close it; nothing opens another."""
        self.bare_ns = 0
        if self.runs:
            self._stop_pressed(now)

    def _stop_pressed(self, at: int) -> None:
        self._test_signals.hush()
        press = self._press("stop", at, at + self._patience)
        if self.runs:
            self._sound(Cue(f"{press.id}/stop", "stop", at), at)

    def _start_pressed(self, first: int, now: int) -> None:
        """Take a press of START at ``first``, which is known ``now``."""
        self._test_signals.hush()
        if self.runs or self._asked is not None:
            return
        if self.reachable:
            self._asked = self._press("start", first, now + self._patience)
        else:
            self._press("start", first, now)
            self._open_bare(now)

    def step(self, now: int) -> SirenStep:
        """Do all that is due at ``now``; tells how the whistle must be from now on."""
        if (first := self._start.counts(now)) is not None:
            self._start_pressed(first, now)
        self._held.settle(now)
        if self._held.down != self._told_held:
            self._told_held = self._held.down
            self._reports.append(StopHeld(self._held.down))
        if self._asked is not None and self._asked.expires <= now:
            self._asked = None
            if not self.runs:
                self._open_bare(now)
        turn = self._sheet.step(now)
        if not self.runs:
            self._opened, self._bare = False, None
        if not self.free:
            # Also what was ordered just now: it is refused before it has switched anything.
            self._test_signals.end()
        if word := self._test_signals.step(now):
            self._reports.append(word)
        return replace(turn, on=turn.on or self._test_signals.on, look=self._test_signals.look)

    def looped(self, wire: bool | None) -> None:
        """Note what the loop-back wire tells where a turn asked for a look; None where there is no wire."""
        if wire is not None:
            self._test_signals.note(wire)

    def begun(self, cue: Cue, at: int) -> None:
        """Note that the first edge of ``cue`` was out at ``at``."""
        self._sheet.begun(cue, at)
        if cue.blast == "open":
            self._opened = True
        elif cue.blast in ("close", "stop"):
            self._opened = False
        if cue.blast == "close":
            self._bare = None

    def next_at(self) -> int | None:
        """Return when the next step is due; None while nothing is."""
        expires = self._asked.expires if self._asked is not None else None
        moments = [self._sheet.next_at(), self._test_signals.next_at(), expires]
        moments += [self._start.due, self._held.due]
        return min((at for at in moments if at is not None), default=None)

    def _plan(self, cues: tuple[Cue, ...], now: int) -> None:
        bare = self._bare
        if bare is None:
            self._sheet.plan(cues, now)
            return
        shut = {
            cue.id for cue in cues if cue.due < bare.closes or cue.blast in ("head_start", "open", "close")
        }
        for cue in cues:
            if cue.id in shut:
                self._sheet.miss(cue)
        self._sheet.plan([cue for cue in cues if cue.id not in shut], now, keep=_cue_ids(bare))

    def _sound(self, cue: Cue, now: int) -> None:
        if self._sheet.settled.get(cue.id):
            return
        self._asked = None
        self._sheet.sound(cue, now)
        if self._bare is not None:
            self._tell_bare(replace(self._bare, stopped=now))
            self._bare = None

    def _open_bare(self, at: int) -> None:
        if not self.bare_ns or self._held.down:
            return
        self._count += 1
        self._bare = BareRound(f"bare/{self.boot}/{self._count}", at, at + self.bare_ns)
        opening, closing = _cue_ids(self._bare)
        self._sheet.hush()
        cues = (Cue(opening, "open", at), Cue(closing, "close", self._bare.closes))
        self._sheet.plan(cues, at)
        self._tell_bare(self._bare)

    def _press(self, button: Button, at: int, expires: int) -> Press:
        self._count += 1
        press = Press(f"press/{self.boot}/{self._count}", button, at, expires)
        self._presses.append(press)
        self._reports.append(press)
        return press

    def _tell_bare(self, bare: BareRound) -> None:
        self._bares[bare.id] = bare
        if len(self._bares) > MAX_TOLD_PRESSES:
            del self._bares[next(iter(self._bares))]
        self._reports.append(bare)


def _cue_ids(bare: BareRound) -> tuple[str, str]:
    return f"{bare.id}/open", f"{bare.id}/close"
