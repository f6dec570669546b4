"""Invariants of every match: they hold after each step, whatever was done."""

from typing import Any

import msgspec
from hypothesis.stateful import RuleBasedStateMachine, invariant

from fieldkit.games.full_contact.state import STAGES
from fieldkit.messages import GameCommand

from .driver import Bench, nonzero
from .independent_count import Pencil
from .legal import legal


class Invariants(RuleBasedStateMachine):
    """A match on a bench, and the pencil that counted along with it."""

    bench: Bench
    pencil: Pencil
    dues: dict[str, int]
    last: dict[str, Any]

    @invariant()
    def holds(self) -> None:
        """Hold everything that holds after every step."""
        view = self.bench.view
        self._follows(view)
        self._counts(view)
        self._cues()
        self._hides(view)
        for kind, fields in legal(view, self.card):
            command = self._command(kind, fields)
            self.bench.game.decide(self.bench.state, command, lambda n: n - 1)
        self.last = view

    @property
    def card(self) -> str:
        """A card that can be drawn next, if there is one."""
        return next(iter(self.pencil.next_cards(self.bench.view["options"]["reshuffle_used"])), "")

    def _command(self, kind: str, fields: dict[str, Any]) -> GameCommand:
        return GameCommand(msgspec.convert(fields, self.bench.game.commands[kind]), self.bench.now, "tablet")

    def _follows(self, view: dict[str, Any]) -> None:
        """Hold the phase to the game's table; rounds are counted one by one."""
        now = view["phase"]
        assert view["round"] - self.last["round"] in (-1, 0, 1)
        assert self.bench.game.stamp(self.bench.state) == (view["round"], now, STAGES[now])
        assert (self.bench.game.stamp(self.bench.state).stage == "over") == (now == "over")
        assert self.bench.game.whistle.running(self.bench.state) == (now in ("head_start", "round"))

    def _counts(self, view: dict[str, Any]) -> None:
        """Hold points, purses and balls to those of the pencil: no ball is lost or made (FC-13, FC-31)."""
        for team in view["teams"]:
            account = self.pencil.teams[team["id"]]
            assert nonzero(team["resources"]) == self.pencil.stock(team["id"])
            assert min(team["resources"].values()) >= 0
            assert (team["knights"], team["players"]) == (account.knights, account.players)
            assert team["settlements_in_hand"] == account.in_hand
            assert sorted(team["cards"]) == sorted(account.cards.elements())
            assert account.knights <= account.players
        assert {team["id"]: team["vp"] for team in view["teams"]} == self.pencil.points()
        assert all(sum(team["made"].values()) == team["vp"] for team in view["teams"])
        if view["phase"] != "over":
            assert (view["result"] or {"winners": []})["winners"] == self.pencil.leads()
        assert view["field"] == self.pencil.field_balls()
        assert min(view["field"].values()) >= 0
        stands = {h["id"]: (h["team"], h["building"]) for h in view["hoops"] if h["building"] != "none"}
        assert stands == self.pencil.hoops
        left = self.pencil.next_cards(view["options"]["reshuffle_used"])
        assert view["deck_left"] == left.total()
        owed = {debt["team"]: debt["discard"] for debt in view["owed"]}
        assert owed == {name: a.owes for name, a in self.pencil.teams.items() if a.owes}

    def _cues(self) -> None:
        """Hold that every blast has an id of its own, and an id never gets another moment."""
        cues = self.bench.game.whistle.cues(self.bench.state)
        assert len({cue.id for cue in cues}) == len(cues)
        for cue in cues:
            assert self.dues.setdefault(cue.id, cue.due) == cue.due, f"{cue} was due at another moment"

    def _hides(self, view: dict[str, Any]) -> None:
        """Hold that the public board shows no card, seed, held ball or legal command."""
        board = self.bench.game.board(self.bench.state, self.bench.game.view(self.bench.state))
        assert not {"pending", "refused", "alarms", "kit", "can"} & board.keys()
        assert "seed" not in board["options"]
        for shown, team in zip(board["teams"], view["teams"], strict=True):
            assert shown["cards"] == len(team["cards"])

    def teardown(self) -> None:
        """Hold that the events alone give the same state again."""
        state: Any = None
        for entry in self.bench.record:
            state = self.bench.fold(state, entry.events)
        assert state == self.bench.state
        assert self.bench.game.view(state) == self.bench.game.view(self.bench.state)
