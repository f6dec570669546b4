"""The proofs of a kit that is well: it comes up, a button starts a round, balls count, blasts are on time.

Each returns its figures in one line, or raises Failed.
"""

import time
from collections import Counter

from fieldkit.clock import MS, NS
from fieldkit.demo.client import View
from tests.vm import whistle_line
from tests.vm.ground import must
from tests.vm.trial import ANSWER_S, HOOP, KINDS, SERVICES, Trial, due, hoop_link

ROUND = 20
"""Seconds of a round in which a cable is pulled and put back."""
ALARM_S = 10.0
FIRST, MEANWHILE, AFTER = "1234", "12", "3"
"""The buttons pressed before the hoop's cable is pulled, while it is out, and when it is in again."""
PRESSES = len(FIRST + MEANWHILE + AFTER)


def comes_up(trial: Trial) -> str:
    """Boot: the services come up with the machine, say so themselves, and the whistle is on time by right."""
    trial.boot()
    whistle_line.watch(trial.machine)
    states = {name: trial.service(name) for name in SERVICES}
    for name, state in states.items():
        must(state["NRestarts"] == "0", f"{name} was restarted: {state}")
    scheduled = trial.machine.shell(f"chrt --pid {states['whistle']['MainPID']}")
    must("SCHED_FIFO" in scheduled, f"the whistle is not scheduled in real time: {scheduled}")
    trial.well()
    must(not whistle_line.is_on(trial.machine), "the whistle sounds")
    ready = ", ".join(
        f"{name} {int(state['ActiveEnterTimestampMonotonic']) / 1e6:.0f} s" for name, state in states.items()
    )
    return f"ready after power on: {ready}; no restarts, whistle in SCHED_FIFO, hoop heard, /api/health ok"


def starts_by_button(trial: Trial) -> str:
    """Drive the start button's line, and check that the round runs."""
    trial.create(round_seconds=ROUND)
    began = time.monotonic()
    whistle_line.press_start(trial.machine)
    trial.opened = trial.phase("round")
    return f"round {trial.opened['round']} runs {time.monotonic() - began:.1f} s after the press"


def counts_at_a_hoop(trial: Trial) -> str:
    """Press a hoop on a USB line, unplug it, press meanwhile, plug it in: each press counts once."""
    node = trial.node
    began = time.monotonic()
    for button in FIRST:
        node.press(button)
    _counted(trial, FIRST)
    counted_s = time.monotonic() - began
    node.plugged = False
    trial.machine.unplug()
    began = time.monotonic()
    view = trial.wait(lambda view: hoop_link(view) == "silent" and _alarm(view), ALARM_S, "an alarm")
    silent_s = time.monotonic() - began
    for button in MEANWHILE:
        node.press(button)
    trial.machine.plug()
    node.plugged = True
    began = time.monotonic()
    trial.wait(lambda view: hoop_link(view) == "ok", ANSWER_S, "the hoop again")
    back_s = time.monotonic() - began
    node.press(AFTER)
    _counted(trial, FIRST + MEANWHILE + AFTER)
    return (
        f"{len(FIRST)} presses counted in {counted_s:.1f} s; unplugged: {_alarm(view)!r} after "
        f"{silent_s:.1f} s; plugged in: heard after {back_s:.1f} s, and {PRESSES} presses are {PRESSES} balls"
    )


def sounds_on_time(trial: Trial) -> str:
    """Return the line's edges of that round, as the kernel saw them, against the deadlines on the record."""
    shown = dict(due(trial.opened))
    view = trial.phase("break", seconds=ROUND + ANSWER_S)
    must(
        len(view["counted"]) == PRESSES, f"{len(view['counted'])} balls of {PRESSES} presses after the round"
    )
    recorded = trial.deadlines(str(view["match"]))
    must(all(abs(at - shown[blast]) <= MS for blast, at in recorded), f"{recorded} on record, shown {shown}")
    edges, sounded = whistle_line.sounded(trial.machine, recorded)
    told = whistle_line.told(trial.machine, edges[0][0] - NS)
    must([on for _, on in told] == [on for _, on in edges], f"the trace file has other edges: {told}")
    apart = max(abs(at - its) for (at, _), (its, _) in zip(edges, told, strict=True)) / MS
    must(not whistle_line.is_on(trial.machine), "the whistle is on after the round")
    opened, closed = edges[0][0] / NS, edges[2][0] / NS
    must(abs(closed - opened - ROUND) < whistle_line.LATE_MS / 1000, f"the round took {closed - opened} s")
    return (
        f"open at {opened:.4f} s ({sounded.late_ms[0]:+.2f} ms), close at {closed:.4f} s "
        f"({sounded.late_ms[1]:+.2f} ms), {closed - opened:.4f} s apart of {ROUND} s; worst of 6 edges "
        f"{sounded.worst_ms:+.2f} ms; trace file within {apart:.2f} ms; off afterwards"
    )


def _counted(trial: Trial, buttons: str) -> View:
    """Wait until these presses are balls, each once."""
    wanted = Counter(KINDS[button] for button in buttons)
    view = trial.wait(lambda view: len(view["counted"]) >= len(buttons), ANSWER_S, f"{len(buttons)} balls")
    found = Counter(each["kind"] for each in view["counted"] if each["hoop"] == HOOP)
    must(found == wanted, f"counted are {dict(found)} instead of {dict(wanted)}")
    return view


def _alarm(view: View) -> str:
    """Return what the referee is told of the hoops."""
    return str(next((each["text"] for each in view["alarms"] if each["id"].startswith("hoop")), ""))
