"""The expectations of a golden match, each verb a method: a line that does not hold raises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldkit.clock import NS

from .driver import Bench, nonzero
from .table import counts, per_team

Fields = Mapping[str, Any]


class Expectations:
    """The state of the match on ``bench``; ``proposed`` maps a line to the team and id of its proposal."""

    bench: Bench
    proposed: dict[str, tuple[str, str]]

    def _is(self, wanted: object, found: object) -> None:
        assert found == wanted, f"it is {found}"

    def is_score(self, f: Fields) -> None:
        """``score: red 4, blue 3, green 3``: all teams"""
        self._is({team: int(points) for team, points in per_team(f["teams"]).items()}, self.bench.score)

    def is_stock(self, f: Fields) -> None:
        """``stock: red 1 wood 2 ore, blue nothing``"""
        for team, kinds in per_team(f["teams"]).items():
            self._is(counts(kinds), self.bench.stock(team))

    def is_knights(self, f: Fields) -> None:
        """``knights: red 2``"""
        for team, count in per_team(f["teams"]).items():
            self._is(int(count), self.bench.team(team)["knights"])

    def is_in_hand(self, f: Fields) -> None:
        """``in hand: red 1``"""
        for team, count in per_team(f["teams"]).items():
            self._is(int(count), self.bench.team(team)["settlements_in_hand"])

    def is_owed(self, f: Fields) -> None:
        """``owed: blue 2`` or ``owed: nobody``"""
        wanted = {} if f["teams"] == "nobody" else per_team(f["teams"])
        self._is(
            {team: int(count) for team, count in wanted.items()},
            {debt["team"]: debt["discard"] for debt in self.bench.view["owed"]},
        )

    def is_cards(self, f: Fields) -> None:
        """``cards: red robber monopoly, blue nothing``"""
        for team, cards in per_team(f["teams"]).items():
            wanted = [] if cards == "nothing" else sorted(cards.split())
            self._is(wanted, sorted(self.bench.team(team)["cards"]))

    def is_field(self, f: Fields) -> None:
        """``field: 12 wood, 11 ore``: the kinds named"""
        wanted = counts(f["kinds"])
        self._is(wanted, {kind: self.bench.view["field"][kind] for kind in wanted})

    def is_refill(self, f: Fields) -> None:
        """``back to the piles: 3 wood, 2 wheat``"""
        found = {entry["kind"]: entry["count"] for entry in self.bench.view["refill"]}
        self._is(counts(f["kinds"]), nonzero(found))

    def is_hoops(self, f: Fields) -> None:
        """``hoops: h5 red city, h6 none``"""
        for hoop, wanted in per_team(f["hoops"]).items():
            found = self.bench.hoop(hoop)
            said = "none" if found["building"] == "none" else f"{found['team']} {found['building']}"
            self._is(wanted, said)

    def is_phase(self, f: Fields) -> None:
        """``phase: break``"""
        self._is(f["phase"], self.bench.phase)

    def is_clock(self, f: Fields) -> None:
        """``clock: 5 s left``, give or take the moment until the opening blast"""
        clock = self.bench.view["clock"]
        ends = clock.get("ends_at")
        left = clock["remaining"] if ends is None else ends - self.bench.now * 1000 / NS
        assert abs(left / 1000 - float(f["left"])) <= 0.11, f"{left / 1000} s are left"

    def is_pending(self, f: Fields) -> None:
        """``pending: 2``"""
        self._is(int(f["count"]), len(self.bench.view["pending"]))

    def is_deck(self, f: Fields) -> None:
        """``deck: 9 left``"""
        self._is(int(f["count"]), self.bench.view["deck_left"])

    def is_next(self, f: Fields) -> None:
        """``next round: red first, nobody supreme``"""
        wanted = {name: None if f[name] == "nobody" else f[name] for name in ("foresight", "supremacy")}
        self._is(wanted, dict(self.bench.view["next_round"]))

    def is_names(self, f: Fields) -> None:
        """``names: Foxes, Herons``"""
        self._is(f["names"], ", ".join(team["name"] for team in self.bench.view["teams"]))

    def is_leading(self, f: Fields) -> None:
        """``leading: red, blue``: at the target, not yet confirmed; or ``leading: nobody``"""
        self._result(f["teams"], final=False)

    def is_winner(self, f: Fields) -> None:
        """``winner: red``: confirmed; or ``winner: nobody``"""
        self._result(f["teams"], final=True)

    def _result(self, teams: str, final: bool) -> None:
        result = self.bench.view["result"]
        if teams == "nobody":
            self._is(None, result)
            return
        assert result is not None, "there is no result"
        self._is((set(teams.split(", ")), final), (set(result["winners"]), result["final"]))

    def is_proposal(self, f: Fields) -> None:
        """``proposal gone: red buys knight``, as its captain sees it"""
        team, proposal = self.proposed[str(f["what"])]
        fates = {one["id"]: one["fate"] for one in self.bench.own(team)["proposals"]}
        self._is(f["fate"], fates.get(proposal))

    def is_waiting(self, f: Fields) -> None:
        """``proposals waiting: 2``: on the referee's tablet"""
        self._is(int(f["count"]), len(self.bench.view["proposals"]))
