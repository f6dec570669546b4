"""Full-Contact Catan as the tests of all games play it: simulated teams, their balls counted by hand."""

from random import Random
from typing import Any

from fieldkit.games.full_contact.demo.choices import Break, Command, View, new_match, placements, throws

STEP_S = 0.5


class Player:
    """A referee with four teams."""

    def __init__(self, rng: Random, setup: View) -> None:
        self._rng = rng
        self._hoops = [hoop["id"] for hoop in setup["hoops"] if hoop["start"]]
        self._deeds: list[Any] = []
        self._break: Break | None = None
        self._passed = 0.0

    def opening(self) -> Command:
        """Return the set-up of four teams, with a seed that nobody may see."""
        return new_match(4, self._hoops, 0) | {"seed": "a seed that nobody sees", "options": {"target": 6}}

    def next(self, view: View) -> Command | float | None:
        """Return what the referee does next."""
        if view["phase"] in ("ready", "break"):
            self._break = self._break or Break(self._rng)
            return self._break.next(view) or self._start(view)
        self._break = None
        if view["phase"] != "round" or not self._deeds:
            return STEP_S
        deed = self._deeds[0]
        if deed.after > self._passed:
            wait, self._passed = deed.after - self._passed, deed.after
            return float(wait)
        self._deeds.pop(0)
        if deed.kind is None:
            return {"type": "place", "team": deed.team, "hoop": deed.hoop}
        return {"type": "deposit", "hoop": deed.hoop, "kind": deed.kind}

    def _start(self, view: View) -> Command:
        deeds = throws(view, self._rng) + placements(view, self._rng)
        self._deeds = sorted(deed for deed in deeds if deed.after < 7)
        self._passed, self._break = 0.0, None
        return {"type": "start_round"}

    def refused(self, command: Command) -> None:
        """Take back what was refused: a ball outside a city, or a purchase that came too late."""
        if self._break:
            self._break.refused(command)
