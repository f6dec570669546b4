"""The proofs of a kit to which things happen: processes die or hang, and the power goes.

Each returns its figures in one line, or raises Failed.
"""

import time
from collections import Counter

from fieldkit.clock import NS
from fieldkit.demo.client import View
from tests.vm import whistle_line
from tests.vm.ground import must, until
from tests.vm.trial import ANSWER_S, HOOP, KINDS, UP_S, Trial, due

ROUND, RELAY_ROUND, CUT_ROUND = 8, 20, 30
"""Seconds: one as it is played, one in which a dead whistle can be replaced, and one to be cut."""
HANGS = (("whistle",), ("referee", "scoreboard", "spectators"))
"""Who hangs, one after the other and at the same time."""
HEALED_S = 75.0
"""How long until a service that hangs is well again: its watchdog, its end and its start."""
INPUTS = 12
UNFLUSHED = "/var/lib/unflushed"
OFF_S = 120.0
"""How long until a machine that is switched off is off; its processor is a slow one."""


def outlives_its_referee(trial: Trial) -> str:
    """Kill the referee in a round: the closing blast comes on time, and the match is rejoined."""
    trial.create(round_seconds=ROUND)
    trial.do("start_round")
    opened = trial.phase("round")
    before = trial.service("referee")
    until(lambda: whistle_line.is_on(trial.machine), ANSWER_S, "the opening blast", 0)
    trial.machine.shell(f"kill -KILL {before['MainPID']}")
    began = time.monotonic()
    _, sounded = whistle_line.sounded(trial.machine, due(opened), ROUND + ANSWER_S)
    trial.healed("referee", before, UP_S)
    took = time.monotonic() - began
    trial.well()
    after = trial.phase("round", "grace", "break")
    must((after["match"], after["round"]) == (opened["match"], opened["round"]), f"another match: {after}")
    late = f"{sounded.late_ms[1]:+.2f} ms"
    return f"close {late} with the referee dead; healed in {took:.1f} s, then {after['phase']}"


def is_silent_without_its_whistle(trial: Trial) -> str:
    """Kill the whistle while it sounds: its line goes off, and the next whistle sounds the end."""
    trial.create(round_seconds=RELAY_ROUND)
    before = trial.service("whistle")
    silent_s = _killed_while_it_sounds(trial, before)
    _, sounded = whistle_line.sounded(trial.machine, due(trial.phase("round"))[1:], RELAY_ROUND + ANSWER_S)
    trial.phase("break")
    return f"line off {silent_s:.1f} s after its death; the next whistle's close {sounded.late_ms[0]:+.2f} ms"


def closes_without_both(trial: Trial) -> str:
    """Whistle and referee are killed in the first blast: the line goes off; the end sounds on time."""
    match = trial.create(round_seconds=RELAY_ROUND)
    before = {name: trial.service(name) for name in ("whistle", "referee")}
    silent_s = _killed_while_it_sounds(trial, *before.values())
    trial.healed("referee", before["referee"], UP_S)
    trial.well()
    trial.phase("break", seconds=RELAY_ROUND + ANSWER_S)
    close = [each for each in trial.deadlines(match) if each[0] == "close"]
    _, sounded = whistle_line.sounded(trial.machine, close)
    must(not whistle_line.is_on(trial.machine), "the next whistle sounds on")
    late = f"{sounded.late_ms[0]:+.2f} ms"
    return f"line off {silent_s:.1f} s after their death; the next close {late}; both healed, then break"


def _killed_while_it_sounds(trial: Trial, *services: dict[str, str]) -> float:
    """Open a round and kill these, the whistle first, in its opening blast; how long (s) it was on then.

    What switched the line off must have been there for nothing else.
    """
    line = f"{whistle_line.CHIP}/sim_gpio{whistle_line.WHISTLE}/value"
    pids = " ".join(service["MainPID"] for service in services)
    kill = f"until [ $(cat {line}) = 1 ]; do :; done; kill -KILL {pids}; cat /proc/uptime {line}"
    killing = trial.machine.begin(kill)
    trial.do("start_round")
    uptime, _, left_on = trial.machine.result(killing, kill).split()
    must(left_on == "1", "the line went off with its owner, which is not how a Pi does")
    killed = int(float(uptime) * NS)
    off, silencer = whistle_line.went_off(trial.machine, killed)
    trial.healed("whistle", services[0], UP_S)
    ended = trial.machine.shell(f"test -d /proc/{silencer} || echo ended").strip()
    must(ended, "the line stayed on until the next whistle came up")
    return (off - killed) / NS


def heals_hangs(trial: Trial) -> str:
    """Each process is stopped where it is: its watchdog notices, and systemd restarts it."""
    took = []
    for names in HANGS:
        before = {name: trial.service(name) for name in names}
        began = time.monotonic()
        trial.machine.shell(f"kill -STOP {' '.join(state['MainPID'] for state in before.values())}")
        for name, state in before.items():
            trial.healed(name, state, HEALED_S)
            took.append(f"{name} in {time.monotonic() - began:.1f} s (watchdog {state['WatchdogUSec']})")
    trial.well()
    return f"well again: {', '.join(took)}"


def survives_a_power_cut(trial: Trial) -> str:
    """Cut the power in a round: what was answered is there afterwards, once, and the record is whole."""
    match = trial.create(round_seconds=CUT_ROUND)
    trial.do("start_round")
    until(lambda: whistle_line.is_on(trial.machine), ANSWER_S, "the opening blast")
    notes, frames = [], dict[int, str]()
    for n in range(INPUTS):
        frames |= _press(trial, n)
        notes.append(f"note {n}")
        trial.do("note", team="red", text=notes[-1])
    trial.machine.shell(f"echo lost >{UNFLUSHED}")
    for n in range(INPUTS, INPUTS + 4):
        frames |= _press(trial, n)
    trial.cut()
    acked = Counter(kind for seq, kind in frames.items() if seq in trial.node.state()["acked"])
    began = time.monotonic()
    trial.boot()
    view = trial.wait(lambda view: True, UP_S, "the match")
    booted = time.monotonic() - began
    must((view["match"], view["phase"]) == (match, "stopped"), f"{view['match']} is {view['phase']}")
    must(not whistle_line.is_on(trial.machine), "the whistle sounds after a power cut")
    lost = trial.machine.shell(f"cat {UNFLUSHED} 2>/dev/null || true").strip()
    must(not lost, "what was never flushed is there: this was no power cut")
    _check_notes(trial, match, notes)
    _check_balls(trial, view, acked, Counter(frames.values()))
    verified = trial.fieldkit("verify", match).strip()
    return (
        f"{len(notes)} commands and {acked.total()} of {len(frames)} presses were answered before the cut; "
        f"up after {booted:.0f} s, stopped, each there once; an unflushed file is lost; {verified}"
    )


def is_switched_off(trial: Trial) -> str:
    """Switch off as the kit page does, never in a round; what was answered or written is there afterwards."""
    match = trial.create(round_seconds=CUT_ROUND)
    trial.do("note", team="red", text="kept")
    trial.do("start_round")
    trial.phase("round")
    must(trial.order("off") == 409, "the machine may be switched off in a round")
    trial.do("stop_round")
    trial.phase("stopped")
    trial.do("end_round")
    trial.phase("break")
    trial.machine.shell(f"echo written >{UNFLUSHED}")
    began = time.monotonic()
    must(trial.order("off") == 200, "the machine cannot be switched off")
    trial.ended(OFF_S)
    took = time.monotonic() - began
    trial.boot()
    view = trial.wait(lambda view: True, UP_S, "the match")
    must((view["match"], view["phase"]) == (match, "break"), f"{view['match']} is {view['phase']}")
    must(trial.machine.shell(f"cat {UNFLUSHED}").strip() == "written", "a written file is lost")
    _check_notes(trial, match, ["kept"])
    must(not whistle_line.is_on(trial.machine), "the whistle sounds after a start")
    return f"refused in a round; off after {took:.0f} s; match and unflushed file are there again"


def _press(trial: Trial, n: int) -> dict[int, str]:
    button = [*KINDS][n % len(KINDS)]
    return {trial.node.press(button): KINDS[button]}


def _check_notes(trial: Trial, match: str, notes: list[str]) -> None:
    """Each answered command stands in the record once."""
    texts = Counter(record["input"].get("command", {}).get("text") for record in trial.records(match))
    wrong = {note: texts[note] for note in notes if texts[note] != 1}
    must(not wrong, f"answered commands are not on the record once: {wrong}")


def _check_balls(trial: Trial, view: View, acked: Counter[str], sent: Counter[str]) -> None:
    """Each answered press is a ball, and none counts twice, also once the node has repeated the others."""

    def taken(view: View) -> Counter[str]:
        found = [*view["counted"], *view["pending"], *view["refused"]]
        return Counter(each["kind"] for each in found if each["hoop"] == HOOP)

    there = taken(view)
    must(acked <= there <= sent, f"answered {dict(acked)}, there {dict(there)}, sent {dict(sent)}")
    until(lambda: not trial.node.state()["waiting"], ANSWER_S, "an answer to the presses before the cut")
    after = taken(trial.wait(lambda view: taken(view) == sent, ANSWER_S, "all presses"))
    must(after == sent, f"taken are {dict(after)}, sent were {dict(sent)}")
