"""Lines for the kit's voice: in a break and at the end of a match, never in a round."""

from __future__ import annotations

from fieldkit.clock import NS
from fieldkit.games import Spoken
from fieldkit.games.full_contact.names import called
from fieldkit.games.full_contact.points import points
from fieldkit.games.full_contact.state import State
from fieldkit.phrases import N_, Language, Message, MessageList, Term


def lines(state: State, translate: Language) -> tuple[Spoken, ...]:
    """Return the lines that are due or to come, the most urgent first (FC-17, FC-29, FC-30, FC-32)."""
    if state.phase == "over":
        return _over(state, translate)
    clock = state.break_clock
    if state.phase != "break" or clock is None or clock.ended:
        return ()
    begins = {
        f"first.{state.foresight}": _starts_first(state),
        f"only.{state.supremacy}": _only_knights(state),
    }
    said = [Spoken(f"{state.starts}.points", translate(_points(state)), before=clock.ends)]
    said += [
        Spoken(f"{state.starts}.{key}", translate(line), before=clock.ends)
        for key, line in begins.items()
        if line
    ]
    warn = None if clock.ends is None else clock.ends - int(state.numbers.warn_seconds * NS)
    # As with the blast: a break that is shorter warns of nothing.
    if warn is not None and warn > clock.since:
        ten = Message("{n} seconds.", {"n": round(state.numbers.warn_seconds)})
        text = " ".join(translate(line) for line in (ten, *begins.values()) if line)
        # First, since it is true at its moment alone.
        said.insert(0, Spoken(f"{state.starts}.ten.{clock.ends}", text, at=warn, before=clock.ends))
    return tuple(said)


def _starts_first(state: State) -> Message | None:
    if state.foresight is None:
        return None
    return Message("{team} start first.", {"team": called(state.team(state.foresight))})


def _only_knights(state: State) -> Message | None:
    if state.supremacy is None:
        return None
    return Message("Only {team} are knights.", {"team": called(state.team(state.supremacy))})


def _points(state: State) -> Message:
    teams = sorted(state.teams, key=lambda team: -points(state, team))
    each = [Message(N_("{team} {n}"), {"team": called(team), "n": points(state, team)}) for team in teams]
    return Message("Points: {teams}.", {"teams": MessageList(each)})


def _over(state: State, translate: Language) -> tuple[Spoken, ...]:
    lines: list[Message | Term] = [Term("The match is over.")]
    won = [state.team(id) for id in state.winners or ()]
    if won:
        given = {"teams": MessageList([called(team) for team in won], N_("and")), "n": points(state, won[0])}
        lines.append(
            Message("{teams} win with {n} points.", given)
            if len(won) == 1
            else Message("{teams} share the win with {n} points.", given)
        )
    return (Spoken("over", " ".join(translate(line) for line in lines)),)
