"""A field of an event as people run it: the processes of its referee and of what sends to the hub."""

import http.client
import os
import random
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.process.conftest import Kit, until

PATIENCE_S = 60.0
SIDES = ("red", "blue", "green", "yellow")
START_POINTS = 3
"""What each side of a match has before its first ball."""


class FieldProcess(Kit):
    """One field in a folder of its own; its hoops, whistle and screens are left out."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        super().__init__(folder)
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def join(self, lines: str) -> None:
        """Start it with these lines of settings, those that the organiser's page shows for it."""
        with self.settings.open("a", encoding="utf-8") as file:
            file.write(f"\n{lines}\n")
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        for part in ("referee", "uplink"):
            words = ["--settings", str(self.settings), "--data", str(self.data), "--port", str(self.port)]
            command = [sys.executable, "-m", "fieldkit", part, *words, "--kept-by", str(os.getpid())]
            with self._output.open("ab") as output:
                self._running[part] = subprocess.Popen(command, stdout=output, stderr=output)

    def end(self) -> int:
        """End both."""
        for process in reversed(self._running.values()):
            process.terminate()
        for process in self._running.values():
            try:
                process.wait(PATIENCE_S)
            finally:
                process.kill()
                process.wait()
        return 0

    def play(self, match: str, teams: Sequence[str]) -> Mapping[str, int]:
        """Set up the match of the schedule that the hub has announced, with these teams, and play it.

        What the teams have at its end, by their names: no two the same, and the same in each run.
        """
        sides = until(
            lambda: self._ahead(match, teams), PATIENCE_S, f"{match} of {teams} in {self.said[-9:]}"
        )
        by_side = dict(zip(SIDES, sides, strict=False))
        playing = [
            {"id": side, "name": name, "players": 3, "start_hoop": f"h{n}"}
            for n, (side, (_, name)) in enumerate(by_side.items(), 1)
        ]
        planned = {"id": match, "teams": {side: team for side, (team, _) in by_side.items()}}
        self.must("create_match", game="full_contact", teams=playing, scheduled=planned)
        won = random.Random(match).sample(range(7), len(by_side))
        for side, more in zip(by_side, won, strict=True):
            self.must("correct", team=side, set={"bonus_vp": more}, reason="played so")
        self.must("end_match", reason="time is up")
        return {name: START_POINTS + more for (_, name), more in zip(sides, won, strict=True)}

    def _ahead(self, match: str, teams: Sequence[str]) -> list[tuple[str, str]]:
        """Return the teams of a match, id and name each, once the field holds it with all of ``teams``."""
        try:
            _, told = self.ask("GET", "/api/event")
        except (OSError, http.client.HTTPException):
            return []
        for one in told.get("next", ()):
            found = [(str(team["team"]), str(team["name"])) for team in one["teams"]]
            if one["id"] == match and {id for id, _ in found} == set(teams) and not one["set_up"]:
                return found
        return []
