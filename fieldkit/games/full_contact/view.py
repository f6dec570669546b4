"""The views of a match, for the referee and for everybody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any, cast

from fieldkit.clock import MS, NS
from fieldkit.games import Clock, Headline
from fieldkit.games.full_contact import bank, briefing, corrections, legal, piles, proposals, rounds, shapes
from fieldkit.games.full_contact.cards import plenty
from fieldkit.games.full_contact.field import size
from fieldkit.games.full_contact.names import called
from fieldkit.games.full_contact.options import OPTION_NAMES
from fieldkit.games.full_contact.phases import STAGES
from fieldkit.games.full_contact.points import at_target, made, points, standing, winners
from fieldkit.games.full_contact.setup_view import card_list, shown
from fieldkit.games.full_contact.state import (
    COLOURS,
    FIELD,
    ITEMS,
    CountedBall,
    HeldBall,
    Phase,
    RefusedBall,
    State,
    Team,
    ball_colours,
    is_starting,
)
from fieldkit.games.full_contact.words import reason
from fieldkit.phrases import N_, Language, Message, Term


def headline(state: State, translate: Language) -> Headline:
    """Return the game's share of the frame: title, clock, teams and legal commands."""
    return {
        "title": translate(title(state)),
        "subtitle": " · ".join(translate(line) for line in _subtitle(state)),
        "clock": cast(Clock, _clock(state) | {"tenths": state.phase != "break"}),
        "sides": [
            {
                "id": team.id,
                "name": translate(called(team)),
                "colour": team.id,
                "mark": COLOURS[team.id][1],
                "score": points(state, team),
            }
            for team in state.teams
        ],
        "can": legal.can(state, translate) | proposals.can(state),
        "proposals": proposals.listed(state, translate),
    }


def title(state: State) -> Message:
    """Return what happens now, in a few words."""
    coming = state.number + 1 if state.phase == "ready" else state.number
    return Message(_TITLES[state.phase], {"n": coming})


_TITLES: Mapping[Phase, str] = {
    "ready": N_("Ready for round {n}"),
    "head_start": N_("Round {n}"),
    "round": N_("Round {n}"),
    "grace": N_("Round {n}: late balls"),
    "break": N_("Break after round {n}"),
    "stopped": N_("Round {n} stopped"),
    "over": N_("The match is over"),
}


def _subtitle(state: State) -> list[Message]:
    lines = [Message("Practice")] if state.practice else []
    running = state.round.span if state.round and state.phase == "head_start" else None
    if running and running.head_team:
        head = {"team": called(state.team(running.head_team)), "s": state.options.head_start_seconds}
        lines.append(Message("{team} are off {s} s early", head))
    return [*lines, Message("First to {n}", {"n": state.target})]


def view(limits: Mapping[str, Any], state: State, translate: Language) -> dict[str, Any]:
    """Return the game's part of `MatchView`, in the language of ``translate``.

    ``limits`` are the ranges of the numbers that may be corrected.
    """
    blocked = rounds.blocked(state)
    at_end = state.phase in ("ready", "break")
    return {
        "bare": bool(state.round and state.round.bare and state.phase != "ready"),
        "practice": state.practice,
        "full_game": state.full_game,
        "target": state.target,
        "options": _options(state),
        "teams": [_team(state, team, translate) for team in state.teams],
        "hoops": _hoops(state),
        "field": _kinds(state, state.stocks[FIELD]),
        "counted": _counted(state),
        "refused": [_refused(entry, translate) for entry in state.refused],
        "pending": [_pending(entry, translate) for entry in state.pending],
        "owed": [{"team": team.id, "discard": team.owed} for team in state.teams if team.owed],
        "next_round": {"foresight": state.foresight, "supremacy": state.supremacy},
        "supremacy": _supremacy(state),
        "deck_left": bank.deck_left(state),
        "plenty": plenty(state),
        "deck": dict(state.numbers.deck),
        "card_list": cards_of(state),
        "limits": limits,
        "corrections": list(corrections.NUMBERS),
        "prices": prices(state),
        "refill": piles.refill(state.piles, state.refill),
        "fetch": piles.fetch(state.piles, state.fetch),
        "markers": [shown(marker, shapes.MarkerView) for marker in state.markers],
        "result": result(state),
        "at_target": [team.id for team in at_target(state)],
        "confirming": briefing.confirming(state, translate),
        "get_ready": briefing.get_ready(state, translate),
        "began_at": None if state.began is None else state.began // MS,
        "field_size": _size(state),
        "piles": _piles(state),
        "fouls_list": briefing.fouls_list(translate),
        "waiting_balls": len(state.pending),
        "statistics": {
            "points": _history(state),
            "collected": {team.id: _kinds(state, state.collected.get(team.id, {})) for team in state.teams},
            "players": dict(state.by_player),
        },
        "blocked": {"text": translate(blocked.said), "rule": blocked.rule} if blocked and at_end else None,
        "warnings": [translate(line) for line in _warnings(state)],
    }


def board(state: State, own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the public part of the game's own fields: `BoardView`.

    A thousand screens take it at every change, so it leaves out what none of them shows (4 KB): while a round
    is on, all of the statistics but what the round has brought, where points come from, and sizes of piles.
    """
    public = _part(own, shapes.BoardView)
    in_play = STAGES[state.phase] == "play"
    if in_play:
        now: list[Any] = own["statistics"]["points"][-2:]
        public["statistics"] = {"points": now, "collected": {}, "players": {}}
    public["options"] = {name: own["options"][name] for name in _PUBLIC_OPTIONS}
    public["hoops"] = [
        # Players must know which hoop is silent.
        _part(hoop, shapes.HoopBoard, "" if hoop.get("link") == "silent" else "link")
        for hoop in own["hoops"]
    ]
    newest = own["counted"][-(_COUNTED_IN_PLAY if in_play else _COUNTED_AT_REST) :]
    public["counted"] = [_part(entry, shapes.CountedBoard) for entry in newest]
    public["refill"] = [_part(row, shapes.RefillBoard, "fill" if in_play else "") for row in own["refill"]]
    public["teams"] = [
        _part({**team, "cards": len(team["cards"])}, shapes.TeamBoard, "made" if in_play else "")
        for team in own["teams"]
    ]
    return public


def _part(shown: Mapping[str, Any], shape: type, hidden: str = "") -> dict[str, Any]:
    """Return the fields of a view that a smaller shape has."""
    return {name: shown[name] for name in shape.__annotations__ if name in shown and name != hidden}


_PUBLIC_OPTIONS = ("round_seconds", "head_start_seconds", "colours")
_COUNTED_IN_PLAY, _COUNTED_AT_REST = 9, 2
"""The newest balls of a round that everybody sees; older ones are in the bags."""


def _clock(state: State) -> dict[str, Any]:
    current, pause = state.round, state.break_clock
    length = int(state.options.round_seconds * 1000)
    if state.phase == "head_start" and current:
        span = current.span
        total = (span.opens - (span.head_opens or span.opens)) // MS
        return {
            "state": "running",
            "ends_at": span.opens // MS,
            "total": total,
            "head_start_team": current.head_team,
        }
    if state.phase == "round" and current:
        head = {"head_start_team": current.span.head_team} if current.span.head_team else {}
        return {"state": "running", "ends_at": current.span.ends // MS, "total": length} | head
    if state.phase == "stopped" and current:
        head_left = {"head_start_remaining": current.head_left // MS} if current.head_left else {}
        return {"state": "held", "remaining": current.left // MS, "total": length} | head_left
    if state.phase == "grace" and current and current.closed is not None:
        grace = int(state.options.grace_seconds * NS)
        return {"state": "running", "ends_at": (current.closed + grace) // MS, "total": grace // MS}
    if state.phase == "break" and pause:
        if pause.ended:
            held = state.options.auto_start
            ended = {} if pause.ends is None else {"ended_at": pause.ends // MS}
            shown = {"state": "held" if held else "idle", "remaining": 0, "total": pause.total // MS}
            return shown | ended
        if pause.ends is None:
            return {"state": "held", "remaining": pause.left // MS, "total": pause.total // MS}
        return {"state": "running", "ends_at": pause.ends // MS, "total": pause.total // MS}
    return {"state": "idle", "remaining": length if state.phase == "ready" else 0, "total": length}


class _Memo:
    """A part of the view, made again only when one of the fields ``names`` of the state has changed.

    An unchanged field is the same object in the next state, so the look is cheap. Nobody changes a view.
    """

    def __init__(self, make: Callable[[State], Any], *names: str) -> None:
        self._make = make
        self._names = names
        self._last: tuple[list[Any], Any] = ([], None)

    def __call__(self, state: State) -> Any:
        """Return the part as it is in a state."""
        parts = [getattr(state, name) for name in self._names]
        known, made = self._last
        if len(known) != len(parts) or not all(map(is_, known, parts)):
            made = self._make(state)
            self._last = (parts, made)
        return made


def _options_in_play(state: State) -> dict[str, Any]:
    given = {name: getattr(state.options, name) for name in OPTION_NAMES}
    return given | {"kinds": list(state.options.kinds), "colours": ball_colours(state)}


_hoops = _Memo(
    lambda state: [shown(hoop, shapes.HoopView, starting=is_starting(state, hoop)) for hoop in state.hoops],
    "hoops",
    "teams",
)
_history = _Memo(
    lambda state: [dict(entry) for entry in (*state.history, standing(state))],
    "history",
    "hoops",
    "teams",
    "numbers",
)
_options = _Memo(_options_in_play, "options")
_counted = _Memo(lambda state: [_counted_ball(entry) for entry in state.counted], "counted")
cards_of = _Memo(
    lambda state: card_list(state.numbers, state.options.head_start_seconds), "options", "numbers"
)
prices = _Memo(lambda state: {item: _price(state, item) for item in ITEMS}, "options", "numbers")
_piles = _Memo(lambda state: [shown(pile, shapes.PileView) for pile in state.piles], "piles")
_size = _Memo(lambda state: dict(zip("wh", size(state.hoops, state.piles), strict=True)), "hoops", "piles")


def _kinds(state: State, stock: Mapping[str, int]) -> dict[str, int]:
    return {kind: stock.get(kind, 0) for kind in state.options.kinds}


def _team(state: State, team: Team, translate: Language) -> dict[str, Any]:
    built = [hoop.building for hoop in state.hoops if hoop.team == team.id]
    return shown(
        team,
        shapes.TeamView,
        name=translate(called(team)),
        mark=COLOURS[team.id][1],
        resources=_kinds(state, state.stocks[team.id]),
        vp=points(state, team),
        made=made(state, team),
        buildings={"settlements": built.count("settlement"), "cities": built.count("city")},
        cards=list(team.cards),
        used_cards=list(team.used_cards),
        fouls=briefing.fouls(state, team),
    )


def _counted_ball(entry: CountedBall) -> dict[str, Any]:
    # A round has dozens of them, and each new one is a new view: written out, this takes a third of the time.
    at_clock = None if entry.at_clock is None else entry.at_clock // MS
    found = {"hoop": entry.hoop, "team": entry.team, "kind": entry.kind, "at_clock": at_clock}
    found |= {"by": entry.by, "seq": entry.seq}
    return found if entry.player is None else found | {"player": entry.player}


def _pending(entry: HeldBall, translate: Language) -> dict[str, Any]:
    late_by = None if entry.late_by is None else entry.late_by // MS
    found = shown(entry, shapes.PendingView, reason=translate(reason(entry)), late_by=late_by)
    return _given(found, "late_by")


def _refused(entry: RefusedBall, translate: Language) -> dict[str, Any]:
    return _given(shown(entry, shapes.RefusedView, reason=translate(reason(entry))), "kind")


def _given(shown: dict[str, Any], name: str) -> dict[str, Any]:
    """Return what is shown, without that field if it is None."""
    if shown[name] is None:
        del shown[name]
    return shown


def _price(state: State, item: str) -> dict[str, int]:
    """Return a price by kind; a kind may name alternatives in play (``wood|wheat``) (FC-2, FC-18)."""
    return {
        "|".join(kind for kind in names.split("|") if kind in state.options.kinds): count
        for names, count in state.numbers.prices[item].items()
    }


def _supremacy(state: State) -> str | None:
    """Return the team whose players are the only knights in the running round (FC-30)."""
    running = state.phase in ("head_start", "round", "stopped", "grace")
    return state.round.supremacy if state.round and running else None


def result(state: State) -> dict[str, Any] | None:
    """Return who has won, and whether that is final (FC-32); None while, or if, nobody has."""
    if state.phase == "over":
        return None if state.winners is None else {"winners": list(state.winners), "final": True}
    there = winners(state)
    return {"winners": list(there), "final": False} if there else None


def _warnings(state: State) -> list[Term]:
    """Return warnings before a start that nothing forbids."""
    lines = []
    if any(n > 0 for n in state.refill.values()):
        lines.append(Term("The crew has balls to put back on the piles"))
    if state.markers:
        lines.append(Term("The crew has markers to change"))
    if state.pending:
        lines.append(Term("Late balls wait: starting a round refuses them"))
    if state.phase == "break" and any(_lies_in(state, entry) for entry in state.refused):
        lines.append(Term("Refused balls are laid just outside their hoops and must be brought in again"))
    if len(at_target(state)) > 1 and not winners(state):
        lines.append(Term("A tie at the target: the teams play an extra round"))
    return lines


def _lies_in(state: State, entry: RefusedBall) -> bool:
    """Return True for a refused ball that may lie in a city's hoop, where it would seem collected (FC-10)."""
    return entry.why in ("referee", "after", "no_city") and state.hoop(entry.hoop).building == "city"
