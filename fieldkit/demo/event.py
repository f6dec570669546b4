"""An event by simulated people: a hub, several kits, referees and an organiser, each a process of its own."""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from fieldkit.demo.client import START_S, Caller
from fieldkit.demo.kit import ended, kit_process
from fieldkit.demo.stage import Stage, simulated
from fieldkit.errors import FieldkitError

EVENT = "demo"
HERE = "127.0.0.1"
"""The address that everything listens at: it is for nobody but this machine."""
NAMES = (
    "Foxes", "Herons", "Otters", "Badgers", "Larks", "Moles", "Hares", "Ravens", "Stoats", "Swifts",
    "Voles", "Wrens", "Adders", "Beavers", "Cranes", "Dippers",
)  # fmt: skip
FIELDS = ("north", "south", "east", "west", "river", "hill", "mill", "wood")
LOOK_S = 0.5
"""Seconds between two looks."""
TRIES = 5
"""Ports that a kit is tried at: another process may take one that was free."""
FINALISTS = 4
"""Teams in the final."""


class Wish(msgspec.Struct, frozen=True):
    """A simulated event; ``data`` keeps a folder for the hub and one for each field."""

    data: Path
    fields: int
    teams: int
    rounds: int
    speed: float
    port: int
    game: str


StageOf = Callable[[Path, int, ExitStack], Stage]
"""Makes what simulated people need of a kit: its folder and port, and what ends with the event."""


class HubAt(Caller):
    """A hub at a port of this machine, called as its organiser."""

    def __init__(self, port: int, pin: str) -> None:
        super().__init__(HERE, port, {"Authorization": f"Bearer {pin}"})

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Return the JSON answer of one call below the event; raise FieldkitError for a refusal, OSError."""
        status, found = self.request(method, f"/v1/events/{EVENT}{path}", body)
        if status != 200:
            raise FieldkitError(f"The hub answered {path} with {status}: {found['error']['message']}")
        return found


def _answers(caller: Caller, path: str) -> bool:
    with contextlib.suppress(OSError, http.client.HTTPException):
        return caller.get(path)[0] == 200
    return False


def free_port() -> int:
    """Return a port that is free now."""
    with socket.create_server((HERE, 0)) as probe:
        found: int = probe.getsockname()[1]
        return found


@contextlib.contextmanager
def hub_process(data: Path, port: int, fields: Mapping[str, str], pin: str) -> Iterator[HubAt]:
    """Run a hub with these fields (a key by id) for the block; raise FieldkitError if it does not start."""
    settings = data / "hub.toml"
    lines = [f'[event]\nid = "{EVENT}"\nname = "Demonstration"\n\n[hub]\nhost = "{HERE}"\npin = "{pin}"\n']
    for id, key in fields.items():
        lines.append(f'[[fields]]\nid = "{id}"\nname = "{id.capitalize()}"\nkey = "{key}"\n')
    settings.write_text("\n".join(lines), encoding="utf-8")
    command = [sys.executable, "-m", "fieldkit", "hub", "--settings", str(settings), "--data", str(data)]
    command += ["--port", str(port), "--kept-by", str(os.getpid())]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0)
    with ended(process):
        hub = HubAt(port, pin)
        if not _comes_up(process, lambda: _answers(hub, f"/v1/events/{EVENT}")):
            raise FieldkitError("The hub has ended.")
        yield hub


def _comes_up(process: subprocess.Popen[bytes], answers: Callable[[], bool]) -> bool:
    """Wait until a process ``answers``, for a while; returns False where it has ended."""
    pause = threading.Event()
    for _ in range(int(START_S / LOOK_S)):
        if process.poll() is not None:
            return False
        if answers():
            break
        pause.wait(LOOK_S)
    return True


@contextlib.contextmanager
def field_process(own: Path, id: str, key: str, wish: Wish) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Run a field's kit for the block, at the port it gives; raise FieldkitError if it does not start."""
    settings = own / "demo.toml"
    settings.write_text(
        f'[kit]\nname = "{id.capitalize()}"\npins = "mock"\n\n[web]\nhost = "{HERE}"\n\n'
        f'[hub]\nurl = "http://{HERE}:{wish.port}"\n'
        f'event = "{EVENT}"\nfield = "{id}"\nkey = "{key}"\n',
        encoding="utf-8",
    )
    for _ in range(TRIES):
        port = free_port()
        caller = Caller(HERE, port, {})
        with kit_process(own, port, wish.speed, settings) as process:
            if _comes_up(process, partial(_answers, caller, "/api/health")):
                yield port, process
                return
    raise FieldkitError(f"The kit of field {id} does not start.")


class Referee:
    """Plays what is next at one field, until told to stop; what came to nothing is played once more."""

    def __init__(self, id: str, stage: Stage, game: str, seed: int, say: Callable[[str], None]) -> None:
        self._id, self._stage, self._game, self._say = id, stage, game, say
        self._seeds = Random(seed)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"referee {id}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """Begin no other match; one that is on is left where it is."""
        self._closing.set()

    def _run(self) -> None:
        match: Mapping[str, Any] | None = None
        while not self._closing.wait(LOOK_S):
            try:
                if match is None:
                    _, told = self._stage.client.get("/api/event")
                    match = next((each for each in told.get("next", ()) if not each["set_up"]), None)
                else:
                    reason = "The demonstration begins it again."
                    self._stage.client.send({"type": "abandon_match", "reason": reason})
                if match is not None:
                    self._play(match)
                    match = None
            except (OSError, http.client.HTTPException):  # it is starting, or ending
                continue
            except FieldkitError as error:
                if not self._closing.is_set():
                    self._say(f"{self._id}: {error}")

    def _play(self, match: Mapping[str, Any]) -> None:
        names = " - ".join(team["name"] for team in match["teams"])
        self._say(f"{self._id}: match {match['id']} begins: {names}")
        seed = self._seeds.randrange(2**31)
        simulated(self._game).play(replace(self._stage, seed=seed, scheduled=match))
        self._say(f"{self._id}: match {match['id']} is over.")


class Organiser:
    """Makes teams and schedule, confirms what comes in, and adds the final when all is confirmed."""

    def __init__(self, hub: HubAt, wish: Wish, say: Callable[[str], None]) -> None:
        self._hub, self._wish, self._say = hub, wish, say
        self._pause = threading.Event()
        self._confirmed: set[str] = set()

    def begin(self) -> None:
        """Enter the teams and make the schedule."""
        names = [*NAMES, *(f"Team {n}" for n in range(len(NAMES) + 1, self._wish.teams + 1))]
        teams = [{"id": f"t{n}", "name": name} for n, name in enumerate(names[: self._wish.teams], 1)]
        self._hub.call("PUT", "/teams", {"teams": teams})
        self._hub.call("POST", "/schedule", {"stage": "group", "rounds": self._wish.rounds, "size": 4})

    def until_over(self, look: Callable[[], None]) -> None:
        """Confirm every result as it comes, up to that of the final; ``look`` raises what ends the event."""
        while True:
            look()
            with contextlib.suppress(OSError, http.client.HTTPException):
                matches = self._hub.call("GET", "/schedule")["matches"]
                left = [each for each in matches if each["state"] not in ("confirmed", "called_off")]
                for match in left:
                    if match["state"] == "played" and match["id"] not in self._confirmed:
                        self._confirm(match["id"])
                if matches and not left:
                    if any(each["stage"] == "final" for each in matches):
                        return
                    self._hub.call("POST", "/schedule", {"stage": "final", "size": FINALISTS})
                    self._say("All rounds are confirmed: the final is next.")
                self.draw_lots()
            self._pause.wait(LOOK_S)

    def draw_lots(self) -> None:
        """Draw lots among those of whom nothing else says who plays the final."""
        for group in self._hub.call("GET", "/desk")["lots"]:
            self._hub.call("POST", "/draws", {"teams": [team["id"] for team in group]})
            self._say(f"Lots are drawn among {', '.join(team['name'] for team in group)}.")

    def _confirm(self, match: str) -> None:
        result = self._hub.call("GET", f"/matches/{match}")["result"]
        if result and result["versions"]:
            self._hub.call("POST", f"/results/{match}/confirm", {"version": result["versions"][-1]["id"]})
            self._confirmed.add(match)
            best = min(result["scores"], key=lambda score: score["place"])
            self._say(f"Match {match} is confirmed: {best['name']} with {best['score']} points.")

    def say_standings(self) -> None:
        """Say how the event ended."""
        found = self._hub.call("GET", "/standings")
        for row in found["rows"]:
            self._say(f"{row['place']:>3}. {row['name']}: {row['points']} points, {row['won']} won")
        for final in found["finals"]:
            best = min(final["result"], key=lambda score: score["place"])
            self._say(f"The final was won by {best['name']}.")


def play(wish: Wish, stage_of: StageOf, say: Callable[[str], None], stays: Callable[[], None]) -> None:
    """Play a whole event and say how it went; ``stays`` is called before the end. Raises FieldkitError."""
    random = Random()
    pin = f"{random.getrandbits(64):016x}"
    fields = {id: f"{random.getrandbits(64):016x}" for id in FIELDS[: wish.fields]}
    folder = wish.data / "hub"
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as running:
        hub = running.enter_context(hub_process(folder, wish.port, fields, pin))
        say(f"The hub: http://{HERE}:{wish.port}/")
        say(f"The organisers' page: http://{HERE}:{wish.port}/organise, PIN {pin}")
        organiser = Organiser(hub, wish, say)
        organiser.begin()
        processes = {}
        for at, (id, key) in enumerate(fields.items()):
            own = wish.data / id
            own.mkdir(exist_ok=True)
            port, processes[id] = running.enter_context(field_process(own, id, key, wish))
            stage = stage_of(own, port, running)
            say(f"Field {id}: http://{HERE}:{port}/")
            referee = Referee(id, stage, wish.game, at + 1, say)
            running.callback(referee.close)
            referee.start()
        organiser.until_over(lambda: _look(processes))
        organiser.say_standings()
        stays()


def _look(processes: Mapping[str, subprocess.Popen[bytes]]) -> None:
    """Raise FieldkitError for a field whose kit has ended: what it was to play is never played."""
    if gone := [id for id, process in processes.items() if process.poll() is not None]:
        raise FieldkitError(f"The kit of field {gone[0]} has ended.")
