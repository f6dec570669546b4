"""The dice that pay for a piece: its kinds first, and two gold for each that is missing (DX-4)."""

from collections import Counter
from collections.abc import Sequence

from fieldkit.errors import Rejected, Unknown
from fieldkit.games.declared import Value
from fieldkit.games.dice_extra.kinds import GOLD, GOLD_FOR_ONE, MAX_DICE, PRICES, Kind, Piece
from fieldkit.games.dice_extra.state import Die, State
from fieldkit.phrases import N_, Message, MessageList, Term


class Part(Value):
    """One thing of a price and the dice that pay for it: one of its kind, two of gold, or none yet."""

    kind: Kind
    dice: tuple[str, ...] = ()


def parts(state: State, piece: Piece) -> tuple[Part, ...]:
    """Return the price of a piece, and what of it the dice can pay; gold for what no die shows (DX-4)."""
    free = [die for die in state.dice if not die.paid]
    if piece == "castle":
        return _of_one_kind(free)
    found = []
    for kind in PRICES[piece]:
        die = next((die for die in free if die.kind == kind), None)
        if die is not None:
            free.remove(die)
        found.append(Part(kind, (die.id,) if die else ()))
    gold = [die.id for die in free if die.kind == GOLD]
    for n, part in enumerate(found):
        if not part.dice and len(gold) >= GOLD_FOR_ONE:
            found[n] = Part(part.kind, tuple(gold[:GOLD_FOR_ONE]))
            gold = gold[GOLD_FOR_ONE:]
    return tuple(found)


def _of_one_kind(free: Sequence[Die]) -> tuple[Part, ...]:
    """Return six dice of the kind that most of them show (DX-9)."""
    if not free:
        return ()
    kind = Counter(die.kind for die in free).most_common(1)[0][0]
    own = [die.id for die in free if die.kind == kind]
    return tuple(Part(kind, (own[n],) if n < len(own) else ()) for n in range(MAX_DICE))


def paying(found: Sequence[Part]) -> list[str] | None:
    """Return the dice that pay for all parts; None while one of them is missing."""
    if not found or not all(part.dice for part in found):
        return None
    return [id for part in found for id in part.dice]


def payment(state: State, piece: Piece, pay: Sequence[str] | None) -> tuple[str, ...]:
    """Return the dice that pay: the player's choice, else the kit's. Raises Rejected (DX-4, DX-9)."""
    found = parts(state, piece)
    chosen = paying(found)
    if chosen is None:
        raise _missing(piece, found)
    return tuple(chosen) if pay is None else _checked(state, piece, pay)


def why_not_paid(state: State, piece: Piece) -> Rejected | None:
    """Return why the dice do not pay for a piece now (DX-4, DX-9), or None."""
    found = parts(state, piece)
    return _missing(piece, found) if paying(found) is None else None


def _missing(piece: Piece, found: Sequence[Part]) -> Rejected:
    if piece == "castle":
        return Rejected("too_little", "A castle needs {n} dice of one kind.", "DX-9", n=MAX_DICE)
    short = Counter(part.kind for part in found if not part.dice)
    items = [Message("{n} more {kind}", {"n": n, "kind": Term(kind)}) for kind, n in short.items()]
    missing, name = MessageList(items, N_("and")), Term(piece)
    return Rejected("too_little", "A {piece} still needs {missing}.", "DX-4", piece=name, missing=missing)


def _checked(state: State, piece: Piece, pay: Sequence[str]) -> tuple[str, ...]:
    """Return the named dice if they pay exactly: their kinds, two gold for each that is missing (DX-4)."""
    dice = {die.id: die for die in state.dice}
    for id in pay:
        if id not in dice:
            raise Unknown("unknown_die", "There is no die {id}.", None, id=id)
        if dice[id].paid or pay.count(id) > 1:
            raise Rejected("paid", "That die is already spent.", "DX-4")
    has = Counter(dice[id].kind for id in pay)
    if piece == "castle":
        exact = len(has) == 1 and len(pay) == MAX_DICE
    else:
        price = Counter(PRICES[piece])
        missing = price - has
        over = has - price
        exact = over == Counter({GOLD: GOLD_FOR_ONE * missing.total()}) - Counter()
    if not exact:
        rule = "DX-9" if piece == "castle" else "DX-4"
        text = N_("Those dice do not match the price of a {piece}.")
        raise Rejected("wrong_price", text, rule, piece=Term(piece))
    return tuple(pay)
