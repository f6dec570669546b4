"""Questions for what is too large or too personal for a view: a seat, a form, the log book."""

import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import asdict, fields

from fieldkit.clock import MS
from fieldkit.errors import Rejected, Unknown
from fieldkit.games.big_game import claims, people, ring
from fieldkit.games.big_game.base import seat_of
from fieldkit.games.big_game.forms import Form, Holding, impossible, points
from fieldkit.games.big_game.state import GROUPS, Roll, State, kind_of, seat_called, seat_id, split_seat
from fieldkit.games.big_game.view import claimed, guide, rolled, seats
from fieldkit.phrases import ENGLISH, N_, Language, Message, Term

MAX_BOARDS_ASKED = 60
LOG_ROWS = 100
_PLAIN = str.maketrans("đĐøØłŁıİ", "dDoOlLiI")
"""Letters whose strokes and dots are no accents to Unicode."""
Query = Mapping[str, str]
_Asked = Callable[[State, Query, Language], dict[str, Any]]


def ask(state: State, who: str, query: Query, translate: Language = ENGLISH) -> dict[str, Any]:
    """Answer a question; raises Unknown for another one, Rejected ``not_yours`` for a foreign seat."""
    question = query.get("what", "")
    if question in _OPEN:
        return _OPEN[question](state, query, translate)
    if question in _OF_A_SEAT:
        return _OF_A_SEAT[question](state, _own(state, who, query), {**query, "who": who}, translate)
    if question in _FOR_REFEREES:
        if not who or seat_of(who):
            raise Rejected("not_yours", "Only the referee may do that.")
        return _FOR_REFEREES[question](state, query, translate)
    names = ", ".join([*_OPEN, *_OF_A_SEAT, *_FOR_REFEREES])
    raise Unknown("unknown_question", "Ask what={names}", None, names=names)


def _own(state: State, who: str, query: Query) -> str:
    """Return the seat that is asked about: any for the referee, the own for a player."""
    own = seat_of(who)
    seat = query.get("seat", own or "")
    if not who or (own is not None and seat != own):
        raise Rejected("not_yours", "That is not your seat")
    return ring.known_seat(state, seat)


def _seat(state: State, seat: str, query: Query, translate: Language) -> dict[str, Any]:
    """Tell a player or a steward all about a seat (BG-1, BG-3, BG-7, BG-11)."""
    board, group = split_seat(seat)
    person = state.people.get(seat)
    left, right = ring.beside(state, seat)
    both = [[_named(state, seat_id(at, each), translate) for each in GROUPS] for at in (left, right)]
    acts = ring.acting(state, group)
    closed = claims.closed(state, person, query["who"]) if person else None
    return {
        "seat": seat,
        "label": translate(seat_called(seat)),
        "board": board,
        "kind": kind_of(board),
        "group": group,
        "person": _person(state, seat),
        "active": acts,
        "opposite": _named(state, ring.opposite(seat), translate),
        "left": both[0],
        "right": both[1],
        "partners": ring.partners(state, seat),
        "trade": translate(_trade(state, seat, acts)),
        "deals": translate(_deals(state, seat)),
        "guide": guide(asdict(state.options)),
        "route": asdict(state.routes.get(board, Holding())),
        "army": asdict(state.armies.get(board, Holding())),
        "no_claim": translate(closed.said) if closed else None,
        "claims": [claimed(state, claim, translate) for claim in state.claims if claim.seat == seat],
        "calls": [{"id": call.id, "text": call.text} for call in state.open_calls if call.seat == seat],
    }


def _trade(state: State, seat: str, acts: bool) -> Message:
    """Say in a sentence which seats may trade with this one (BG-1, BG-7)."""
    if not ring.plays(state, seat):
        return Message("Nobody trades with an empty seat")
    if not state.turn:
        return Message("Trading begins with the first turn")
    if acts:
        return Message("Trades with all five (opposite, left, right) and the bank")
    return Message("Trades only with the three on turn: opposite and diagonal; starts no trade")


def _deals(state: State, seat: str) -> Message:
    """Say which seat deals out for this one (BG-1, BG-3)."""
    if not state.turn:
        return Message("Everybody takes the resources of one of their settlements")
    dealer = ring.dealer(state, seat)
    waits = not ring.acting(state, split_seat(seat)[1])
    if dealer == seat and waits and ring.plays(state, ring.opposite(seat)):
        return Message("Deals out for both players of the board")
    if dealer == seat:
        return Message("Takes their own resources")
    return Message("{seat} deals out for both", {"seat": seat_called(dealer)})


def _permission(state: State, seat: str, query: Query, translate: Language) -> dict[str, Any]:
    """Ask the three questions about building on a neighbour board, and judge (BG-8)."""
    board = ring.known_board(state, _number(query, "board", 0))
    half = next((each for each in GROUPS if each == query.get("half")), None)
    found = ring.permission(state, seat, board, _yes(query, "spot"), _yes(query, "at_once"), half)
    asked = found.asked
    name = {"name": state.name(asked or ""), "board": board}
    asks = [
        Message("Is it {name}'s turn too?", name),
        Message("Can {name} build there without building anything else first?", name),
        Message("Does {name} build there at once, without trading with players?", name),
    ]
    verdicts = {
        "free": N_("Builds at once on board {board}: nobody may forbid it"),
        "refused": N_("{name} may refuse, and must build there at once"),
        "ask": N_("Ask {name}: only three times Yes forbids it"),
        "wait": N_("Waits for their turn: nobody builds out of turn"),
        "half": N_("Choose whose half of board {board} the spot is in"),
    }
    answered = zip(asks, found.answers, strict=True) if asked else ()
    both = state.options.groups == "all" and board != split_seat(seat)[0]
    return {
        "needs": asked is not None,
        "asked": _named(state, asked, translate) if asked else None,
        "halves": [_named(state, seat_id(board, each), translate) for each in GROUPS] if both else [],
        "questions": [{"text": translate(text), "answer": answer} for text, answer in answered],
        "verdict": found.verdict,
        "text": translate(Message(verdicts[found.verdict], name)),
        "rule": "BG-8",
    }


def _form(state: State, seat: str, query: Query, translate: Language) -> dict[str, Any]:
    """Count the points of a claim form, and say what is wrong with it, before anybody claims (BG-12)."""
    kinds = {each.name: each.type for each in fields(Form)}
    given: dict[str, Any] = {
        name: _yes(query, name) is True if kind is bool else _number(query, name, 0)
        for name, kind in kinds.items()
    }
    form = Form(**given)
    refused = impossible(form)
    # The referee learns as well what does not fit the other player of the board; a player must not.
    if refused is None and not seat_of(query["who"]):
        refused = claims.beside(state, seat, form, ("open", "confirmed"))
    return {
        "points": points(form),
        "wrong": translate(refused.said) if refused else None,
        "rule": refused.rule if refused else None,
    }


def _seats(state: State, query: Query, translate: Language) -> dict[str, Any]:
    """List boards with their players: from a board on, or those where something is found."""
    wanted = _folded(query.get("find", ""))
    wanted = wanted.removeprefix(_folded(translate(Term("Board")))).strip()
    count = max(1, min(_number(query, "count", 20), MAX_BOARDS_ASKED))
    boards = [board for board in range(1, state.boards + 1) if not wanted or _found(state, board, wanted)]
    first = max(1, _number(query, "from", 1))
    shown = boards[:count] if wanted else boards[first - 1 : first - 1 + count]
    return {"boards": state.boards, "total": len(boards), "rows": [_row(state, board) for board in shown]}


@lru_cache(maxsize=8192)
def _folded(text: str) -> str:
    """Fold a text to what people type in a hurry: without accents and capitals."""
    letters = unicodedata.normalize("NFKD", text.translate(_PLAIN)).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).strip()


def _found(state: State, board: int, wanted: str) -> bool:
    if wanted in (str(board), f"{board} {kind_of(board)}".lower(), f"{board}{kind_of(board)}".lower()):
        return True
    both = [state.people.get(seat_id(board, group)) for group in GROUPS]
    return any(person and wanted in _folded(f"{person.name} {person.club}") for person in both)


def _row(state: State, board: int) -> dict[str, Any]:
    players = {group: _person(state, seat_id(board, group)) for group in GROUPS}
    return {"board": board, "kind": kind_of(board)} | players


def _rolled(state: State, roll: Roll) -> dict[str, Any]:
    robbers = list(roll.robbers) if roll.robbers else None
    return rolled(state, roll) | {"dice": list(roll.dice), "robbers": robbers}


def _log(state: State, query: Query, translate: Language) -> dict[str, Any]:
    """Return a page of the log book: each turn with its time, its roll and its claims."""
    first = max(0, _number(query, "from", 0))
    rows = [
        _rolled(state, roll)
        | {
            "at_ms": roll.at // MS,
            "shortened_ms": roll.shortened // MS,
            "claims": [claimed(state, each, translate) for each in state.claims if each.turn == roll.turn],
        }
        for roll in state.rolls[first : first + LOG_ROWS]
    ]
    head = {
        "boards": state.boards,
        "options": asdict(state.options),
        "rehearsal": state.rehearsal,
        "origin_ms": state.origin // MS,
        "reason": state.reason,
        "seats": seats(state),
        "sanctions": [
            {"seat": one.seat, "name": one.name, "reasons": list(one.sanctions), "removed": one.removed}
            for one in state.people.values()
            if one.sanctions or one.removed
        ],
    }
    return {"total": len(state.rolls), "rows": rows, "head": head}


def _person(state: State, seat: str) -> dict[str, Any] | None:
    person = state.people.get(seat)
    if person is None:
        return None
    shown = asdict(person)
    del shown["seat"]
    return shown | {"plays": person.plays}


def _named(state: State, seat: str, translate: Language) -> dict[str, Any]:
    person = state.people.get(seat)
    return {
        "seat": seat,
        "label": translate(seat_called(seat)),
        "name": person.name if person else None,
        "plays": ring.plays(state, seat),
    }


def _number(query: Query, name: str, otherwise: int) -> int:
    text = query.get(name, "")
    if not text:
        return otherwise
    if not text.isascii() or not text.isdecimal() or len(text) > 6:
        raise Unknown("bad_question", "{name} must be a whole number", None, name=name)
    return int(text)


def _yes(query: Query, name: str) -> bool | None:
    return {"yes": True, "no": False}.get(query.get(name, ""))


_OPEN: Mapping[str, _Asked] = {"rolls": lambda now, *_: {"rolls": [_rolled(now, one) for one in now.rolls]}}
"""Questions that everybody may ask."""
_OF_A_SEAT: Mapping[str, Callable[[State, str, Query, Language], dict[str, Any]]] = {
    "seat": _seat,
    "permission": _permission,
    "form": _form,
}
"""Questions that a player may ask of the own seat, and the referee of any."""
_FOR_REFEREES: Mapping[str, _Asked] = {
    "seats": _seats,
    "csv": lambda state, *_: {"csv": people.exported(state)},
    "claims": lambda state, _, say: {"claims": [claimed(state, claim, say) for claim in state.claims]},
    "log": _log,
}
