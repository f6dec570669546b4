"""Plays a golden match line by line and holds it to what it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from fieldkit.errors import Rejected

from .driver import REFUSALS, Bench, seconds
from .expectations import Expectations, Fields
from .table import Step, Table, command, counts, options, teams

BEFORE_FIRST_BALL = 0.5
BETWEEN_BALLS = 0.2


def _refusal(do: Callable[[Fields], None], fields: Fields) -> Exception | None:
    """Return the refusal, or None."""
    try:
        do(fields)
    except REFUSALS as refusal:
        return refusal
    return None


class Play(Expectations):
    """One golden match on a bench; each verb of a table is a method."""

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
        do = getattr(self, step.verb)
        if step.rule is None:
            self.seqs = []
            do(step.fields)
            self.written[step.text] = self.seqs
            return
        before = self.bench.view
        refusal = _refusal(do, step.fields)
        assert refusal is not None, "was not refused"
        rule = getattr(refusal, "rule", None)
        assert step.rule in ("", rule), f"refused by {rule}: {refusal}"
        assert self.bench.view == before, "a refusal changed something"

    def _order(self, kind: str, /, **fields: Any) -> None:
        given = {name: value for name, value in fields.items() if value is not None}
        self.seqs.append(self.bench.order(kind, **given))

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

    def end_round(self, f: Fields) -> None:
        """``end round: dusk``"""
        self._order("end_round", reason=f["reason"])

    def void(self, f: Fields) -> None:
        """``void: two balls burst``"""
        self._order("void_round", reason=f["reason"])

    def wait(self, f: Fields) -> None:
        """``wait 30 s``"""
        self.bench.wait(float(f["span"]))

    def hold(self, f: Fields) -> None:
        """``hold the break``"""
        self._order("break_clock", hold=True)

    def release(self, f: Fields) -> None:
        """``release the break``"""
        self._order("break_clock", hold=False)

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

    def place(self, f: Fields) -> None:
        """``place red h5``"""
        self._order("place", team=f["team"], hoop=f["hoop"])

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

    # In the break

    def buy(self, f: Fields) -> None:
        """``red buys knight for 2 ore, 1 wood``"""
        self._order("buy", team=f["team"], item=f["item"], pay=f["pay"] and counts(f["pay"]))

    def buy_city(self, f: Fields) -> None:
        """``red buys city h5``"""
        self._order("buy", team=f["team"], item="city", hoop=f["hoop"], pay=f["pay"] and counts(f["pay"]))

    def buy_card(self, f: Fields) -> None:
        """``red buys card monopoly``: with a paper deck the card that was drawn is named."""
        self._order("buy", team=f["team"], item="card", card=f["card"], pay=f["pay"] and counts(f["pay"]))

    def gift(self, f: Fields) -> None:
        """``red gives 1 wood to blue as a gift``"""
        gift = True if f["gift"] else None
        self._order("trade", a=f["a"], b=f["b"], a_gives=counts(f["gives"]), b_gives={}, gift=gift)

    def trade(self, f: Fields) -> None:
        """``red gives 1 wood to blue for 1 ore``"""
        self._order("trade", a=f["a"], b=f["b"], a_gives=counts(f["gives"]), b_gives=counts(f["gets"]))

    def use(self, f: Fields) -> None:
        """``red uses robber``"""
        self._order("use_card", team=f["team"], card=f["card"])

    def use_kinds(self, f: Fields) -> None:
        """``red uses year_of_plenty for 4 wood``"""
        self._order("use_card", team=f["team"], card="year_of_plenty", kinds=counts(f["kinds"]))

    def use_kind(self, f: Fields) -> None:
        """``red uses monopoly on ore``"""
        self._order("use_card", team=f["team"], card="monopoly", kind=f["kind"])

    def use_against(self, f: Fields) -> None:
        """``red uses barbarians on blue h5``"""
        self._order("use_card", team=f["team"], card="barbarians", victim=f["victim"], hoop=f["hoop"])

    def discard(self, f: Fields) -> None:
        """``red discards 2 wood`` or ``red discards by lot``"""
        given: dict[str, Any] = {"by_lot": True} if f["lot"] else {"kinds": counts(f["kinds"])}
        self._order("discard", team=f["team"], **given)

    # By the captains' phones

    def proposes(self, f: Fields) -> None:
        """``red proposes: red buys knight``: what is proposed is written like any line of a break."""
        inner, order = command(str(f["what"])), self._order
        fits = [p["id"] for p in self.bench.view["proposals"]]

        def propose(kind: str, /, **fields: Any) -> None:
            given = {name: value for name, value in fields.items() if value is not None}
            order("propose", command={"type": kind, **given})

        self.bench.by = f"captain/{f['team']}"
        try:
            self._order = propose  # type: ignore[method-assign]
            getattr(self, inner.verb)(inner.fields)
        finally:
            self.bench.by, self._order = "tablet", order  # type: ignore[method-assign]
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

    def _correct(self, f: Fields, **changes: Any) -> None:
        self._order("correct", team=f.get("team"), set=changes, reason=f["reason"])

    def correct_stock(self, f: Fields) -> None:
        """``correct red stock 2 ore: miscounted``"""
        self._correct(f, resources=counts(f["kinds"]))

    def correct_count(self, f: Fields) -> None:
        """``correct red knights 2: …``"""
        self._correct(f, **{f["what"]: int(f["count"])})

    def correct_hoop(self, f: Fields) -> None:
        """``correct h5 settlement red: …``"""
        self._order(
            "correct",
            set={"hoop": {"id": f["hoop"], "building": f["building"], "team": f["team"]}},
            reason=f["reason"],
        )

    def correct_target(self, f: Fields) -> None:
        """``correct target 6: …``"""
        self._correct(f, target=int(f["count"]))

    def correct_balls(self, f: Fields) -> None:
        """``correct balls 11 wood: one is lost``"""
        self._correct(f, balls=counts(f["kinds"]))

    def strike(self, f: Fields) -> None:
        """``strike "red buys knight": …``: the lines quoted stand earlier in the table."""
        seqs = [seq for line in re.findall(r'"([^"]+)"', f["lines"]) for seq in self.written[line]]
        self.bench.strike(seqs, f["reason"])

    def correct_name(self, f: Fields) -> None:
        """``correct red name Otters: misspelt``"""
        self._correct(f, name=f["name"])

    def correct_length(self, f: Fields) -> None:
        """``correct round_seconds 10: a larger field``"""
        self._correct(f, **{f"{f['what']}_seconds": float(f["count"])})

    def edit_teams(self, f: Fields) -> None:
        """``set up again: red "Foxes" 4 at h2, …``: all else as at first"""
        setting = {**self.table.setting, "teams": teams(f["teams"], self.table.name)}
        self._order("edit_setup", game="full_contact", **setting)

    def edit_options(self, f: Fields) -> None:
        """``set up again with target 5``: all else as at first"""
        setting = {**self.table.setting, "options": options(f["options"], self.table.name)}
        self._order("edit_setup", game="full_contact", **setting)

    def confirm(self, f: Fields) -> None:
        """``confirm`` or ``confirm, all are done``"""
        self._order("confirm_result", teams_done=bool(f["done"]))

    def end_match(self, f: Fields) -> None:
        """``end match: rain``"""
        self._order("end_match", reason=f["reason"])

    def abandon(self, f: Fields) -> None:
        """``abandon match: thunder``"""
        self._order("abandon_match", reason=f["reason"])
