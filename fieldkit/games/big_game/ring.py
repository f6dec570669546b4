"""The ring of boards: who sits where, trades with whom and may forbid building (BG-1, BG-7, BG-8)."""

from fieldkit.errors import Unknown
from fieldkit.games.big_game.forms import Group
from fieldkit.games.big_game.state import GROUPS, State, group_of_turn, other, seat_id, split_seat
from fieldkit.games.declared import Value
from fieldkit.phrases import N_


class Permission(Value):
    """The answer if building on a board is free (BG-8).

    ``verdict`` is ``wait`` for an asker who does not act, ``half`` until it is known in whose half the spot
    lies, ``free``, ``refused``, or ``ask`` while a question is open. ``asked`` may refuse, if anybody may.
    """

    verdict: str
    asked: str | None = None
    answers: tuple[bool | None, bool | None, bool | None] = (None, None, None)


def known_seat(state: State, seat: str) -> str:
    """Return the seat; raises Unknown for one that this hall does not have (BG-1)."""
    board, _, group = seat.partition("-")
    is_number = board.isdecimal() and len(board) <= 4
    if not is_number or group not in GROUPS or seat != f"{int(board)}-{group}":
        raise Unknown("unknown_seat", "There is no seat {seat}", "BG-1", seat=seat)
    known_board(state, int(board))
    return seat


def known_board(state: State, board: int) -> int:
    """Return the board; raises Unknown for one that this hall does not have (BG-1)."""
    if not 1 <= board <= state.boards:
        text = N_("There is no board {board}: they are numbered 1 to {boards}")
        raise Unknown("unknown_board", text, "BG-1", board=board, boards=state.boards)
    return board


def plays(state: State, seat: str) -> bool:
    """Tell if a seat has a player who takes part (BG-1)."""
    person = state.people.get(seat)
    return person is not None and person.plays


def acting(state: State, group: Group) -> bool:
    """Tell if a group acts in the current turn (BG-3)."""
    return state.turn > 0 and group_of_turn(state.options, state.turn) in (None, group)


def opposite(seat: str) -> str:
    """Return the seat on the other side of the board."""
    board, group = split_seat(seat)
    return seat_id(board, other(group))


def beside(state: State, seat: str) -> tuple[int, int]:
    """Return the boards to the left and right of a player; the last board stands beside the first."""
    board, group = split_seat(seat)
    down, up = (board - 2) % state.boards + 1, board % state.boards + 1
    # The two of a board face each other: what is right for one is left for the other.
    return (down, up) if group == "sun" else (up, down)


def partners(state: State, seat: str) -> list[str]:
    """Return the seats that a seat may trade with now (BG-7); empty seats trade with nobody (BG-1)."""
    if state.turn < 1 or not plays(state, seat):
        return []
    _, group = split_seat(seat)
    near = [opposite(seat)] + [seat_id(at, each) for at in beside(state, seat) for each in GROUPS]
    if not acting(state, group):
        near = [each for each in near if acting(state, split_seat(each)[1])]
    return [each for each in near if plays(state, each)]


def dealer(state: State, seat: str) -> str:
    """Return the seat that deals out for a seat: the waiting one of the board, else its own (BG-1, BG-3)."""
    _, group = split_seat(seat)
    facing = opposite(seat)
    both = acting(state, group) and acting(state, split_seat(facing)[1])
    if both or not plays(state, facing):
        return seat
    return facing if acting(state, group) else seat


def permission(
    state: State,
    seat: str,
    board: int,
    spot: bool | None = None,
    at_once: bool | None = None,
    half: Group | None = None,
) -> Permission:
    """Judge if ``seat`` may build on ``board``, from the answers to three questions (BG-3, BG-8).

    Only an active player builds. Where both of a board act, the one is asked in whose ``half`` the spot lies.
    Raises Unknown for a board that does not lie beside the seat's own.
    """
    own, group = split_seat(seat)
    near = beside(state, seat)
    if known_board(state, board) != own and board not in near:
        text = N_("Board {board} is not beside board {own}: nobody from there builds on it")
        raise Unknown("not_beside", text, "BG-8", board=board, own=own)
    if not acting(state, group):
        return Permission("wait")
    if board == own:
        return Permission("free")
    both = state.options.groups == "all"
    if both and half is None:
        return Permission("half")
    asked = seat_id(board, half if both and half else group)
    if not plays(state, asked):
        return Permission("free")
    answers = (True, spot, at_once)
    return Permission("free" if False in answers else "ask" if None in answers else "refused", asked, answers)
