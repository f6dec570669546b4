"""The expectations of a golden match: by verb, what a line wants and what is found.

How each is written stands in `table.VERBS`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import pytest

from fieldkit.clock import NS

from .driver import Bench, nonzero
from .table import counts, per_team

Fields = Mapping[str, Any]


class Playing(Protocol):
    """A match being played; ``proposed`` maps a line to the team and id of its proposal."""

    bench: Bench
    proposed: dict[str, tuple[str, str]]


def _of_teams(
    text: str, read: Callable[[str], object], find: Callable[[str], object]
) -> tuple[object, object]:
    """Return what is wanted and found of each team that a text names; ``nobody`` names none."""
    named = {} if text == "nobody" else per_team(text)
    return {team: read(value) for team, value in named.items()}, {team: find(team) for team in named}


def _owed(play: Playing, f: Fields) -> tuple[object, object]:
    wanted, _ = _of_teams(f["teams"], int, str)
    return wanted, {debt["team"]: debt["discard"] for debt in play.bench.view["owed"]}


def _refill(play: Playing, f: Fields) -> tuple[object, object]:
    found = {entry["kind"]: entry["count"] for entry in play.bench.view["refill"]}
    return counts(f["kinds"]), nonzero(found)


def _stands(bench: Bench, name: str) -> str:
    hoop = bench.hoop(name)
    return "none" if hoop["building"] == "none" else f"{hoop['team']} {hoop['building']}"


def _clock(play: Playing, f: Fields) -> tuple[object, object]:
    """Return the seconds left, give or take the moment until the opening blast."""
    clock = play.bench.view["clock"]
    ends = clock.get("ends_at")
    left = clock["remaining"] if ends is None else ends - play.bench.now * 1000 / NS
    return pytest.approx(float(f["left"]), abs=0.11), left / 1000


def _result(play: Playing, teams: str, final: bool) -> tuple[object, object]:
    result = play.bench.view["result"]
    if teams == "nobody":
        return None, result
    return (set(teams.split(", ")), final), result and (set(result["winners"]), result["final"])


def _proposal(play: Playing, f: Fields) -> tuple[object, object]:
    """Return the fate of a proposal as its captain sees it."""
    team, proposal = play.proposed[str(f["what"])]
    fates = {one["id"]: one["fate"] for one in play.bench.own(team)["proposals"]}
    return f["fate"], fates.get(proposal)


EXPECTED: Mapping[str, Callable[[Playing, Fields], tuple[object, object]]] = {
    "is_score": lambda play, f: (_of_teams(f["teams"], int, str)[0], play.bench.score),
    "is_stock": lambda play, f: _of_teams(f["teams"], counts, play.bench.stock),
    "is_knights": lambda play, f: _of_teams(f["teams"], int, lambda id: play.bench.team(id)["knights"]),
    "is_in_hand": lambda play, f: _of_teams(
        f["teams"], int, lambda id: play.bench.team(id)["settlements_in_hand"]
    ),
    "is_owed": _owed,
    "is_cards": lambda play, f: _of_teams(
        f["teams"],
        lambda cards: [] if cards == "nothing" else sorted(cards.split()),
        lambda id: sorted(play.bench.team(id)["cards"]),
    ),
    "is_field": lambda play, f: (
        counts(f["kinds"]),
        {kind: play.bench.view["field"][kind] for kind in counts(f["kinds"])},
    ),
    "is_refill": _refill,
    "is_hoops": lambda play, f: _of_teams(f["hoops"], str, lambda id: _stands(play.bench, id)),
    "is_phase": lambda play, f: (f["phase"], play.bench.phase),
    "is_clock": _clock,
    "is_pending": lambda play, f: (int(f["count"]), len(play.bench.view["pending"])),
    "is_deck": lambda play, f: (int(f["count"]), play.bench.view["deck_left"]),
    "is_next": lambda play, f: (
        {name: None if f[name] == "nobody" else f[name] for name in ("foresight", "supremacy")},
        dict(play.bench.view["next_round"]),
    ),
    "is_names": lambda play, f: (f["names"], ", ".join(team["name"] for team in play.bench.view["teams"])),
    "is_leading": lambda play, f: _result(play, f["teams"], final=False),
    "is_winner": lambda play, f: _result(play, f["teams"], final=True),
    "is_proposal": _proposal,
    "is_waiting": lambda play, f: (int(f["count"]), len(play.bench.view["proposals"])),
}
