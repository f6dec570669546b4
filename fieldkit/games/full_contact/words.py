"""What happened, in words that a shouting field understands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fieldkit.games import LogLine
from fieldkit.games.full_contact import events as ev
from fieldkit.games.full_contact.cards import CARDS
from fieldkit.games.full_contact.names import called, hoop_name, kinds_text
from fieldkit.games.full_contact.rounds import INTERRUPTED, STOP_BUTTON
from fieldkit.games.full_contact.state import COLOURS, Pending, Refused, State, points
from fieldkit.phrases import N_, Message, MessageList, Term, tenths

REASONS: Mapping[str, str] = {
    "too_old": N_("seen more than a minute ago"),
    "over": N_("the match is over"),
    "before": N_("before the opening whistle"),
    "after": N_("after the round"),
    "stopped": N_("after the stop"),
    "voided": N_("the round was cancelled"),
    "late": N_("had it left the hand by the whistle?"),
    "slow": N_("in time, but it reached the kit late"),
    "kit_was_off": N_("the kit was off: was it in time?"),
    "node_was_off": N_("the hoop's node was off: was it in time?"),
    "no_city": N_("no team has a city in this hoop"),
    "same_ball": N_("this ball already counted in this round"),
    "two_hoops": N_("tag already seen at hoop {hoop}: a copy?"),
    "ball_not_back": N_("this ball counted before, and no ball of its kind went back"),
    "more_than_exist": N_("the teams already have every ball of this kind"),
    "kind_not_in_play": N_("{kind} is not in play"),
    "unknown_tag": N_("unknown tag {tag}"),
    "unknown_button": N_("unknown button {tag}"),
    "marker_not_in_play": N_("a marker of {team}, who do not play"),
    "marker_not_in_time": N_("marker of {team}: not within the round"),
    "marker_no_settlement": N_("marker of {team}: no settlement to place"),
    "marker_hoop_taken": N_("marker of {team}: the hoop is taken"),
    "referee": N_("refused by the referee"),
    "not_judged": N_("not judged before round {n}"),
}
"""Why a sighting was held or refused."""


FOULS: Mapping[str, str] = {
    "early": N_("started early or without a foot in the hoop"),
    "two_balls": N_("held two balls"),
    "carried_on": N_("carried on after the whistle"),
    "acted_tagged": N_("acted while tagged"),
    "bad_tag": N_("tagged with one hand or as no knight"),
    "kept_ball": N_("did not drop the ball"),
    "holding": N_("holding"),
    "rough": N_("rough play"),
    "sent_off": N_("sent off"),
}
"""The sport's own fouls, and the sending-off, as they are noted with one tap (FC-33)."""


def reason(entry: Pending | Refused) -> Message:
    """Why a ball is held or refused."""
    return Message(REASONS[entry.why], {name: _known(name, text) for name, text in entry.params.items()})


def _known(name: str, text: str) -> str:
    """A filling from the record: a kind, or a colour that stands for its team, is a word of the kit's."""
    if name == "team" and text in COLOURS:
        return Term(COLOURS[text][0])
    known = name == "kind" or (name == "team" and any(text == colour for colour, _ in COLOURS.values()))
    return Term(text) if known else text


def describe(state: State, events: Sequence[ev.Event]) -> LogLine | None:
    """One line for what was decided: the first event that has words."""
    for event in events:
        words = _WORDS.get(type(event))
        if words is not None:
            return replace(words(state, event), sort=_SORTS[type(event)])
    return None


def _name(state: State, team: str) -> str:
    return called(state.team(team))


def _vp(state: State, team: str) -> int:
    return points(state, state.team(team))


def _of_team(template: str, *fields: str) -> Callable[[State, Any], LogLine]:
    """Words about one team, with further fields of the event (a hoop in words, kinds as a list)."""

    def words(state: State, event: Any) -> LogLine:
        params: dict[str, object] = {"team": _name(state, event.team), "vp": _vp(state, event.team)}
        for name in fields:
            value = getattr(event, name)
            if name == "hoop":
                value = hoop_name(value)
            elif name == "kind":
                value = Term(value)
            elif isinstance(value, Mapping):
                value = kinds_text(value)
            params[name] = value
        return LogLine(template, params, event.team)

    return words


def _plain(template: str, *fields: str) -> Callable[[State, Any], LogLine]:
    """Words about the match."""

    def words(state: State, event: Any) -> LogLine:
        fillings = {name: getattr(event, name) for name in fields}
        if kind := fillings.get("kind"):
            fillings["kind"] = Term(kind)
        return LogLine(template, fillings)

    return words


def _held_refused(state: State, event: ev.HeldRefused) -> LogLine:
    params: dict[str, object] = {"kind": Term(event.kind), "hoop": hoop_name(event.hoop)}
    if event.before is not None:
        params["n"] = event.before
        text = N_("{kind} at {hoop} refused: not judged before round {n}")
        return LogLine(text, params, event.team, "ball")
    if event.team is None:
        return LogLine("{kind} at {hoop} refused", params)
    params["team"] = _name(state, event.team)
    return LogLine("{kind} at {hoop} refused for {team}", params, event.team)


def also(state: State, events: Sequence[ev.Event]) -> Sequence[LogLine]:
    """A line for each ball that a start refused without its being judged (FC-11)."""
    return [
        _held_refused(state, event)
        for event in events
        if isinstance(event, ev.HeldRefused) and event.before is not None
    ]


def _started(state: State, event: ev.RoundStarted) -> LogLine:
    if event.bare:
        return LogLine("The whistle opened round {number} by itself", {"number": event.number})
    if event.head_team:
        params = {"number": event.number, "team": _name(state, event.head_team)}
        return LogLine("Round {number}: {team} start first", params, event.head_team)
    return LogLine("Round {number}", {"number": event.number})


def _stopped(state: State, event: ev.RoundStopped) -> LogLine:
    left = tenths(event.left / 1e9)
    if not event.reason:
        return LogLine("Round stopped with {left} s left", {"left": left})
    # The kit's own reasons are words it can translate, unlike what a referee typed.
    own = event.reason in (INTERRUPTED, STOP_BUTTON)
    params = {"left": left, "why": Term(event.reason) if own else event.reason}
    return LogLine("Round stopped with {left} s left: {why}", params)


def _voided(state: State, event: ev.RoundVoided) -> LogLine:
    if not event.reason:
        return LogLine("Round cancelled: it is played again")
    return LogLine("Round cancelled: it is played again ({why})", {"why": event.reason})


def _traded(state: State, event: ev.Traded) -> LogLine:
    params: dict[str, object] = {"a": _name(state, event.a), "b": _name(state, event.b)}
    params |= {"a_gives": kinds_text(event.a_gives), "b_gives": kinds_text(event.b_gives)}
    if not event.a_gives or not event.b_gives:
        giver, taker = ("a", "b") if event.a_gives else ("b", "a")
        given = {"a": params[giver], "b": params[taker], "gift": params[f"{giver}_gives"]}
        return LogLine("{a} gave {b} {gift} as a gift", given, event.a)
    return LogLine("{a} gave {b} {a_gives} for {b_gives}", params, event.a)


def _card_used(state: State, event: ev.CardUsed) -> LogLine:
    params: dict[str, object] = {"team": _name(state, event.team), "vp": _vp(state, event.team)}
    taken: dict[str, int] = {}
    for kinds in event.taken.values():
        for kind, n in kinds.items():
            taken[kind] = taken.get(kind, 0) + n
    params["taken"] = kinds_text(taken)
    params["kind"] = Term(event.kind) if event.kind else ""
    params["hoop"] = hoop_name(event.hoop or "")
    params["victim"] = _name(state, event.victim) if event.victim else ""
    return LogLine(CARDS[event.card].used, params, event.team)


def _winners(template: str) -> Callable[[State, Any], LogLine]:
    def words(state: State, event: Any) -> LogLine:
        names = [_name(state, team) for team in event.winners]
        params: dict[str, object] = {
            "teams": MessageList(names, N_("and")),
            "reason": getattr(event, "reason", ""),
        }
        return LogLine(template, params, event.winners[0] if len(event.winners) == 1 else None)

    return words


def _corrected(state: State, event: ev.Corrected) -> LogLine:
    """From what to what, and why; what was corrected to the value it had is told by its reason alone."""
    params: dict[str, object] = {"reason": event.reason}
    if event.team:
        params["team"] = _name(state, event.team)
    if changes := list(_changes(state, event)):
        params["changes"] = MessageList(changes)
        text = N_("{team}: {changes} ({reason})") if event.team else N_("{changes} ({reason})")
        return LogLine(text, params, event.team)
    text = N_("Correction for {team}: {reason}") if event.team else N_("Correction: {reason}")
    return LogLine(text, params, event.team)


def _changes(state: State, event: ev.Corrected) -> Iterator[Message]:
    """What a correction changed, each thing from what to what. Cards are only counted: all can read it."""
    for names in ("resources", "balls"):
        for kind, was in (event.was.get(names) or {}).items():
            now = (getattr(event, names) or {}).get(kind, was)
            what: object = Term(kind)
            if names == "balls":
                what = Message("{kind} balls in all", {"kind": Term(kind)})
            if now != was:
                yield Message("{what} from {was} to {now}", {"what": what, "was": was, "now": now})
    for name, text in CORRECTED.items():
        now = getattr(event, name)
        now = len(now) if name == "cards" and now is not None else now
        was = event.was.get(name)
        if was is not None and now is not None and now != was:
            yield Message(
                "{what} from {was} to {now}", {"what": Term(text), "was": _shown(was), "now": _shown(now)}
            )
    if event.hoop is not None and "building" in event.was:
        was = _standing(state, event.was["building"], event.was["hoop_team"])
        now = _standing(state, event.building or "none", event.hoop_team)
        yield Message("{what} from {was} to {now}", {"what": hoop_name(event.hoop), "was": was, "now": now})


def _shown(value: object) -> object:
    """A value as it is told: a number of seconds without a decimal that is none, a colour as its name."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else tenths(value)
    return Term(value) if any(value == colour for colour, _ in COLOURS.values()) else value


def _standing(state: State, building: str, team: str | None) -> Message:
    """What stands in a hoop: ``city of Foxes``, or ``free``."""
    if team is None:
        return Message("free")
    return Message("{building} of {team}", {"building": Term(building), "team": _name(state, team)})


CORRECTED: Mapping[str, str] = {
    "name": N_("name"),
    "players": N_("players"),
    "knights": N_("knights"),
    "bonus_vp": N_("extra points"),
    "settlements_in_hand": N_("settlements in hand"),
    "cards": N_("cards"),
    "owed": N_("discard owed"),
    "target": N_("points to win"),
    "round_seconds": N_("seconds of a round"),
    "grace_seconds": N_("seconds for late balls"),
    "break_seconds": N_("seconds of a break"),
}
"""What may be corrected and is one value, by its name in words."""


def _noted(state: State, event: ev.Noted) -> LogLine:
    who = [_name(state, event.team) if event.team else "", event.player or ""]
    text: object = event.text
    if event.foul is not None:
        foul = Term(FOULS[event.foul])
        text = Message("{foul} ({text})", {"foul": foul, "text": event.text}) if event.text else foul
    params: dict[str, object] = {"team": who[0], "player": who[1], "text": text}
    if event.team and event.player:
        return LogLine("{team} {player}: {text}", params, event.team)
    if event.team or event.player:
        return LogLine("{who}: {text}", {"who": who[0] or who[1], "text": text}, event.team)
    return LogLine("{text}", params)


def _break_set(state: State, event: ev.BreakClockSet) -> LogLine:
    left = f"{event.left / 1e9:.0f}"
    text = N_("Break held") if event.ends is None else N_("Break: {left} s left")
    return LogLine(text, {"left": left}, private=True)


_WORDS: Mapping[type, Callable[[State, Any], LogLine]] = {
    ev.MatchCreated: _plain(N_("Match set up")),
    ev.SetupChanged: _plain(N_("Set-up changed")),
    ev.RoundStarted: _started,
    ev.RoundClosed: _plain(N_("Closing whistle")),
    ev.RoundStopped: _stopped,
    ev.RoundResumed: _plain(N_("Round goes on")),
    ev.RoundEnded: _plain(N_("Round counts as played")),
    ev.RoundVoided: _voided,
    ev.BreakClockSet: _break_set,
    ev.DepositCounted: _of_team(N_("{team} brought {kind} to {hoop}"), "kind", "hoop"),
    ev.DepositHeld: _of_team(N_("{team}: {kind} at {hoop} waits for the referee"), "kind", "hoop"),
    ev.HeldAccepted: _of_team(N_("{team}: {kind} at {hoop} accepted"), "kind", "hoop"),
    ev.HeldRefused: _held_refused,
    ev.SettlementPlaced: _of_team(N_("{team} placed a settlement in {hoop}: {vp} points"), "hoop"),
    ev.SettlementBought: _of_team(N_("{team} bought a settlement for {paid}"), "paid"),
    ev.CityBuilt: _of_team(N_("{team} built a city in {hoop} for {paid}: {vp} points"), "hoop", "paid"),
    ev.KnightBought: _of_team(N_("{team} bought a knight for {paid}: {vp} points"), "paid"),
    ev.CardBought: _of_team(N_("{team} bought a card for {paid}"), "paid"),
    ev.Traded: _traded,
    ev.CardUsed: _card_used,
    ev.Discarded: _of_team(N_("{team} discarded {kinds}"), "kinds"),
    ev.PilesRefilled: lambda state, event: LogLine("Put back: {kinds}", {"kinds": kinds_text(event.kinds)}),
    ev.MarkersSet: lambda state, event: LogLine(
        "Markers put right: {hoops}", {"hoops": MessageList([hoop_name(id) for id in event.hoops])}
    ),
    ev.Corrected: _corrected,
    ev.Noted: _noted,
    ev.ResultConfirmed: _winners(N_("{teams} win")),
    ev.MatchEnded: _winners(N_("Match ended ({reason}): {teams} win")),
    ev.MatchAbandoned: _plain(N_("Match abandoned: {reason}"), "reason"),
}

_SORTS: Mapping[type, str] = {
    ev.MatchCreated: "setup",
    ev.SetupChanged: "setup",
    ev.RoundStarted: "clock",
    ev.RoundClosed: "clock",
    ev.RoundStopped: "stop",
    ev.RoundResumed: "clock",
    ev.RoundEnded: "clock",
    ev.RoundVoided: "void",
    ev.BreakClockSet: "clock",
    ev.DepositCounted: "ball",
    ev.DepositHeld: "ball",
    ev.HeldAccepted: "ball",
    ev.HeldRefused: "ball",
    ev.SettlementPlaced: "purchase",
    ev.SettlementBought: "purchase",
    ev.CityBuilt: "purchase",
    ev.KnightBought: "purchase",
    ev.CardBought: "purchase",
    ev.Traded: "trade",
    ev.CardUsed: "card",
    ev.Discarded: "card",
    ev.PilesRefilled: "ball",
    ev.MarkersSet: "ball",
    ev.Corrected: "correction",
    ev.Noted: "note",
    ev.ResultConfirmed: "result",
    ev.MatchEnded: "result",
    ev.MatchAbandoned: "result",
}
