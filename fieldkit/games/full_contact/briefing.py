"""Sentences beside the accounts: what to get ready, who has won, fouls; and lines for the kit's voice."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from fieldkit.clock import NS
from fieldkit.games import Spoken
from fieldkit.games.full_contact import corrections
from fieldkit.games.full_contact.points import at_target, points, winners
from fieldkit.games.full_contact.state import Phase, State, Team
from fieldkit.games.full_contact.words import called
from fieldkit.phrases import ENGLISH, N_, Language, Message, MessageList, Term


def fouls(state: State, team: Team) -> dict[str, Any]:
    """Return the number of a team's fouls and sendings-off, also by player if one was named (FC-33)."""
    noted = [foul for foul in state.fouls if foul.team == team.id]
    sent_off = sum(foul.foul == "sent_off" for foul in noted)
    players = Counter(sorted(foul.player for foul in noted if foul.player))
    return {"count": len(noted) - sent_off, "sent_off": sent_off, "players": dict(players)}


def confirming(state: State, translate: Language) -> dict[str, Any] | None:
    """Return who would win, and when that may be confirmed (FC-32); None if nobody is at the target."""
    there = at_target(state)
    if not there or state.phase == "over":
        return None
    won = winners(state)
    ready = state.phase == "break" and bool(won) and corrections.all_served(state)
    teams = MessageList([called(team) for team in there], N_("and"))
    if not won:
        text = N_("{teams} are at the target: they play an extra round")
    elif ready:
        text = N_("{teams} are at the target: confirm the result")
    elif state.phase == "break":
        text = N_(
            "{teams} are at the target: confirm when the break is over, or when no team wants anything more"
        )
    else:
        text = N_("{teams} are at the target: the result is confirmed in the break")
    return {"teams": list(won), "ready": ready, "says": translate.sentence(text, teams=teams)}


_READY: Mapping[Phase, str] = {
    "ready": N_("One foot in a hoop of your team; knights wear the band on the head"),
    "break": N_("One foot in a hoop of your team; knights wear the band on the head"),
    "head_start": N_("{team} play; all others wait with one foot in their hoop, and nobody tags"),
    "round": N_("One ball at a time; tag with both hands; who is tagged stands still"),
    "grace": N_("Let go of the ball and stay where you are"),
    "stopped": N_("Everybody stands still; who was tagged stays tagged"),
    "over": "",
}


def get_ready(state: State, translate: Language) -> str:
    """Return one sentence for bodies, by phase (FC-29, FC-30), or an empty one."""
    current, text = state.round, _READY[state.phase]
    named = current.span.head_team if current and state.phase == "head_start" else None
    if state.phase in ("ready", "break") and state.supremacy is not None:
        named = state.supremacy
        text = N_("One foot in a hoop of your team; only {team} wear the band on the head")
    team = called(state.team(named)) if named else ""
    return translate.sentence(text, team=team) if text else ""


def lines(state: State, translate: Language = ENGLISH) -> tuple[Spoken, ...]:
    """Return the lines that are due or to come, the most urgent first (FC-17, FC-29, FC-30, FC-32)."""
    if state.phase == "over":
        return _over(state, translate)
    clock = state.break_clock
    if state.phase != "break" or clock is None or clock.ended:
        return ()
    begins = {
        f"{key}.{id}": Message(text, {"team": called(state.team(id))})
        for key, id, text in (
            ("first", state.foresight, N_("{team} start first.")),
            ("only", state.supremacy, N_("Only {team} are knights.")),
        )
        if id is not None
    }
    ranked = sorted(state.teams, key=lambda team: -points(state, team))
    each = [Message(N_("{team} {n}"), {"team": called(team), "n": points(state, team)}) for team in ranked]
    standing = Message("Points: {teams}.", {"teams": MessageList(each)})
    to_say, ends = {"points": standing, **begins}, clock.ends
    said = [Spoken(f"{state.starts}.{key}", translate(line), before=ends) for key, line in to_say.items()]
    warn = None if clock.ends is None else clock.ends - int(state.numbers.warn_seconds * NS)
    # As with the blast: a break that is shorter warns of nothing.
    if warn is not None and warn > clock.since:
        ten = Message("{n} seconds.", {"n": round(state.numbers.warn_seconds)})
        text = " ".join(translate(line) for line in (ten, *begins.values()))
        # First, since it is true at its moment alone.
        said.insert(0, Spoken(f"{state.starts}.ten.{clock.ends}", text, at=warn, before=clock.ends))
    return tuple(said)


def _over(state: State, translate: Language) -> tuple[Spoken, ...]:
    lines: list[Message | Term] = [Term("The match is over.")]
    won = [state.team(id) for id in state.winners or ()]
    if won:
        given = {"teams": MessageList([called(team) for team in won], N_("and")), "n": points(state, won[0])}
        text = N_("{teams} win with {n} points.")
        lines.append(Message(text if len(won) == 1 else N_("{teams} share the win with {n} points."), given))
    return (Spoken("over", " ".join(translate(line) for line in lines)),)
