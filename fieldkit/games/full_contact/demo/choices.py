"""Choices of simulated teams and of a simulated referee: pure functions of a view and of chance."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from fieldkit.demo.client import View

Command = dict[str, Any]

GAME = "full_contact"
COLOURS = ("red", "blue", "green", "yellow")
MISS = 0.10
"""The share of balls that land in a hoop that is not the team's."""
LATE = 0.08
"""The share of balls that are thrown on the closing whistle."""
WISHES = {"city": 9, "knight": 5, "settlement": 4, "card": 3}
"""The weight of each item that a team can pay for."""


class Deed(NamedTuple):
    """A ball of a kind, or else a settlement, put into a hoop ``after`` seconds from the opening blast."""

    after: float
    hoop: str
    team: str
    kind: str | None = None


def new_match(
    teams: int, hoops: Sequence[str], seed: int, scheduled: Mapping[str, Any] | None = None
) -> Command:
    """Return the command for a match, or a ``scheduled`` one, of teams of four at the first start hoops."""
    placed = zip(COLOURS[:teams], hoops, strict=False)
    sides: list[dict[str, Any]] = [{"id": id, "players": 4, "start_hoop": hoop} for id, hoop in placed]
    command = {"type": "create_match", "game": GAME, "teams": sides, "seed": seed}
    if scheduled is None:
        return command
    playing = {}
    for side, team in zip(sides, scheduled["teams"], strict=True):
        side["name"], playing[side["id"]] = team["name"], team["team"]
    return command | {"scheduled": {"id": scheduled["id"], "teams": playing}}


def throws(view: View, rng: Random) -> list[Deed]:
    """Return the balls of one round in the order of their moments; no more of a kind than the field holds."""
    left = {kind: count for kind, count in view["field"].items() if count > 0}
    length, grace = float(view["options"]["round_seconds"]), float(view["options"]["grace_seconds"])
    found = []
    for team in view["teams"]:
        cities = [hoop for hoop in view["hoops"] if hoop["building"] == "city"]
        own = [hoop["id"] for hoop in cities if hoop["team"] == team["id"]]
        others = [hoop["id"] for hoop in view["hoops"] if hoop["id"] not in own]
        carriers = max(2, team["players"] - 1)
        for _ in range(rng.randint(carriers, carriers + len(own))):
            kinds = [kind for kind, count in left.items() if count > 0]
            if not own or not kinds:
                break
            kind = rng.choices(kinds, [left[kind] for kind in kinds])[0]
            left[kind] -= 1
            hoop = rng.choice(others) if others and rng.random() < MISS else rng.choice(own)
            late = grace > 0 and rng.random() < LATE
            after = length + rng.uniform(0.1, 0.7) * grace if late else rng.uniform(0.25, 0.93) * length
            found.append(Deed(after, hoop, team["id"], kind))
    return sorted(found)


def placements(view: View, rng: Random) -> list[Deed]:
    """Return who puts a settlement where in the coming round (FC-15); now and then a team fails."""
    length = float(view["options"]["round_seconds"])
    free = [hoop["id"] for hoop in view["hoops"] if hoop["building"] == "none"]
    found = []
    for team in view["teams"]:
        if free and team["settlements_in_hand"] and rng.random() < 0.85:
            hoop = rng.choice(free)
            free.remove(hoop)
            found.append(Deed(rng.uniform(0.3, 0.9) * length, hoop, team["id"]))
    return sorted(found)


class Break:
    """One break: call `next` with the newest view until it has nothing more to say."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._trades = rng.random() < 0.4
        self._saving: dict[str, bool] = {}
        self._tried: set[str] = set()

    def next(self, view: View) -> Command | None:
        """Return the referee's next command, or None when all teams are done."""
        for command in self._possible(view):
            key = repr(sorted(command.items()))
            if key not in self._tried or command["type"] == "buy":
                self._tried.add(key)
                return command
        return None

    def refused(self, command: Command) -> None:
        """Take note that the kit refused a command: that team wants nothing more in this break."""
        if command["type"] == "buy":
            self._saving[command["team"]] = True

    def _possible(self, view: View) -> Iterator[Command]:
        can = view["can"]
        for id in can.get("settle", ()):
            tried = any(id in key for key in self._tried)
            accept = not tried and self._rng.random() >= 0.4
            yield {"type": "settle", "pending": id, "accept": accept}
        owed = {entry["team"]: entry["discard"] for entry in view["owed"]}
        for team in can.get("discard", ()):
            kinds = {"kinds": _most(_team(view, team)["resources"], owed[team])}
            how = {"by_lot": True} if self._rng.random() < 0.3 else kinds
            yield {"type": "discard", "team": team} | how
        for team, cards in can.get("use_card", {}).items():
            for card in (card for card, allowed in cards.items() if allowed is True):
                more = _card_fields(view, team, card)
                if more is not None:
                    yield {"type": "use_card", "team": team, "card": card} | more
        yield from self._trade(view)
        yield from self._buy(view)
        if can.get("confirm_result"):
            yield {"type": "confirm_result", "teams_done": True}

    def _trade(self, view: View) -> Iterator[Command]:
        able = list(view["can"].get("trade") or ())
        pairs = [(a, b) for a in able for b in able if a != b]
        self._rng.shuffle(pairs)
        for a, b in pairs if self._trades else ():
            give, take = (_most(_team(view, team)["resources"], 1) for team in (a, b))
            if give and take and give != take:
                self._trades = False
                yield {"type": "trade", "a": a, "b": b, "a_gives": give, "b_gives": take}
                return

    def _buy(self, view: View) -> Iterator[Command]:
        for team, items in (view["can"].get("buy") or {}).items():
            if self._saving.setdefault(team, self._rng.random() < 0.12):
                continue
            able = [item for item in WISHES if "pays" in items.get(item, {})]
            if wanted := [item for item in able if _likes(view, team, item)]:
                item = self._rng.choices(wanted, [WISHES[item] for item in wanted])[0]
                pay = self._rng.choice(items[item]["pays"])
                hoop = {"hoop": self._rng.choice(items[item]["hoops"])} if item == "city" else {}
                yield {"type": "buy", "team": team, "item": item, "pay": pay} | hoop


def _team(view: View, id: str) -> Mapping[str, Any]:
    return next(each for each in view["teams"] if each["id"] == id)


def _likes(view: View, team: str, item: str) -> bool:
    free = any(hoop["building"] == "none" for hoop in view["hoops"])
    return item != "settlement" or (free and not _team(view, team)["settlements_in_hand"])


def _most(has: Mapping[str, int], count: int) -> dict[str, int]:
    """Take ``count`` things, one by one from what there is most of."""
    taken = dict.fromkeys(has, 0)
    for _ in range(min(count, sum(has.values()))):
        taken[max(has, key=lambda kind: has[kind] - taken[kind])] += 1
    return {kind: number for kind, number in taken.items() if number}


def _card_fields(view: View, team: str, card: str) -> Command | None:
    """Return the fields that a card needs, or None when there is nothing to name."""
    asks = next(each["asks"] for each in view["card_list"] if each["id"] == card)
    if asks == "kinds":
        kinds = _most(view["field"], view["plenty"])
        return {"kinds": kinds} if kinds else None
    if asks == "kind":
        others = [each["resources"] for each in view["teams"] if each["id"] != team]
        return {"kind": max(view["field"], key=lambda kind: sum(each[kind] for each in others))}
    if asks == "hoop":
        others = [hoop for hoop in view["hoops"] if hoop["team"] not in (None, team)]
        targets = [hoop for hoop in others if hoop["building"] != "none" and not hoop["starting"]]
        vp = {each["id"]: each["vp"] for each in view["teams"]}
        target = max(targets, key=lambda hoop: vp[hoop["team"]], default=None)
        return {"victim": target["team"], "hoop": target["id"]} if target else None
    return {}
