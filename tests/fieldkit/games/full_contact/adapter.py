"""Full-Contact Catan as the tests of all games play it: simulated teams, their balls counted by hand."""

from random import Random
from typing import Any

from fieldkit.games.full_contact.demo.choices import Break, Command, View, new_match, placements, throws

from .record_count import count

__all__ = ["Player", "count"]

STEP_S = 0.5
PROMPT = frozenset({"start_round", "resume_round"})
"""What whistles, and so is sent now or never."""


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
        self.begins(view)
        return {"type": "start_round"}

    def begins(self, view: View) -> None:
        """Plan what the teams do in the round that begins, perhaps by itself."""
        deeds = throws(view, self._rng) + placements(view, self._rng)
        self._deeds = sorted(deed for deed in deeds if deed.after < 7)
        self._passed, self._break = 0.0, None

    def stopped(self, view: View) -> Command:
        """Return how a stopped round goes on."""
        kind = self._rng.choice(("resume_round", "resume_round", "end_round", "void_round"))
        left = view["clock"].get("remaining") or 0
        again = {"seconds": 4.0} if kind == "resume_round" and (not left or self._rng.random() < 0.2) else {}
        return {"type": kind} | again

    def varied(self, opening: Command) -> Command:
        """Return the set-up with other options and numbers of players, as clubs have them."""
        pick = self._rng.choice
        teams = opening["teams"][: pick((3, 4))]
        teams = [team | {"players": pick((3, 4, 4))} for team in teams]
        kinds = pick((["wood", "wheat", "brick", "ore"], ["wood", "wheat", "brick", "ore", "sheep"]))
        options = {"kinds": kinds, "tie": pick(("shared", "most_vp", "extra_round", "first"))}
        options |= {name: pick((True, False)) for name in ("auto_start", "gifts", "reshuffle_used")}
        options |= {"break_seconds": pick((20, 30, 60)), "grace_seconds": pick((0, 2))}
        target = {"target": pick((6, 7, 8))}
        return opening | {"teams": teams, "options": options | target, "full_game": pick((True, False))}

    def aside(self, view: View) -> tuple[str, Command] | None:
        """Return something that is done beside the match, and by whom."""
        pick, team = self._rng.choice, self._rng.choice(view["teams"])
        kind, hoop = pick(list(view["field"])), pick(view["hoops"])
        stands = pick(("none", "settlement", "city"))
        owner = {} if stands == "none" else {"team": team["id"]}
        fixes: list[dict[str, Any]] = [
            {"team": team["id"], "set": {"resources": {kind: pick((0, 2, 5))}}},
            {"team": team["id"], "set": {"knights": pick((0, 1, 3))}},
            {"team": team["id"], "set": {"settlements_in_hand": pick((0, 1))}},
            {"team": team["id"], "set": {"bonus_vp": pick((0, 1)), "name": pick(("Foxes", "Owls", "Bears"))}},
            {"set": {"hoop": {"id": hoop["id"], "building": stands} | owner}},
            {"set": {"target": pick((6, 7, 8))}},
            {"set": {"balls": {kind: pick((10, 12, 14))}}},
            {"set": {"round_seconds": pick((7.0, 8.0, 10.0))}},
        ]
        wish = self._wish(view, team["id"])
        clocks = ({"hold": True}, {"hold": False}, {"seconds": 30})
        open_ones = view["proposals"]
        answer = {"proposal": pick(open_ones)["id"] if open_ones else "p1", "accept": pick((True, False))}
        return pick(
            [
                ("tablet", {"type": "correct", "reason": "counted again"} | pick(fixes)),
                ("tablet", {"type": "note", "text": "A push", "team": team["id"]}),
                ("tablet", {"type": "break_clock"} | pick(clocks)),
                ("crew", {"type": "refilled", "kinds": {kind: 1}}),
                ("crew", {"type": "markers_set", "hoops": [hoop["id"]]}),
                (f"captain/{team['id']}", {"type": "propose", "command": wish}),
                (f"captain/{team['id']}", {"type": "answer_proposal"} | answer),
                ("tablet", {"type": "answer_proposal"} | answer),
            ]
        )

    def _wish(self, view: View, team: str) -> Command:
        """Return what a captain proposes: something that the team can pay, or a trade."""
        offers = view["can"].get("buy", {}).get(team, {})
        able = [item for item, offer in offers.items() if "pays" in offer] or ["knight"]
        others = [other["id"] for other in view["teams"] if other["id"] != team]
        kinds = list(view["field"])
        gives = {"a_gives": {self._rng.choice(kinds): 1}, "b_gives": {self._rng.choice(kinds): 1}}
        if self._rng.random() < 0.4:
            return {"type": "trade", "a": team, "b": self._rng.choice(others)} | gives
        return {"type": "buy", "item": self._rng.choice(able)}

    def refused(self, command: Command) -> None:
        """Take back what was refused: a ball outside a city, or a purchase that came too late."""
        if self._break:
            self._break.refused(command)
