"""The views of a match, for the referee and for everybody else, and what pages need to set one up."""

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any, cast

from msgspec.structs import asdict

from fieldkit.clock import MS
from fieldkit.games import Clock, Headline, Side
from fieldkit.games.full_contact import (
    bank,
    briefing,
    corrections,
    field,
    legal,
    practice,
    proposals,
    rounds,
    shapes,
)
from fieldkit.games.full_contact.cards import CARDS, plenty
from fieldkit.games.full_contact.field import EDGE_M, FAIR, HOOPS_APART_M, size
from fieldkit.games.full_contact.options import COLOURS, ITEMS, OPTION_NAMES
from fieldkit.games.full_contact.points import at_target, made, points, standing, winners
from fieldkit.games.full_contact.setup import Setting
from fieldkit.games.full_contact.state import FIELD, IN_ROUND, CountedBall, Numbers, Phase, State, Team
from fieldkit.games.full_contact.words import FOULS, called, reason
from fieldkit.games.people import colours_view, side_of
from fieldkit.phrases import ENGLISH, N_, Language, Message, Term


def setup_view(given: Setting) -> dict[str, Any]:
    """Return what a page needs to set a match up."""
    teams, options, start = (given.raw[name] for name in ("teams", "options", "start"))
    return {
        "teams": colours_view(COLOURS),
        "hoops": [{"id": h.id, "x": h.x, "y": h.y, "row": h.row, "start": h.start} for h in given.hoops],
        "piles": [shown(pile, shapes.PileView) | {"row": pile.row} for pile in given.piles],
        "prices": {item: dict(price) for item, price in given.numbers.prices.items()},
        "deck": dict(given.numbers.deck),
        "card_list": card_list(given.numbers, options["head_start_seconds"]),
        "points": dict(given.numbers.points),
        "plenty": given.numbers.plenty,
        "warn_seconds": given.numbers.warn_seconds,
        "limits": {
            "teams": {"min": teams["least"], "max": teams["most"]},
            "players": {"min": teams["least_players"], "max": teams["most_players"]},
        },
        "field_limits": {"fair": FAIR, "hoops_apart_m": HOOPS_APART_M, "edge_m": EDGE_M},
        "options": dict(options),
        "fields": given.options.fields(),
        "field_size": dict(zip("wh", size(given.hoops, given.piles), strict=True)),
        "short_team_vp": teams["short_team_vp"],
        "targets": {"usual": start["target"], "full_game": start["full_game_target"]},
        "knights": {"usual": start["knights"], "full_game": start["full_game_knights"]},
    }


def card_list(numbers: Numbers, head_start_seconds: float) -> list[dict[str, Any]]:
    """Return the cards of the deck as `CardView`: English sentences, for the page to translate and fill."""
    fill = {"plenty": numbers.plenty, "s": head_start_seconds}
    return [
        {"id": id, "name": card.name, "effect": card.effect, "note": card.note, "fill": fill}
        | {"asks": card.asks, "count": numbers.deck[id]}
        for id, card in CARDS.items()
        if id in numbers.deck
    ]


def shown(value: object, shape: type, **more: Any) -> dict[str, Any]:
    """Return a value in a shape: its own fields of the shape's names, and ``more``."""
    return {name: getattr(value, name) for name in shape.__annotations__ if hasattr(value, name)} | more


def headline(state: State, translate: Language = ENGLISH) -> Headline:
    """Return the game's share of the frame: title, clock, teams and legal commands."""
    proposed = proposals.listed(state, translate)
    return {
        "title": translate.sentence(_TITLES[state.phase], n=state.number + (state.phase == "ready")),
        "subtitle": " · ".join(translate(line) for line in _subtitle(state)),
        "clock": cast(Clock, _clock(state) | {"tenths": state.phase != "break"}),
        "sides": sides(state, translate),
        "can": legal.can(state, translate)
        | ({"answer_proposal": [one["id"] for one in proposed]} if proposed else {}),
        "proposals": proposed,
    }


def sides(state: State, translate: Language) -> list[Side]:
    """Return the teams as every screen knows them, with their points."""
    return [side_of(team, points(state, team), translate) for team in state.teams]


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
    head = state.round.span.head_team if state.round and state.phase == "head_start" else None
    if head:
        fill = {"team": called(state.team(head)), "s": state.options.head_start_seconds}
        lines.append(Message("{team} are off {s} s early", fill))
    return [*lines, Message("First to {n}", {"n": state.target})]


def view(limits: Mapping[str, Any], state: State, translate: Language) -> dict[str, Any]:
    """Return the game's part of `MatchView`, in the language of ``translate``; see `corrections.steppers`."""
    blocked = rounds.blocked(state)
    at_end = state.phase in ("ready", "break")
    return {
        "bare": bool(state.round and state.round.bare and state.phase != "ready"),
        "practice": state.practice,
        "led": practice.view(state, translate),
        "full_game": state.full_game,
        "target": state.target,
        "options": _options(state),
        "teams": [_team(state, team, translate) for team in state.teams],
        "hoops": _hoops_shown(state),
        "field": _kinds(state, state.stocks[FIELD]),
        "counted": _counted(state),
        **_not_counted(state, translate),
        "owed": [{"team": team.id, "discard": team.owed} for team in state.teams if team.owed],
        "next_round": {"foresight": state.foresight, "supremacy": state.supremacy},
        "supremacy": state.round.supremacy if state.round and state.phase in IN_ROUND else None,
        "deck_left": bank.deck_left(state),
        "plenty": plenty(state),
        "deck": dict(state.numbers.deck),
        "card_list": cards_of(state),
        "limits": limits,
        "corrections": list(corrections.NUMBERS),
        "prices": prices(state),
        "refill": field.refill(state.piles, state.refill),
        "fetch": field.fetch(state.piles, state.fetch),
        "markers": [asdict(marker) for marker in state.markers],
        "result": result(state),
        "at_target": [team.id for team in at_target(state)],
        "confirming": briefing.confirming(state, translate),
        "get_ready": briefing.get_ready(state, translate),
        "warn_seconds": state.numbers.warn_seconds,
        "began_at": None if state.began is None else state.began // MS,
        "field_size": _size(state),
        "piles": _piles(state),
        "fouls_list": [{"id": id, "text": translate(Term(text))} for id, text in FOULS.items()],
        "statistics": {
            "points": _history(state),
            "collected": {team.id: _kinds(state, state.collected.get(team.id, {})) for team in state.teams},
            "players": dict(state.by_player),
        },
        "blocked": {"text": translate(blocked.said), "rule": blocked.rule} if blocked and at_end else None,
        "warnings": [translate(line) for line in _warnings(state)],
    }


def _hoops_shown(state: State) -> list[dict[str, Any]]:
    """Return the hoops, with the link that a lesson has cut."""
    hoops, cut = _hoops(state), practice.silent_hoop(state)
    return hoops if cut is None else [one | ({"link": "silent"} if one["id"] == cut else {}) for one in hoops]


def _not_counted(state: State, translate: Language) -> dict[str, Any]:
    """Return the balls of the round that did not count, and those that wait for the referee."""
    refused = [shown(one, shapes.RefusedView, reason=translate(reason(one))) for one in state.refused]
    pending = [
        shown(one, shapes.PendingView, reason=translate(reason(one)), late_by=_ms(one.late_by))
        for one in state.pending
    ]
    told = {"refused": [_known(one) for one in refused], "pending": [_known(one) for one in pending]}
    return told | {"waiting_balls": len(pending)}


def _known(shown: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in shown.items() if value is not None}


def board(state: State, own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the public `BoardView`, small for a thousand screens (4 KB): less while a round is on."""
    public = _part(own, shapes.BoardView)
    in_play = state.phase in IN_ROUND
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
    return {name: shown[name] for name in shape.__annotations__ if name in shown and name != hidden}


_PUBLIC_OPTIONS = ("round_seconds", "head_start_seconds", "colours")
_COUNTED_IN_PLAY, _COUNTED_AT_REST = 9, 2
"""The newest balls of a round that everybody sees; older ones are in the bags."""


def _clock(state: State) -> dict[str, Any]:
    current, pause, ends = state.round, state.break_clock, rounds.deadline(state)
    total = length = int(state.options.round_seconds * 1000)
    if state.phase == "break" and pause:
        total = pause.total // MS
    elif state.phase == "grace":
        total = int(state.options.grace_seconds * 1000)
    elif state.phase == "head_start" and current:
        total = (current.span.opens - current.span.first) // MS
    if ends is not None:
        early = current.span.head_team if current and state.phase in rounds.RUNNING else None
        head = {"head_start_team": early} if early else {}
        return {"state": "running", "ends_at": ends // MS, "total": total} | head
    if state.phase == "stopped" and current:
        head_left = {"head_start_remaining": current.head_left // MS} if current.head_left else {}
        return _waiting("held", current.left // MS, length) | head_left
    if state.phase == "break" and pause and pause.ended:
        ended = {} if pause.ends is None else {"ended_at": pause.ends // MS}
        return _waiting("held" if state.options.auto_start else "idle", 0, total) | ended
    if state.phase == "break" and pause:
        return _waiting("held", pause.left // MS, total)
    return _waiting("idle", length if state.phase == "ready" else 0, length)


def _waiting(state: str, remaining: int, total: int) -> dict[str, Any]:
    return {"state": state, "remaining": remaining, "total": total}


class _Memo:
    """A part of the view, made again only when one of the fields ``names`` of the state is another object."""

    def __init__(self, make: Callable[[State], Any], *names: str) -> None:
        self._make = make
        self._names = names
        self._last: tuple[list[Any], Any] | None = None

    def __call__(self, state: State) -> Any:
        parts = [getattr(state, name) for name in self._names]
        if self._last is None or not all(map(is_, self._last[0], parts)):
            self._last = (parts, self._make(state))
        return self._last[1]


def _options_in_play(state: State) -> dict[str, Any]:
    given = {name: getattr(state.options, name) for name in OPTION_NAMES}
    kinds, colours = list(state.options.kinds), {**_OLD_COLOURS, **state.options.colours}
    return given | {"kinds": kinds, "colours": {kind: colours[kind] for kind in kinds}}


_OLD_COLOURS = {"wood": "brown", "wheat": "yellow", "brick": "orange", "ore": "grey", "sheep": "white"}
"""The colours of balls before they were an option (FC-0)."""

_hoops = _Memo(
    lambda state: [shown(hoop, shapes.HoopView, starting=state.is_starting(hoop)) for hoop in state.hoops],
    "hoops",
    "teams",
)
_OF_POINTS = ("history", "hoops", "teams", "numbers")
_history = _Memo(lambda state: [dict(each) for each in (*state.history, standing(state))], *_OF_POINTS)
_options = _Memo(_options_in_play, "options")
_counted = _Memo(lambda state: [_counted_ball(entry) for entry in state.counted], "counted")
cards_of = _Memo(lambda now: card_list(now.numbers, now.options.head_start_seconds), "options", "numbers")
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
    found = {"hoop": entry.hoop, "team": entry.team, "kind": entry.kind, "at_clock": _ms(entry.at_clock)}
    found |= {"by": entry.by, "seq": entry.seq}
    return found if entry.player is None else found | {"player": entry.player}


def _ms(moment: int | None) -> int | None:
    return None if moment is None else moment // MS


def _price(state: State, item: str) -> dict[str, int]:
    """Return a price by kind; a kind may name alternatives in play (``wood|wheat``) (FC-2, FC-18)."""
    price, played = state.numbers.prices[item].items(), state.options.kinds
    return {"|".join(kind for kind in names.split("|") if kind in played): n for names, n in price}


def result(state: State) -> dict[str, Any] | None:
    """Return who has won, and whether that is final (FC-32); None while, or if, nobody has."""
    if state.phase == "over":
        return None if state.winners is None else {"winners": list(state.winners), "final": True}
    there = winners(state)
    return {"winners": list(there), "final": False} if there else None


def _warnings(state: State) -> list[Term]:
    # A refused ball may lie in a city's hoop, where it would seem collected (FC-10).
    lying = {each.hoop for each in state.refused if each.why in ("referee", "after", "no_city")}
    in_city = state.phase == "break" and any(state.hoop(id).building == "city" for id in lying)
    tied = len(at_target(state)) > 1 and not winners(state)
    in_words = {
        Term("The crew has balls to put back on the piles"): any(n > 0 for n in state.refill.values()),
        Term("The crew has markers to change"): bool(state.markers),
        Term("Late balls wait: starting a round refuses them"): bool(state.pending),
        Term("Refused balls are laid just outside their hoops and must be brought in again"): in_city,
        Term("A tie at the target: the teams play an extra round"): tied,
    }
    return [line for line, holds in in_words.items() if holds]
