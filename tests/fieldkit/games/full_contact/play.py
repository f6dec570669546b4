"""Plays a golden match line by line and holds it to what it says."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from fieldkit.errors import Rejected

from .driver import REFUSALS, Bench, seconds
from .expectations import EXPECTED, Fields
from .table import Step, Table, command, counts, options, teams

BEFORE_FIRST_BALL = 0.5
BETWEEN_BALLS = 0.2


ORDERS: Mapping[str, Callable[[Fields], tuple[str, dict[str, Any]]]] = {
    "end_round": lambda f: ("end_round", {"reason": f["reason"]}),
    "void": lambda f: ("void_round", {"reason": f["reason"]}),
    "hold": lambda f: ("break_clock", {"hold": True}),
    "release": lambda f: ("break_clock", {"hold": False}),
    "place": lambda f: ("place", {"team": f["team"], "hoop": f["hoop"]}),
    "buy": lambda f: ("buy", _purchase(f) | {"item": f["item"]}),
    "buy_city": lambda f: ("buy", _purchase(f) | {"item": "city", "hoop": f["hoop"]}),
    "buy_card": lambda f: ("buy", _purchase(f) | {"item": "card", "card": f["card"]}),
    "gift": lambda f: ("trade", _trade(f, {}) | {"gift": True if f["gift"] else None}),
    "trade": lambda f: ("trade", _trade(f, counts(f["gets"]))),
    "use": lambda f: ("use_card", {"team": f["team"], "card": f["card"]}),
    "use_kinds": lambda f: (
        "use_card",
        {"team": f["team"], "card": "year_of_plenty", "kinds": counts(f["kinds"])},
    ),
    "use_kind": lambda f: ("use_card", {"team": f["team"], "card": "monopoly", "kind": f["kind"]}),
    "use_against": lambda f: (
        "use_card",
        {"team": f["team"], "card": "barbarians", "victim": f["victim"], "hoop": f["hoop"]},
    ),
    "discard": lambda f: (
        "discard",
        {"team": f["team"], **({"by_lot": True} if f["lot"] else {"kinds": counts(f["kinds"])})},
    ),
    "correct_stock": lambda f: _correction(f, resources=counts(f["kinds"])),
    "correct_count": lambda f: _correction(f, **{f["what"]: int(f["count"])}),
    "correct_hoop": lambda f: (
        "correct",
        {
            "set": {"hoop": {"id": f["hoop"], "building": f["building"], "team": f["team"]}},
            "reason": f["reason"],
        },
    ),
    "correct_target": lambda f: _correction(f, target=int(f["count"])),
    "correct_balls": lambda f: _correction(f, balls=counts(f["kinds"])),
    "correct_name": lambda f: _correction(f, name=f["name"]),
    "correct_length": lambda f: _correction(f, **{f"{f['what']}_seconds": float(f["count"])}),
    "confirm": lambda f: ("confirm_result", {"teams_done": bool(f["done"])}),
    "end_match": lambda f: ("end_match", {"reason": f["reason"]}),
    "abandon": lambda f: ("abandon_match", {"reason": f["reason"]}),
}
"""The verbs that are one command: its type and its fields; one that is None is not sent."""


def _purchase(f: Fields) -> dict[str, Any]:
    return {"team": f["team"], "pay": f["pay"] and counts(f["pay"])}


def _trade(f: Fields, b_gives: dict[str, int]) -> dict[str, Any]:
    return {"a": f["a"], "b": f["b"], "a_gives": counts(f["gives"]), "b_gives": b_gives}


def _correction(f: Fields, **changes: Any) -> tuple[str, dict[str, Any]]:
    return "correct", {"team": f.get("team"), "set": changes, "reason": f["reason"]}


def _given(fields: Fields) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


class Play:
    """One golden match on a bench; a verb is a command, an expectation or a method."""

    def __init__(self, table: Table, bench: Bench) -> None:
        self.table = table
        self.bench = bench
        self.opened = 0
        self.closed = 0
        self.seqs: list[int] = []
        self.written: dict[str, list[int]] = {}
        self.proposed: dict[str, tuple[str, str]] = {}
        bench.order("create_match", game="full_contact", **table.setting)

    def run(self) -> None:
        """Play the whole match; raises AssertionError naming the line that does not hold."""
        for step in self.table.steps:
            where = f"{self.table.name}.txt, line {step.line}: {step.text!r}"
            try:
                self._step(step)
            except Rejected as refusal:
                raise AssertionError(f"{where}: refused: {refusal} ({refusal.rule})") from refusal
            except AssertionError as fault:
                raise AssertionError(f"{where}: {fault}") from fault

    def _step(self, step: Step) -> None:
        if step.verb in EXPECTED:
            wanted, found = EXPECTED[step.verb](self, step.fields)
            assert found == wanted, f"it is {found}"
            return
        if step.rule is None:
            self.seqs = []
            self._do(step)
            self.written[step.text] = self.seqs
            return
        before = self.bench.view
        refusal = None
        try:
            self._do(step)
        except REFUSALS as error:
            refusal = error
        assert refusal is not None, "was not refused"
        rule = getattr(refusal, "rule", None)
        assert step.rule in ("", rule), f"refused by {rule}: {refusal}"
        assert self.bench.view == before, "a refusal changed something"

    def _do(self, step: Step) -> None:
        if step.verb in ORDERS:
            kind, fields = ORDERS[step.verb](step.fields)
            self._order(kind, **fields)
        else:
            getattr(self, step.verb)(step.fields)

    def _order(self, kind: str, /, **fields: Any) -> None:
        self.seqs.append(self.bench.order(kind, **_given(fields)))

    # The clock

    def opens(self, f: Fields) -> None:
        """``round 2, red first``; ``round 2, late balls refused`` when some still wait"""
        self._order("start_round", refuse_pending=True if f["refusing"] else None)
        view = self.bench.view
        assert view["round"] == int(f["number"]), f"it is round {view['round']}"
        self.opened = self.bench.moment("open")
        if f["first"]:
            assert view["phase"] == "head_start", view["phase"]
            assert view["clock"]["head_start_team"] == f["first"], view["clock"]
        else:
            assert view["phase"] == "round", view["phase"]
            self.bench.until(self.opened)

    def comes(self, f: Fields) -> None:
        """``round 2 comes by itself``"""
        due = self.bench.due()
        assert due is not None, "nothing will come by itself"
        self.bench.until(due)
        view = self.bench.view
        assert (view["phase"], view["round"]) == ("round", int(f["number"])), (view["phase"], view["round"])
        self.opened = self.bench.moment("open")
        self.bench.until(self.opened)

    def bare(self, f: Fields) -> None:
        """``bare round 1``: the whistle opened it by itself; the referee is back a second later."""
        self.opened = self.bench.now
        self.bench.wait(1)
        self.bench.bare(self.opened, self.opened + seconds(8))
        view = self.bench.view
        assert (view["phase"], view["round"]) == ("round", int(f["number"])), (view["phase"], view["round"])

    def closes(self, f: Fields) -> None:
        """Let the round close: ``closing whistle``"""
        self.closed = self.bench.close()
        assert self.bench.phase in ("grace", "break"), self.bench.phase

    def rest(self, f: Fields) -> None:
        """``break``"""
        if self.bench.phase == "round":
            self.closed = self.bench.cue("close") or 0
        self.bench.rest()

    def stop(self, f: Fields) -> None:
        """``stop at 3 s: a sprained ankle``"""
        self.bench.until(self.opened + seconds(float(f["at"])))
        self._order("stop_round", reason=f["reason"])
        assert self.bench.phase == "stopped", self.bench.phase

    def resume(self, f: Fields) -> None:
        """``resume`` or ``resume with 4 s``"""
        self._order("resume_round", seconds=f["seconds"] and float(f["seconds"]))
        assert self.bench.phase == "round", self.bench.phase
        self.opened = self.bench.moment("open")

    def wait(self, f: Fields) -> None:
        """``wait 30 s``"""
        self.bench.wait(float(f["span"]))

    # In the round

    def balls(self, f: Fields) -> None:
        """``red: 2 wood, 1 ore``, with a moment, a tag, ``by hand`` and what becomes of them."""
        hoop = self._hoop(f["where"])
        for kind, count in counts(f["kinds"]).items():
            for _ in range(count):
                if f["hand"]:
                    self._order("deposit", hoop=hoop, kind=kind)
                    continue
                at = self._moment(f)
                outcome = self.bench.sight(hoop, kind, at=at, tag=f["tag"])
                self.seqs.append(self.bench.seq)
                wanted = f["outcome"] or "counted"
                right = outcome != "counted" if wanted == "not counted" else outcome == wanted
                assert right, f"{kind} was {outcome}"

    def _moment(self, f: Fields) -> int:
        """Let the clock run to where the ball is heard; returns the moment it fell."""
        if f["late"] is not None:
            at = self.closed + seconds(float(f["late"]))
        elif f["at"] is not None:
            at = self.opened + seconds(float(f["at"]))
        else:
            first = self.opened + seconds(BEFORE_FIRST_BALL)
            at = max(first, self.bench.now + seconds(BETWEEN_BALLS))
        heard = at if f["heard"] is None else self.opened + seconds(float(f["heard"]))
        self.bench.until(max(self.bench.now, heard))
        return at

    def settle(self, f: Fields) -> None:
        """``accept red wheat``"""
        hoop = self._hoop(f["where"])
        fits = [p["id"] for p in self.bench.view["pending"] if (p["hoop"], p["kind"]) == (hoop, f["kind"])]
        assert fits, "no such ball is held"
        self._order("settle", pending=fits[0], accept=f["how"] == "accept")

    def marker(self, f: Fields) -> None:
        """``marker red in h5 at 3 s``: the marker's tag is read by the hoop."""
        if f["at"] is not None:
            self.bench.until(self.opened + seconds(float(f["at"])))
        self.bench.sight(f["hoop"], f["team"], role="marker")
        self.seqs.append(self.bench.seq)

    def _hoop(self, where: str) -> str:
        """Return a hoop by its id, or the starting city of a team."""
        if re.fullmatch(r"h\d+", where):
            return where
        return next(str(t["start_hoop"]) for t in self._teams() if t["id"] == where)

    def _teams(self) -> list[dict[str, Any]]:
        teams = self.table.setting["teams"]
        assert isinstance(teams, list)
        return teams

    # By the captains' phones

    def proposes(self, f: Fields) -> None:
        """``red proposes: red buys knight``: what is proposed is written like any line of a break."""
        inner = command(str(f["what"]))
        fits = [p["id"] for p in self.bench.view["proposals"]]
        kind, fields = ORDERS[inner.verb](inner.fields)
        self.bench.by = f"captain/{f['team']}"
        try:
            self._order("propose", command={"type": kind, **_given(fields)})
        finally:
            self.bench.by = "tablet"
        made = [p["id"] for p in self.bench.view["proposals"] if p["id"] not in fits]
        self.proposed[inner.text] = (str(f["team"]), made[0])

    def answers(self, f: Fields) -> None:
        """``referee accepts: red buys knight``, by the line that was proposed."""
        _, proposal = self.proposed[str(f["what"])]
        self.bench.by = "tablet" if f["who"] == "referee" else f"captain/{f['who']}"
        try:
            self._order("answer_proposal", proposal=proposal, accept=f["how"] in ("accepts", "agrees to"))
        finally:
            self.bench.by = "tablet"

    # On the record

    def strike(self, f: Fields) -> None:
        """``strike "red buys knight": …``: the lines quoted stand earlier in the table."""
        seqs = [seq for line in re.findall(r'"([^"]+)"', f["lines"]) for seq in self.written[line]]
        self.bench.strike(seqs, f["reason"])

    def edit_teams(self, f: Fields) -> None:
        """``set up again: red "Foxes" 4 at h2, …``: all else as at first"""
        setting = {**self.table.setting, "teams": teams(f["teams"], self.table.name)}
        self._order("edit_setup", game="full_contact", **setting)

    def edit_options(self, f: Fields) -> None:
        """``set up again with target 5``: all else as at first"""
        setting = {**self.table.setting, "options": options(f["options"], self.table.name)}
        self._order("edit_setup", game="full_contact", **setting)
