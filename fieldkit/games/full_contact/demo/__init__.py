"""Full-Contact Catan by simulated people, at the edges of real ones: frames and commands."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from fieldkit.clock import MS, NS, Clock
from fieldkit.demo import percentiles
from fieldkit.demo.client import MAX_WAIT_S, Client, View
from fieldkit.demo.stage import Field, Stage
from fieldkit.errors import FieldkitError
from fieldkit.games.full_contact.demo import choices
from fieldkit.journal.reading import all_records, reading

MAX_ROUNDS = 60
"""A match that goes on for longer has no winner."""
IN_ROUND = ("head_start", "round", "grace")


def play(stage: Stage) -> None:
    """Play a match to its end and say how it went. Raises FieldkitError."""
    limits = stage.setup["limits"]["teams"]
    usual = len(stage.scheduled["teams"]) if stage.scheduled else limits["max"]
    teams = stage.people(limits["min"], limits["max"], usual, "teams")
    match = Match(stage)
    start = stage.clock.now()
    hoops = [hoop["id"] for hoop in stage.setup["hoops"] if hoop["start"]]
    view = match.play(choices.new_match(teams, hoops, stage.seed, stage.scheduled))
    seconds = (stage.clock.now() - start) / NS
    names = {team["id"]: team["name"] for team in view["teams"]}
    winners = " and ".join(names[each] for each in view["result"]["winners"])
    stage.say(f"Winner: {winners}, after {view['round']} rounds and {seconds:.0f} s of play.")
    found = Counter(match.verdicts.values())
    counts = ", ".join(f"{verdict} {found[verdict]}" for verdict in ("counted", "held", "refused"))
    stage.say(f"Deposits: sent {match.teams.sent}, {counts}")
    with reading(stage.journal) as db:
        given = [json.loads(record.row.given) for record in all_records(db)]
    reports = [each["late_ns"] for each in given if each["type"] == "cue_report"]
    lateness_ms = [late_ns / MS for late_ns in reports if late_ns is not None]
    late = ", ".join(f"{name} {value:.2f}" for name, value in percentiles(lateness_ms).items())
    stage.say(f"Whistle lateness over {len(lateness_ms)} blasts, ms: {late}")


def crowd(client: Client, field: Field, clock: Clock) -> Teams:
    """Return the teams for the rounds of a human referee."""
    return Teams(client, field, clock, Random())


class Teams:
    """Simulated players: they play each round that opens, until it stops or ends; ``sent`` balls so far."""

    def __init__(self, client: Client, field: Field, clock: Clock, rng: Random) -> None:
        self._client, self._field, self._clock = client, field, clock
        self._rng, self.sent = rng, 0
        self._resting = threading.Event()

    def rest(self) -> None:
        """Stop throwing, from any thread."""
        self._resting.set()

    def play(self, view: View, place: Callable[[choices.Deed], None] | None) -> None:
        """Play the round that ``view`` shows open; ``place`` is told of settlements put down, if given."""
        opened = view["clock"]["ends_at"] - view["options"]["round_seconds"] * 1000
        deeds = choices.throws(view, self._rng)
        if place is not None:
            deeds += choices.placements(view, self._rng)
        for deed in sorted(deeds):
            at = int((opened + deed.after * 1000) * MS)
            if self._resting.wait(self._clock.seconds_until(at)) or not self._goes_on(view):
                return
            if deed.kind is not None:
                self.sent += 1
                self._field.press(deed.hoop, deed.kind)
            elif place is not None:
                place(deed)

    def play_for_ever(self) -> None:
        """Play every round that a referee starts, until `rest`."""
        played: tuple[object, object, object] | None = None
        while not self._resting.is_set():
            view = self._client.view
            # A void or a resumed round is another one to the players.
            this = (view.get("match"), view.get("round"), view.get("clock", {}).get("ends_at"))
            if view.get("game") == choices.GAME and view["phase"] == "round" and this != played:
                played = this
                self.play(view, None)
            self._resting.wait(0.05)

    def _goes_on(self, view: View) -> bool:
        now = self._client.view
        return now["phase"] in IN_ROUND and (now["match"], now["round"]) == (view["match"], view["round"])


class Match:
    """A simulated referee with simulated teams: one match from its set-up to its confirmed result."""

    def __init__(self, stage: Stage) -> None:
        self.verdicts: dict[tuple[str, str, str], str] = {}
        """The kit's first word on each frame."""
        self._client, self._field, self._clock = stage.client, stage.field, stage.clock
        self._say, self._rng = stage.say, Random(stage.seed)
        self.teams = Teams(stage.client, stage.field, stage.clock, self._rng)
        self._pause = threading.Event()

    def play(self, create: Mapping[str, Any]) -> View:
        """Play a match to its end and return the last view; FieldkitError after `MAX_ROUNDS` rounds."""
        self._client.first_view()
        self._client.do(create)
        for _ in range(MAX_ROUNDS):
            if (view := self._hold_break())["phase"] == "over":
                return view
            self._play_round()
        raise FieldkitError(f"Nobody had won after {MAX_ROUNDS} rounds.")

    def _hold_break(self) -> View:
        """Do all between two rounds: held balls, discards, cards, trades, purchases, the result."""
        plan = choices.Break(self._rng)
        while (view := self._client.view)["phase"] in ("ready", "break"):
            command = plan.next(view)
            if command is None:
                break
            if not self._send(command):
                plan.refused(command)
            self._wait(self._rng.uniform(0.4, 2.0))
        self._read_hoops()
        return self._client.view

    def _play_round(self) -> None:
        def place(placed: choices.Deed) -> None:
            if placed.hoop in self._client.view["can"].get("place", {}).get(placed.team, ()):
                self._send({"type": "place", "team": placed.team, "hoop": placed.hoop})

        self._client.do({"type": "start_round", "refuse_pending": True})
        long = MAX_WAIT_S + 100 / self._clock.rate
        view = self._client.wait(lambda view: view["phase"] == "round", long, "the round open")
        self.teams.play(view, place)
        view = self._client.wait(lambda view: view["phase"] not in IN_ROUND, long, "the round's end")
        self._say(_line(view))
        self._wait(1.0)

    def _send(self, command: Mapping[str, Any]) -> bool:
        """Send a command about this round and wait for its view; False when the rules refused it."""
        status, body = self._client.send({"round": self._client.view["round"], **command})
        if status not in (200, 409):
            raise FieldkitError(f"The kit refused {command['type']}: {body['error']['message']}")
        if status == 200:
            self._client.after(body["seq"])
        return status == 200

    def _wait(self, seconds: float) -> None:
        self._pause.wait(seconds / self._clock.rate)

    def _read_hoops(self) -> None:
        """Take in the verdicts; a node keeps the last 64 of them."""
        for _ in range(int(MAX_WAIT_S / 0.05)):
            states = self._field.states()
            for hoop, state in states.items():
                for seq, verdict in state["verdicts"].items():
                    self.verdicts.setdefault((hoop, state["boot"], seq), verdict)
            if len(self.verdicts) >= self.teams.sent and not any(s["waiting"] for s in states.values()):
                return
            self._pause.wait(0.05)
        sent, answered = self.teams.sent, len(self.verdicts)
        raise FieldkitError(f"Of {sent} balls only {answered} were answered by the kit.")


def _line(view: View) -> str:
    """Tell a round in one line: balls by team, what was held and refused, the points."""
    balls = Counter(deposit["team"] for deposit in view["counted"])
    said = ", ".join(f"{team['id']} {balls[team['id']]}" for team in view["teams"])
    points = ", ".join(f"{team['id']} {team['vp']}" for team in view["teams"])
    held, refused = len(view["pending"]), len(view["refused"])
    return f"Round {view['round']}: balls {said}; held {held}, refused {refused}; points {points}"
