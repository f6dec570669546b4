"""A hall of 1,100 players at a whole kit: registration, phones, claims, turns, a killed referee.

The kit's processes, those of the phones and the bare broadcaster share this machine, over loopback.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from fieldkit.clock import MS, Clock
from fieldkit.demo.client import Client
from fieldkit.games.big_game.demo import Hall, boards_for
from fieldkit.games.big_game.demo.choices import player_list
from tests.bench.frames import FIRST_SEQ, broadcaster
from tests.bench.kit import ROOT, at_part, listeners, megabytes
from tests.process.conftest import PARTS, PIN, Kit, until

PLAYERS, TURNS = 1100, 62
CLIENTS = 50
PHONES = 2000
CLAIMS = 40
SEATS_AT_ONCE = 200
MEASURED_TURNS, ROUNDS, APART_S = 10, 2, 1.0
RATE = 60.0
"""How many times as fast as life the whole hall is conducted."""
DICE = [3, 5]
"""Real dice that are no 7: the clock of each turn runs at once."""


def run() -> Iterator[str]:
    """Yield the figures, in about three minutes."""
    with hall_kit() as kit:
        used = _Used(kit)
        yield f"kit, idle: {used.said()}"
        yield _registration(kit)
        yield f"  in this time: {used.said()}"
        with _calls(kit.port, "listen", PHONES) as phones:
            phones.word("ready")
            yield f"{PHONES} phones listen: {used.said()}"
            yield _registration(kit, f" beside {PHONES} phones")
            yield f"  in this time: {used.said()}"
            yield _cut(phones)
            yield f"  in this time: {used.said()}"
            yield _claims(kit)
            yield f"  in this time: {used.said()}"
            yield from _killed(kit, phones)
            yield f"  in this time: {used.said()}"
            phones.tell("done")
            yield f"phones that the kit sent away after that: {phones.figures()['evicted']}"
        yield from _turns(kit)
        yield f"  in this time: {used.said()}"
    yield _whole_hall()


@contextlib.contextmanager
def hall_kit(*more: str) -> Iterator[Kit]:
    """Yield a running kit that lets all phones listen, its own screen beside them."""
    with tempfile.TemporaryDirectory() as folder:
        kit = Kit(Path(folder))
        text = kit.settings.read_text(encoding="utf-8")
        kit.settings.write_text(text.replace("[web]\n", f"[web]\nlisteners = {PHONES + 100}\n"), "utf-8")
        try:
            kit.start(*more)
            kit.wait(lambda view: view["phase"] == "setup" and view["kit"]["whistle"] == "ok")
            yield kit
        finally:
            if kit.started:
                kit.end()


def _opened(kit: Kit, listed: int = 0, **options: Any) -> list[str]:
    """Return a hall for all players, with some of them from lists; its seats in their order."""
    if kit.view["phase"] not in ("setup", "over"):
        kit.must("abandon_hall", reason="measured")
    boards = boards_for(PLAYERS)
    options = {"dice": "real", "turn_seconds": 300, "robber_from": 99} | options
    kit.must("open_hall", game="big_game", boards=boards, options=options)
    for _ in range(listed // 100):
        kit.must("import_players", csv=player_list(100, Random(1)))
    return [f"{1 + n // 2}-{('sun', 'moon')[n % 2]}" for n in range(PLAYERS)]


def _tokens(kit: Kit, seats: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for first in range(0, len(seats), SEATS_AT_ONCE):
        asked = {"seats": seats[first : first + SEATS_AT_ONCE]}
        found |= kit.ask("POST", "/api/session/seats", asked)[1]["tokens"]
    return found


def _quantiles(took: list[float]) -> str:
    took.sort()
    return f"p50 {at_part(took, 0.5):.0f} ms, p99 {at_part(took, 0.99):.0f} ms, longest {took[-1]:.0f} ms"


class _Calls:
    """A process of phones: it is told lines, and answers with words and figures."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def tell(self, line: str) -> None:
        """Say a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def word(self, awaited: str) -> None:
        """Wait for a word."""
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == f"{awaited}\n"

    def figures(self) -> dict[str, Any]:
        """Return what was measured."""
        assert self._process.stdout is not None
        found: dict[str, Any] = json.loads(self._process.stdout.readline())
        return found


@contextlib.contextmanager
def _calls(port: int, what: str, number: int) -> Iterator[_Calls]:
    command = [sys.executable, "-m", "tests.bench.hall_phones", what, str(port), str(number)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        try:
            yield _Calls(process)
        finally:
            process.kill()


# What the processes use


class _Used:
    """Memory of each process of the kit, and processor time since the last look."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._last = (time.monotonic(), self._cpu())

    def said(self) -> str:
        """Megabytes (RSS/PSS) and processor seconds of each."""
        before, spent = self._last
        self._last = now, cpu = time.monotonic(), self._cpu()
        parts = []
        for name, pid in self._pids().items():
            resident, own = megabytes(pid)
            # A process that was started since then has used all that it has.
            used = cpu[pid] - spent.get(pid, 0.0)
            parts.append(f"{name} {resident:.0f}/{own:.0f} MB {used:.1f} s")
        return f"{', '.join(parts)} of {now - before:.1f} s (RSS/PSS, processor time)"

    def _pids(self) -> dict[str, int]:
        return {"supervisor": self._kit.process.pid} | {part: self._kit.pid(part) for part in PARTS}

    def _cpu(self) -> dict[int, float]:
        ticks = os.sysconf("SC_CLK_TCK")
        found = {}
        for pid in self._pids().values():
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
            found[pid] = (int(fields[11]) + int(fields[12])) / ticks
        return found


# Registration and claims


def _registration(kit: Kit, beside: str = "") -> str:
    tokens = _tokens(kit, _opened(kit))
    with _calls(kit.port, "register", CLIENTS) as calls:
        calls.tell(json.dumps(tokens))
        met = calls.figures()
    assert kit.view["seats"]["players"] == PLAYERS
    rate = PLAYERS / met["seconds"]
    return (
        f"{PLAYERS} registrations by {CLIENTS} clients{beside}: {met['seconds']:.1f} s (aim < 60), "
        f"{rate:.0f} a second; log-in {_quantiles(met['log_in'])}; answer {_quantiles(met['register'])}; "
        f"sent again {met['again']}"
    )


def _claims(kit: Kit) -> str:
    seats = _opened(kit, PLAYERS)
    kit.must("next_turn", dice=DICE)
    claiming = Random(2).sample([seat for seat in seats if seat.endswith("sun")], CLAIMS)
    with _calls(kit.port, "claim", 1) as calls:
        calls.tell(json.dumps(_tokens(kit, claiming)))
        calls.word("ready")
        calls.tell("now")
        met = calls.figures()
    found = kit.ask("GET", "/api/ask?what=claims")[1]["claims"]
    assert sorted(claim["seat"] for claim in found) == sorted(claiming)
    return (
        f"{CLAIMS} claims in {met['seconds']:.2f} s beside {PHONES} phones: all answered and on the record; "
        f"{_quantiles(met['took'])}; sent again {met['again']}"
    )


# Phones that come back


def _cut(phones: _Calls) -> str:
    phones.tell("cut")
    return f"{PHONES} phones cut from the network: {_came_back(phones.figures())}"


def _came_back(met: dict[str, Any]) -> str:
    back = [took / 1000 for took in met["back"]]
    return (
        f"all follow again after {back[-1]:.1f} s (aim < 10), half of them after {at_part(back, 0.5):.1f} s; "
        f"refused {met['refused']}, lost once more {met['again']}, sent away before {met['evicted']}"
    )


def _killed(kit: Kit, phones: _Calls) -> Iterator[str]:
    """Kill the referee under all of them in the middle of a turn."""
    _opened(kit, PLAYERS, turn_seconds=20)
    kit.must("next_turn", dice=DICE)
    claim = {"id": "before", "seat": "7-sun", "form": {"settlements": 5, "cities": 9, "bonuses": 1}}
    answered = kit.must("claim", **claim)
    before = kit.view
    phones.tell("killed")
    phones.word("told")
    dead = kit.signal("referee", signal.SIGKILL)
    began = time.monotonic()
    after = kit.wait(lambda view: view["match"] == before["match"])
    seconds = time.monotonic() - began
    assert kit.pid("referee") != dead
    assert (after["seq"], after["clock"]["ends_at"]) == (before["seq"], before["clock"]["ends_at"])
    assert kit.must("claim", **claim) == answered
    yield f"referee killed (-9) under {PHONES} phones: answers again after {seconds:.1f} s, nothing is lost"
    yield f"  {_came_back(phones.figures())}"
    late = kit.sounded("close", before["clock"]["ends_at"], 40)
    kit.phase("judging")
    yield f"  the horn ends its turn {abs(late):.1f} ms {'early' if late < 0 else 'late'}"


# Turns


def _turns(kit: Kit) -> Iterator[str]:
    """Yield a turn to all listeners, beside the bare broadcaster of the same board; both take turns."""
    _opened(kit, PLAYERS)
    kit.must("next_turn", dice=DICE)
    board = json.dumps(kit.ask("GET", "/api/board")[1], separators=(",", ":")).encode()
    ours: list[list[float]] = []
    bare: list[list[float]] = []
    with broadcaster(board) as (port, line):
        sent = 0
        for _ in range(ROUNDS):
            ours += _measured(kit.port, lambda: int(kit.must("next_turn", early=True, dice=DICE)["seq"]))

            def count() -> int:
                nonlocal sent
                sent += 1
                os.write(line, b"\n")
                return FIRST_SEQ + sent

            bare += _measured(port, count)
    figures = {}
    for name, turns in (("turn", ours), ("bare broadcaster", bare)):
        every, last = sorted(chain.from_iterable(turns)), [turn[-1] for turn in turns]
        figures[name] = at_part(every, 0.5), at_part(every, 0.99), median(last)
        p50, p99, median_last = figures[name]
        yield (
            f"{name} to {PHONES} listeners: p50 {p50:.0f} ms, p99 {p99:.0f} ms; the last has it after "
            f"{median_last:.0f} ms (median of {len(last)}; longest {max(last):.0f})"
        )
    ratios = (f"{a / b:.2f}" for a, b in zip(*figures.values(), strict=True))
    yield (
        f"  ratios {' '.join(ratios)} (the kit's with request, rules, record; a board of {len(board)} bytes)"
    )


def _measured(port: int, turn: Callable[[], int]) -> list[list[float]]:
    """How late (ms) each listener had each turn, the first one first."""
    with listeners(port, PHONES) as heard:
        due: dict[int, int] = {}
        for _ in range(MEASURED_TURNS):
            began = time.monotonic_ns()
            due[turn()] = began
            time.sleep(APART_S)
        arrived = heard.arrivals()
    took = [sorted((at - began) / MS for at in arrived[seq]) for seq, began in due.items()]
    assert all(len(each) == PHONES for each in took), [len(each) for each in took]
    return took


# A whole hall


def _whole_hall() -> str:
    """Let simulated people play a whole hall, from the first registration to the winner."""
    told: list[str] = []
    with hall_kit("--rate", str(RATE)) as kit, Client("127.0.0.1", kit.port, PIN) as client:
        began = time.monotonic()
        view = Hall(client, Clock(RATE), 1, told.append, first_claim=TURNS - 1).play(PLAYERS)
        seconds = time.monotonic() - began
        until(lambda: kit.view["stage"] == "over", 5, "the end")
        megabytes = sum(file.stat().st_size for file in kit.data.glob("journal.sqlite3*")) / 1e6
    claims = sum(" claims " in line for line in told)
    return (
        f"a hall of {PLAYERS} players over HTTP, {RATE:.0f} times as fast as life: {view['number']} turns, "
        f"{view['seq']} decisions, {claims} claims, in {seconds:.0f} s; the winner is "
        f"{view['winner']['label']} with {view['winner']['points']} points; a record of {megabytes:.1f} MB"
    )


if __name__ == "__main__":
    for line in run():
        print(line, flush=True)
