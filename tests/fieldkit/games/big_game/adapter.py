"""Catan Big Game as the tests of all games play it: its own simulated hall."""

from random import Random

from fieldkit.games.big_game.demo.choices import Command, View, conducted, meanwhile, new_hall, player_list
from fieldkit.games.big_game.demo.choices import form as claim_form

_CLAIMS = ("judge_claim", "close_claims", "confirm_result")
PROMPT = frozenset(("next_turn", "end_turn", "roll_robbers", "go_on", "lift_alarm", *_CLAIMS))
"""What a key of the console sends, now or never."""


class Player:
    """Everybody in the hall, and the conductor."""

    def __init__(self, rng: Random, setup: View) -> None:
        self._rng, self._setup = rng, setup
        self._is_hasty = False

    def opening(self) -> Command:
        """Return a small hall with any dice and groups that the kit can check."""
        groups, dice = ("sun_moon", "all"), ("deck", "free")
        options = {"groups": self._rng.choice(groups), "dice": self._rng.choice(dice), "robber_from": 4}
        return new_hall(3 * self._rng.randint(3, 6), options)

    def varied(self, opening: Command) -> Command:
        """Return the set-up of a hasty hall: short turns that are cut off, and claims from the first on."""
        self._is_hasty = True
        options = dict.fromkeys(("turn_seconds", "late_turn_seconds"), self._rng.choice((10, 20)))
        rehearsal = {"rehearsal": self._rng.random() < 0.2}
        return opening | {"options": opening["options"] | options | {"target": 10}} | rehearsal

    def next(self, view: View) -> Command | float | None:
        """Return what happens next in the hall, and now and then what a tired conductor does."""
        if self._is_hasty and view["phase"] == "turn" and self._rng.random() < 0.4:
            return self._haste(view)
        chance = self._rng.random()
        if chance < 0.05 and view["can"].get("take_back_roll"):
            return {"type": "take_back_roll"}
        if chance < 0.1 and view["phase"] == "turn":
            return {"type": self._rng.choice(("hold_clock", "stop_clock"))}
        if chance < 0.15 and view["can"].get("change_clock"):
            return {"type": "change_clock", "by": self._rng.choice((15, -15))}
        if chance < 0.25:
            return self._desk(view)
        if view["phase"] == "registration" and not (view["seats"]["players"] or view["rehearsal"]):
            return {"type": "import_players", "csv": player_list(view["seats"]["seats"] - 1, self._rng)}
        return meanwhile(view, self._rng) if view["phase"] == "turn" else conducted(view, self._rng)

    def _haste(self, view: View) -> Command:
        """Return the end of a turn, or a claim."""
        if view["rehearsal"] or self._rng.random() < 0.5:
            return self._rng.choice(({"type": "end_turn"}, {"type": "next_turn", "early": True}))
        group = view["turn"]["group"] or self._rng.choice(("sun", "moon"))
        seat = f"{self._rng.randint(1, view['boards'])}-{group}"
        return {"type": "claim", "seat": seat, "form": claim_form(view["target"], self._rng)}

    def refused(self, command: Command) -> None:
        """Check the refusal: a seat may have claimed or called before, or be empty; all else is possible."""
        assert command["type"] in ("claim", "call_steward", "sanction", "mark_away", "set_award"), command

    def _desk(self, view: View) -> Command:
        """Return something that a steward enters at the desk."""
        seat = f"{self._rng.randint(1, view['boards'])}-{self._rng.choice(('sun', 'moon'))}"
        return self._rng.choice(
            [
                {"type": "set_award", "seat": seat, "award": "army", "count": self._rng.randint(0, 6)},
                {"type": "set_award", "seat": seat, "award": "route", "count": self._rng.randint(0, 12)},
                {"type": "sanction", "seat": seat, "reason": "Talked in the other's turn"},
                {"type": "mark_away", "seat": seat, "away": self._rng.random() < 0.5},
            ]
        )
