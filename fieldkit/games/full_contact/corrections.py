"""The referee's last word: corrections, notes, and the end of the match (FC-32, FC-33)."""

from collections.abc import Mapping
from typing import Any, Literal, get_type_hints

from msgspec.structs import replace

from fieldkit.errors import Rejected, Unknown, check
from fieldkit.games.declared import Command, Value
from fieldkit.games.full_contact import correction_events as ev
from fieldkit.games.full_contact.cards import known_card
from fieldkit.games.full_contact.events import Events
from fieldkit.games.full_contact.points import at_target, best, winners
from fieldkit.games.full_contact.round_events import MatchAbandoned, MatchEnded, ResultConfirmed
from fieldkit.games.full_contact.rounds import MAX_ROUND_S, RUNNING, wrong_phase
from fieldkit.games.full_contact.setup import Setting, team_name
from fieldkit.games.full_contact.sightings import more_than_exist
from fieldkit.games.full_contact.state import FIELD, State, Team, total
from fieldkit.games.full_contact.words import FOULS, called, hoop_label
from fieldkit.messages import Chance, GameCommand
from fieldkit.phrases import N_, Term

MAX_PLAYERS = 20
MAX_COUNT = 99
MAX_TEXT_CHARS = 500
_FIXED: Mapping[str, Term] = {"resources": Term("balls")} | {
    name: Term(text) for name, text in ev.CORRECTED.items()
}
LENGTHS = ("round_seconds", "grace_seconds", "break_seconds")
"""The options (s) that may be changed between rounds (FC-7)."""


class HoopFix(Value):
    """The building in a hoop."""

    id: str
    building: Literal["none", "settlement", "city"]
    team: str | None = None


class Fix(ev.MatchFix):
    """The values that a correction sets, and the building in a hoop."""

    hoop: HoopFix | None = None


_OF_A_TEAM = get_type_hints(ev.TeamFix)
NUMBERS = tuple(name for name, kind in _OF_A_TEAM.items() if kind == int | None)
"""The whole numbers of a team that may be corrected, in the order in which the tablet has them (FC-33)."""


class Correct(Command, type="correct"):
    """Set what is wrong right, with a reason; FC-13 and FC-20 hold (FC-33)."""

    set: Fix
    reason: str
    team: str | None = None

    def corrected(self, given: Setting, state: State) -> Events:
        """Return the correction within the limits of the kit's settings."""
        check(final(state))
        reason = _text(self.reason, N_("Say why"))
        team = state.known_team(self.team) if self.team is not None else None
        fix = self.set
        if fix == Fix():
            raise Rejected("nothing_to_do", "Say what to correct", "FC-33")
        for name in _OF_A_TEAM:
            if team is None and getattr(fix, name) is not None:
                raise Rejected("team_needed", "Say whose {name} to correct", "FC-33", name=_FIXED[name])
        changes = {} if team is None else _of_team(given, state, team, fix)
        if fix.hoop is not None:
            changes |= _of_hoop(state, fix.hoop)
        changes |= _of_match(given, state, team, fix, changes.get("resources") or {})
        lengths = {name: value for name in LENGTHS if (value := getattr(fix, name)) is not None}
        if lengths and state.phase not in ("ready", "break"):
            raise wrong_phase(state, "FC-7")
        for name in lengths:
            _check_number(given, fix, name, "FC-7")
        changes |= lengths
        event = ev.Corrected(reason=reason, team=team.id if team else None, **changes)
        return (replace(event, was=_before(state, team, event)),)


def steppers(given: Setting) -> dict[str, dict[str, float]]:
    """Return the range and the step of each number that may be corrected, for pages."""
    ranges = {
        **dict.fromkeys((*NUMBERS, "resources", "balls", "cards"), (0, MAX_COUNT)),
        **{name: given.raw["limits"][name] for name in ("target", *LENGTHS)},
        "players": (1, MAX_PLAYERS),
        "resume_seconds": (1, MAX_ROUND_S),
    }
    return {
        name: {"min": low, "max": high, "step": given.raw["steps"].get(name, 1)}
        for name, (low, high) in ranges.items()
    }


def final(state: State) -> Rejected | None:
    """Return why nothing can be put right any more, or None (FC-32: confirmed is final)."""
    return wrong_phase(state, "FC-32") if state.phase == "over" else None


def _before(state: State, team: Team | None, event: ev.Corrected) -> dict[str, Any]:
    was: dict[str, Any] = {}
    if event.resources is not None and team is not None:
        was["resources"] = {kind: state.stocks[team.id].get(kind, 0) for kind in event.resources}
    if event.balls is not None:
        was["balls"] = {kind: state.balls[kind] for kind in event.balls}
    if event.hoop is not None:
        hoop = state.hoop(event.hoop)
        was |= {"building": hoop.building, "hoop_team": hoop.team}
    if event.cards is not None and team is not None:
        was["cards"] = len(team.cards)
    for source, names in ((team, (*NUMBERS, "name")), (state, ("target",)), (state.options, tuple(LENGTHS))):
        was |= {name: getattr(source, name) for name in names if getattr(event, name) is not None}
    return was


def _of_team(given: Setting, state: State, team: Team, fix: Fix) -> dict[str, Any]:
    for name in NUMBERS:
        _check_number(given, fix, name)
    resources = _resources(state, fix.resources)
    knights = team.knights if fix.knights is None else fix.knights
    if knights > (team.players if fix.players is None else fix.players):
        text = N_("{team} cannot have more knights than players")
        raise Rejected("too_many_knights", text, "FC-20", team=called(team))
    stock = total({**state.stocks[team.id], **(resources or {})})
    if fix.owed is not None and fix.owed > stock:
        raise Rejected("owes_too_much", "{team} have only {n} balls", "FC-27", team=called(team), n=stock)
    for card in fix.cards or ():
        if (fix.cards or ()).count(card) > team.cards.count(card) + state.deck.get(known_card(card).id, 0):
            name = Term(known_card(card).name)
            raise Rejected("card_gone", "No card {card} is left in the deck", "FC-23", card=name)
    changes = {name: getattr(fix, name) for name in NUMBERS} | {"resources": resources, "cards": fix.cards}
    changes |= {"name": None if fix.name is None else team_name(team.id, fix.name)}
    # A team cannot owe more than the correction leaves it.
    return changes | ({"owed": stock} if fix.owed is None and team.owed > stock else {})


def _check_number(given: Setting, fix: Fix, name: str, rule: str = "FC-33") -> None:
    value, limit = getattr(fix, name), steppers(given)[name]
    if value is None or limit["min"] <= value <= limit["max"]:
        return
    if rule == "FC-33" and value < 0:
        raise Unknown("bad_number", "{name}: numbers start at 0", rule, name=_FIXED[name])
    text = N_("{name} must be from {least} to {most}")
    raise Rejected("bad_number", text, rule, name=_FIXED[name], least=limit["min"], most=limit["max"])


def _resources(state: State, kinds: Mapping[str, int] | None) -> Mapping[str, int] | None:
    for kind, count in state.known_kinds(kinds or {}).items():
        if count > MAX_COUNT:
            text = N_("{count} balls of {kind} are more than the {most} possible")
            raise Rejected("bad_number", text, "FC-33", count=count, kind=Term(kind), most=MAX_COUNT)
    return None if kinds is None else dict(kinds)


def _of_hoop(state: State, fix: HoopFix) -> dict[str, Any]:
    hoop = state.known_hoop(fix.id)
    owner = state.known_team(fix.team).id if fix.team is not None else None
    if (fix.building == "none") != (owner is None):
        whose = N_("Say whose building stands in hoop {hoop}")
        text = whose if owner is None else N_("An empty hoop {hoop} belongs to no team")
        raise Rejected("hoop_team", text, "FC-12", hoop=hoop_label(hoop.id))
    return {"hoop": hoop.id, "building": fix.building, "hoop_team": owner}


def _of_match(
    given: Setting, state: State, team: Team | None, fix: Fix, resources: Mapping[str, int]
) -> dict[str, Any]:
    balls = _resources(state, fix.balls)
    for kind in state.options.kinds:
        before = state.stocks[team.id].get(kind, 0) if team else 0
        now = resources.get(kind, before)
        exist = (balls or {}).get(kind, state.balls[kind])
        free = state.stocks[FIELD].get(kind, 0) + exist - state.balls[kind]
        if now - before > free:
            raise more_than_exist(kind)
    _check_number(given, fix, "target")
    return {"balls": balls, "target": fix.target}


def _text(text: str, empty: str) -> str:
    """Return a text that is not too long; ``empty`` is the sentence if there is none."""
    text = text.strip()
    if not text:
        raise Rejected("text_needed", empty, "FC-33")
    if len(text) > MAX_TEXT_CHARS:
        raise Rejected("text_needed", "Use at most {n} characters", "FC-33", n=MAX_TEXT_CHARS)
    return text


class Note(Command, type="note"):
    """Put a foul or a sending-off on the record (FC-33): in words, or as one of the sport's own fouls."""

    text: str = ""
    team: str | None = None
    player: int | str | None = None
    foul: str | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        if self.team is not None:
            state.known_team(self.team)
        check(final(state))
        player = None if self.player is None else str(self.player)[:40]
        text = self.text.strip()
        if self.foul is None:
            text = _text(text, N_("Say what happened, or tap one above"))
        elif self.foul not in FOULS:
            raise Unknown("unknown_foul", "No foul {foul} in this game", "FC-33", foul=self.foul)
        elif self.team is None:
            raise Rejected("team_needed", "Say whose foul it was", "FC-33")
        return (ev.Noted(text[:MAX_TEXT_CHARS], self.team, player, self.foul),)


class ConfirmResult(Command, type="confirm_result"):
    """Confirm the winners (FC-32), before the break is over only if no team wants anything more."""

    teams_done: bool = False

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        check(final(state) or cannot_confirm(state))
        if not self.teams_done and not all_served(state):
            text = N_("The break is not over: does no team want anything more?")
            raise Rejected("teams_not_done", text, "FC-32")
        return (ResultConfirmed(winners(state)),)


def all_served(state: State) -> bool:
    """Return True if the order of service no longer decides: the break's clock is over (FC-32)."""
    clock = state.break_clock
    return state.options.tie == "first" or (clock is not None and clock.ended)


def cannot_confirm(state: State) -> Rejected | None:
    """Return why the result cannot be confirmed now, once all teams are done (FC-32), or None."""
    if state.phase != "break":
        return wrong_phase(state, "FC-32")
    if not winners(state):
        tied = len(at_target(state)) > 1
        text = N_("The teams at the target play an extra round") if tied else N_("No team is at the target")
        return Rejected("nobody_there", text, "FC-32")
    return None


class EndMatch(Command, type="end_match"):
    """End for time, dark or weather: the most points win (FC-32)."""

    reason: str

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        check(final(state))
        reason, sound = _text(self.reason, N_("Say why")), state.phase in RUNNING
        return (MatchEnded(best(state, state.teams), reason, order.at, sound),)


class AbandonMatch(Command, type="abandon_match"):
    """Give the match up without a result."""

    reason: str

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        check(final(state))
        return (MatchAbandoned(_text(self.reason, N_("Say why")), order.at, state.phase in RUNNING),)
