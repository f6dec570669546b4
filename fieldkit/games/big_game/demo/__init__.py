"""Catan Big Game by simulated people: a whole hall, or players in a hall that somebody conducts.

Conductor, stewards and phones do everything over HTTP.
"""

import threading
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from fieldkit.clock import MS, NS, Clock
from fieldkit.demo.client import MAX_WAIT_S, Caller, Client, View
from fieldkit.demo.players import Players
from fieldkit.demo.stage import Field, Stage
from fieldkit.errors import FieldkitError
from fieldkit.games.big_game.demo import choices

MIN_PLAYERS, USUAL_PLAYERS, MAX_PLAYERS = 12, 1100, 3000
ROWS = 300
"""The players of one list."""
PHONES = 24
"""The most players who use their own phones: one of four in a small hall."""
MAX_TURNS = 200
"""A hall that goes on for longer has no winner."""
SPEAKS_S = (1.5, 4.0)
"""The time (s of the kit's clock) that the conductor speaks before the next key."""
TOO_LATE = ("no_claims", "not_running", "no_roll", "closed", "claimed", "not_acting")
"""The refusals that come when the clock ended, or somebody was faster."""
DULL = ("register", "close_call")
"""The commands that are no part of the story."""


def play(stage: Stage) -> None:
    """Conduct a hall to its winner and say how it went. Raises FieldkitError."""
    people = stage.people(MIN_PLAYERS, MAX_PLAYERS, USUAL_PLAYERS)
    start = stage.clock.now()
    view = Hall(stage.client, stage.clock, stage.seed, stage.say).play(people)
    winner, seconds = view["winner"], (stage.clock.now() - start) / NS
    won = f"Winner: {winner['name']} ({winner['label']}) with {winner['points']} points"
    stage.say(f"{won}, after {view['number']} turns and {seconds:.0f} s of play.")
    rolls = ", ".join(f"{count} of {total}" for total, count in enumerate(view["sums"], 2))
    stage.say(f"{view['boards']} boards, {view['players']} players. Rolls: {rolls}")


def crowd(client: Client, field: Field, clock: Clock) -> Players:
    """Return the players of a hall that somebody opens and conducts."""
    return Players(client, clock, choices.GAME, _joined, SPEAKS_S)


def boards_for(people: int) -> int:
    """Return the boards that seat this many people: two each, in threes."""
    return 3 * -(-people // 6)


class Hall:
    """One hall from its set-up to its confirmed winner; nobody claims before the turn ``first_claim``."""

    def __init__(
        self,
        client: Client,
        clock: Clock,
        seed: int,
        say: Callable[[str], None],
        first_claim: int = choices.FIRST_CLAIM,
    ) -> None:
        self._client, self._clock, self._say = client, clock, say
        self._rng = Random(seed)
        self._first = first_claim
        self._phones: dict[str, Caller] = {}
        self._seats: list[str] = []
        self._turn = 0
        self._moves: list[choices.Move] = []
        self._pause = threading.Event()

    def play(self, people: int) -> View:
        """Register everybody, conduct turn after turn and return the last view. Raises FieldkitError."""
        self._client.first_view()
        boards = boards_for(people)
        self._send(choices.new_hall(boards))
        view = self._registered(people, [f"{1 + n // 2}-{choices.GROUPS[n % 2]}" for n in range(2 * boards)])
        while view["stage"] != "over":
            if view["turn"]["number"] > MAX_TURNS:
                raise FieldkitError(f"Nobody had won after {MAX_TURNS} turns.")
            view = self._in_turn(view) if view["phase"] == "turn" else self._key(view)
        return view

    def _registered(self, people: int, seats: list[str]) -> View:
        """Register lists of clubs, which take the seats in order, then phones; one player stays away."""
        own = min(PHONES, people // 4)
        for first in range(0, people - own, ROWS):
            rows = min(ROWS, people - own - first)
            self._send({"type": "import_players", "csv": choices.player_list(rows, self._rng)})
        for seat, (name, club) in zip(seats[people - own :], choices.players(own, self._rng), strict=False):
            self._phones[seat] = self._client.phone(seat)
            self._send({"type": "register", "name": name, "club": club}, seat)
        self._say(f"{own} players registered on their own phones")
        missing = self._rng.choice(seats[: people - own])
        self._seats = [seat for seat in seats[:people] if seat != missing]
        return self._send({"type": "mark_away", "seat": missing})

    def _key(self, view: View) -> View:
        """Let the conductor speak, and press the main key."""
        self._pause.wait(self._rng.uniform(*SPEAKS_S) / self._clock.rate)
        command = choices.judged(view, self._first, self._rng)
        if command is None:
            raise FieldkitError(f"There is no key for the conductor in {view['phase']}.")
        after = self._send(command)
        if command["type"] != "next_turn":
            return after
        number, group = after["turn"]["number"], after["turn"]["group"]
        again, self._turn = number <= self._turn, number
        acting = [seat for seat in self._seats if group is None or seat.endswith(f"-{group}")]
        # Who has a phone is among those who claim.
        acting = [seat for seat in acting if seat in self._phones] + self._rng.sample(acting, 3)
        self._moves = choices.claims(number, self._first, after["target"], sorted(set(acting)), self._rng)
        self._moves += choices.moves(number, again, self._seats, self._rng)
        self._moves.sort(key=lambda move: move.at)
        return after

    def _in_turn(self, view: View) -> View:
        """Do the next thing while the clock runs; at last wait for its end."""
        clock = view["clock"]
        if clock["state"] != "running":
            return self._client.wait(lambda later: later["rev"] > view["rev"], MAX_WAIT_S, "the clock")
        if not self._moves:
            left = self._clock.seconds_until(clock["ends_at"] * MS)
            what = "the end of the turn"
            return self._client.wait(lambda later: later["phase"] != "turn", left + MAX_WAIT_S, what)
        move = self._moves.pop(0)
        due = clock["ends_at"] - clock["total"] * (1 - move.at)
        self._pause.wait(self._clock.seconds_until(int(due * MS)))
        now = self._client.view
        command = move.made(now)
        return now if command is None else self._send(command, move.seat, may_refuse=True)

    def _send(self, command: Mapping[str, Any], seat: str | None = None, may_refuse: bool = False) -> View:
        """Send a command, from the phone of a seat where it has one, and tell what came of it."""
        sender = self._phones.get(seat or "", self._client)
        status, body = sender.send(command)
        if seat and status == 409 and body["error"]["code"] == "no_claims":
            # The clock was faster than the phone: a steward had written the claim down in time.
            status, body = self._client.send(command)
        if may_refuse and status == 409 and body["error"]["code"] in TOO_LATE:
            return self._client.view
        if status != 200:
            raise FieldkitError(f"The kit refused {command['type']}: {body['error']['message']}")
        view = self._client.after(body["seq"])
        if command["type"] not in DULL:
            for line in view["recent"]:
                if line["seq"] == body["seq"]:
                    self._say(line["text"])
        return view


def _joined(view: View, rng: Random) -> choices.Command | None:
    """Return what players and stewards do in a hall that a person conducts, None while they wait for it."""
    if view["rehearsal"]:
        return None
    # One seat stays empty: an odd hall is the more interesting one.
    if view["phase"] == "registration" and view["seats"]["empty"] > 1:
        count = min(ROWS, view["seats"]["empty"] - 1)
        return {"type": "import_players", "csv": choices.player_list(count, rng)}
    move = choices.meanwhile(view, rng) if view["phase"] == "turn" else None
    return move if isinstance(move, dict) else None
