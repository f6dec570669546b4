"""The kit in the machine, as crew and referee meet it: its services, its web, its commands, its hoop."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPException
from types import TracebackType
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from fieldkit.clock import MS
from fieldkit.demo.client import Client, View
from fieldkit.errors import FieldkitError
from fieldkit.messages import Blast
from fieldkit.settings import Spectators
from tests.vm.ground import Failed, must, until
from tests.vm.image import GUEST, PROGRAM
from tests.vm.machine import Machine
from tests.vm.node import Node

HOOP = "h1"
SERVICES = ("whistle", "referee", "scoreboard", "spectators")
TEAMS = [
    {"id": team, "players": 4, "start_hoop": hoop}
    for team, hoop in (("red", HOOP), ("blue", "h2"), ("green", "h3"))
]
KINDS = {"1": "wood", "2": "wheat", "3": "brick", "4": "ore"}
"""A node's buttons, as the kit's own settings have them."""
UP_S = 120.0
"""How long a service may take to come up: the guest's processor is a slow one."""
ANSWER_S = 30.0
HEARD = ("sounded", "late")
PIN = str(tomllib.loads((GUEST / "kit.toml").read_text(encoding="utf-8"))["web"]["pin"])


class Trial:
    """A machine that runs the kit, with a node at one hoop; use it as a context. Raises Failed throughout.

    ``opened`` is the view of a round that one proof has begun for the next ones.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.node = Node(HOOP)
        self.opened: View = {}
        self._open = ExitStack()
        self._client: Client | None = None

    def __enter__(self) -> Trial:
        self._open.enter_context(self.node)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._hang_up()
        self._open.close()

    # The machine

    def boot(self) -> None:
        """Switch the machine on, with the node at its cable, and wait until all services are up."""
        self.machine.start()
        self.node.connect(self.machine.hoop_line)
        until(
            lambda: all(self.service(name)["ActiveState"] == "active" for name in SERVICES),
            UP_S,
            "services",
            1,
        )
        self._client = Client("127.0.0.1", self.machine.port, PIN)
        self._client.__enter__()

    def cut(self) -> None:
        """Cut the machine's power."""
        self.machine.cut()
        self.node.hang_up()
        self._hang_up()

    def ended(self, seconds: float) -> None:
        """Wait until the machine has switched itself off."""
        self.machine.ended(seconds)
        self.node.hang_up()
        self._hang_up()

    def _hang_up(self) -> None:
        if self._client is not None:
            self._client.__exit__()
            self._client = None

    def service(self, name: str) -> dict[str, str]:
        """Return what systemd says of a service."""
        keys = "ActiveState,NRestarts,MainPID,WatchdogUSec,ActiveEnterTimestampMonotonic"
        said = self.machine.shell(f"systemctl show --property={keys} fieldkit-{name}")
        return dict(line.split("=", 1) for line in said.splitlines() if "=" in line)

    def healed(self, name: str, before: dict[str, str], seconds: float) -> None:
        """Wait until a service that was well is so again, with another process."""

        def is_well() -> bool:
            now = self.service(name)
            return now["ActiveState"] == "active" and now["MainPID"] not in ("0", before["MainPID"])

        until(is_well, seconds, f"{name} healed")

    # The kit

    @property
    def client(self) -> Client:
        """The referee's tablet."""
        must(self._client, "the machine is off")
        assert self._client is not None
        return self._client

    def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command that has to be accepted; the answer."""
        try:
            status, answer = self.client.send({"type": kind, **fields}, ANSWER_S)
        except FieldkitError as error:
            raise Failed(f"{kind}: {error}") from None
        must(status == 200, f"{kind}: {status} {answer}")
        return answer

    def order(self, do: str) -> int:
        """One order of the kit's page; the status of its answer."""
        asked = Request(
            f"http://127.0.0.1:{self.machine.port}/api/kit",
            json.dumps({"do": do}).encode(),
            {"Authorization": f"Bearer {PIN}", "Content-Type": "application/json"},
        )
        try:
            with urlopen(asked, timeout=ANSWER_S) as answer:
                return int(answer.status)
        except HTTPError as refused:
            return refused.code
        except OSError as error:
            raise Failed(f"{do}: {error}") from None

    def wait(self, wanted: Callable[[View], object], seconds: float, what: str) -> View:
        """Return the first view that is ``wanted``."""
        try:
            return self.client.wait(lambda view: bool(wanted(view)), seconds, what)
        except FieldkitError as error:
            raise Failed(f"{error} It shows {_short(self.client.view)}.") from None

    def phase(self, *phases: str, seconds: float = ANSWER_S) -> View:
        """Return the first view in one of these phases."""
        return self.wait(lambda view: view["phase"] in phases, seconds, f"the phase {' or '.join(phases)}")

    def create(self, **options: Any) -> str:
        """Return a new match, the one before it given up; its name."""
        view = self.wait(lambda view: True, ANSWER_S, "anything")
        if view["phase"] not in ("setup", "over"):
            self.do("abandon_match", reason="the next proof")
        self.do("create_match", game="full_contact", teams=TEAMS, options=options, seed=1)
        return str(self.phase("ready")["match"])

    def well(self) -> View:
        """Wait until the kit says of itself that whistle, hoop and all else are well; the view."""

        def is_well() -> bool:
            try:
                _, health = self.client.get("/api/health")
            except (OSError, HTTPException):
                return False
            return health.get("ok") is True and health["hoops"].get(HOOP) == "ok"

        until(is_well, UP_S, "a kit that is well", 0.5)
        own = f":{Spectators().port}/"
        return self.wait(lambda view: view["spectators"].endswith(own), UP_S, "the spectators' process")

    def fieldkit(self, *words: str) -> str:
        """Run one of the kit's commands there, as its user; what it printed."""
        files = "--settings /etc/fieldkit/kit.toml --data /var/lib/fieldkit"
        return self.machine.shell(f"runuser -u fieldkit -- {PROGRAM} {' '.join(words)} {files}")

    def records(self, match: str) -> list[dict[str, Any]]:
        """Return a match's record, each with its ``input``."""
        records: list[dict[str, Any]] = json.loads(self.fieldkit("export", match, "--format json"))
        return records

    def deadlines(self, match: str) -> list[tuple[Blast, int]]:
        """Return the blasts of a match that sounded, with their deadlines (ns), as the record has them."""
        given = [record["input"] for record in self.records(match)]
        reports = [each for each in given if each.get("type") == "cue_report" and each["outcome"] in HEARD]
        return [(each["blast"], each["due"]) for each in sorted(reports, key=lambda each: int(each["due"]))]


def due(view: View) -> list[tuple[Blast, int]]:
    """Return the blasts of the round that a view shows, with their deadlines (ns)."""
    clock = view["clock"]
    return [("open", (clock["ends_at"] - clock["total"]) * MS), ("close", clock["ends_at"] * MS)]


def hoop_link(view: View) -> str:
    """How the node's hoop is heard: ``ok``, ``silent`` or ``none``."""
    return str(next(hoop["link"] for hoop in view["hoops"] if hoop["id"] == HOOP))


def _short(view: View) -> str:
    return (
        f"{view['match']} in {view['phase']}, alarms {[each['id'] for each in view['alarms']]}"
        if view
        else "nothing"
    )
