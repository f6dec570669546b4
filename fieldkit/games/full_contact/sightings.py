"""Sightings at hoops: counted, held for the referee, or refused (FC-10 to FC-13)."""

from typing import NamedTuple

from fieldkit.clock import NS
from fieldkit.errors import Misread, Rejected, Unknown, check
from fieldkit.games.declared import Command
from fieldkit.games.full_contact import ball_events as ev
from fieldkit.games.full_contact.events import Events, MatchEvent
from fieldkit.games.full_contact.rounds import wrong_phase
from fieldkit.games.full_contact.state import FIELD, IN_ROUND, Hoop, Round, Span, State, Team
from fieldkit.games.full_contact.words import called, hoop_label
from fieldkit.messages import Chance, GameCommand, Sighting
from fieldkit.phrases import N_, Term

MAX_PLAYER_NUMBER = 99
"""The highest number that a player's tag may have."""
TWO_HOOPS = "two_hoops"
"""The reason to hold a ball whose tag was seen in another hoop in this round (FC-13)."""
FINAL = ("too_old", "over", "voided")
"""The reasons that hold for every earlier moment too."""


class Judgement(NamedTuple):
    """The judgement of a sighting's moment: a ``verdict``, and the reason if it does not just count."""

    verdict: str
    why: str = ""
    late_by: int | None = None
    at_clock: int | None = None


def sighted(state: State, given: Sighting) -> Events:
    """Return the events that a sighting leads to; raise Misread for a hoop that is not on this field."""
    if all(hoop.id != given.hoop for hoop in state.hoops):
        raise Misread(N_("No hoop {hoop} on this field"), hoop=given.hoop)
    hoop = state.hoop(given.hoop)
    if given.role == "player":
        # Whose ball the next one is hangs on seconds.
        return (ev.PlayerSeen(given.hoop, given.value, given.at),) if given.exact else ()
    if given.role == "marker":
        return _marker(state, hoop, given)
    if given.role == "unknown":
        why = "unknown_button" if given.tag is None else "unknown_tag"
        return (ev.SightingRefused(given.hoop, why, None, {"tag": given.value}),)
    if given.value not in state.options.kinds:
        return (ev.SightingRefused(given.hoop, "kind_not_in_play", None, {"kind": given.value}),)
    return (_ball(state, hoop, given),)


def _ball(state: State, hoop: Hoop, given: Sighting) -> MatchEvent:
    kind, tag = given.value, given.tag
    moment = judge(state, hoop.team, given.at, given.arrived, given.exact)
    if moment.verdict == "refused":
        return ev.SightingRefused(hoop.id, moment.why, kind)
    if hoop.building != "city" or hoop.team is None:
        return ev.SightingRefused(hoop.id, "no_city", kind)
    counted = _counted_in(state, tag)
    waiting = [one for one in state.pending if tag is not None and one.tag == tag]
    if hoop.id in counted or any((one.hoop, one.why) == (hoop.id, TWO_HOOPS) for one in waiting):
        return ev.SightingRefused(hoop.id, "same_ball", kind)
    why, params, count = moment.why, {}, state.tags.get(tag or "")
    elsewhere = counted or [one.hoop for one in waiting if one.hoop != hoop.id]
    if elsewhere and (moment.verdict == "counted" or counted):
        why, params = TWO_HOOPS, {"hoop": hoop_label(elsewhere[0])}
    elif not why and count and state.returned.get(kind, 0) <= count.returned:
        why = "ball_not_back"
    elif not why and state.stocks[FIELD].get(kind, 0) < 1:
        why = "more_than_exist"
    player, id = _player(state, hoop, given), f"p{state.held + 1}"
    if not why:
        return ev.DepositCounted(hoop.id, hoop.team, kind, "hoop", moment.at_clock, tag, player)
    late_by, at_clock = moment.late_by, moment.at_clock
    return ev.DepositHeld(id, hoop.id, hoop.team, kind, why, late_by, at_clock, tag, player, params)


def _counted_in(state: State, tag: str | None) -> tuple[str, ...]:
    """Return the hoops in which that tag counted since the round opened (FC-13)."""
    count = state.tags.get(tag or "")
    return count.hoops if count and count.start == state.starts else ()


def _player(state: State, hoop: Hoop, given: Sighting) -> str | None:
    player, at = state.players_seen.get(hoop.id, ("", 0))
    near = given.exact and 0 <= given.at - at <= state.numbers.player_seconds * NS
    return player if near and player.split("/")[0] == hoop.team else None


def _marker(state: State, hoop: Hoop, given: Sighting) -> Events:
    """Place the settlement of a marker's tag, before the closing whistle (FC-15)."""
    team = next((team for team in state.teams if team.id == given.value), None)
    if team is None:
        return (ev.SightingRefused(hoop.id, "marker_not_in_play", None, {"team": given.value}),)
    moment = judge(state, team.id, given.at, given.arrived, given.exact)
    if moment.verdict != "counted":
        return (ev.SightingRefused(hoop.id, "marker_not_in_time", None, {"team": team.name}),)
    if refused := cannot_place(state, team.id, hoop):
        why = "marker_no_settlement" if refused.code != "hoop_taken" else "marker_hoop_taken"
        return (ev.SightingRefused(hoop.id, why, None, {"team": team.name}),)
    return (ev.SettlementPlaced(team.id, hoop.id, "hoop"),)


def judge(state: State, team: str | None, at: int, arrived: int, exact: bool = True) -> Judgement:
    """Judge a moment by the rounds and their whistles (FC-11); not ``exact``: the ball came then or before.

    Then nothing counts by itself: the referee judges a ball that may have come in a round of late.
    """
    judged = _judged(state, team, at, arrived)
    if exact or judged.verdict == "held" or judged.why in FINAL:
        return judged
    oldest = arrived - int(state.numbers.oldest_seconds * NS)
    rounds = [one for one in (state.round, *state.past) if one and not (one.voided or one.clock_lost)]
    if any(span.overlaps(team, oldest, at) for one in rounds for span in one.spans):
        return Judgement("held", "node_was_off")
    return judged


def _judged(state: State, team: str | None, at: int, arrived: int) -> Judgement:
    if arrived - at > state.numbers.oldest_seconds * NS:
        return Judgement("refused", "too_old")
    if state.phase == "over":
        return Judgement("refused", "over")
    current = state.round
    if current and current.clock_lost:
        return Judgement("held", "kit_was_off") if state.phase == "stopped" else Judgement("refused", "after")
    for one in (current, *state.past):
        found = _in_round(state, one, team, at, arrived) if one else None
        if found:
            return found
    if state.phase == "stopped" and current and at > (current.span.until or 0):
        return Judgement("refused", "stopped")
    before = current is None or (state.phase in ("head_start", "round") and at < current.span.opens)
    return Judgement("refused", "before" if before else "after")


def _in_round(state: State, one: Round, team: str | None, at: int, arrived: int) -> Judgement | None:
    grace = int(state.options.grace_seconds * NS)
    closed = one.closed
    if one is state.round and state.phase == "round":
        closed = one.span.ends
    span = next((span for span in one.spans if span.overlaps(team, at, at)), None)
    late = closed is not None and closed < at <= closed + grace
    if span is None and not late:
        return None
    if one.voided:
        return Judgement("refused", "voided")
    if span is None:
        assert closed is not None
        return Judgement("held", "late", at - closed)
    left = clock_at(span, at)
    in_time = closed is None or arrived <= closed + grace
    if one is state.round and state.phase != "break" and in_time:
        return Judgement("counted", at_clock=left)
    return Judgement("held", "slow", at_clock=left)


def clock_at(span: Span, at: int) -> int | None:
    """Return the round's clock at a moment of a stretch of play (ns), or None in a head start (FC-29)."""
    return None if at < span.opens else max(0, span.ends - at)


def not_started(state: State, team: Team) -> Rejected | None:
    """Return why nothing of that team counts while another has a head start, stopped or not (FC-29)."""
    current = state.round
    if current is None or current.head_team in (None, team.id):
        return None
    sounded = any(span.until is None or span.until >= span.opens for span in current.spans)
    if state.phase != "head_start" and (state.phase != "stopped" or sounded):
        return None
    return Rejected("not_started", "{team} have not started yet", "FC-29", team=called(team))


def cannot_deposit(state: State, hoop: Hoop) -> Rejected | None:
    """Return why no ball counts in that hoop now (FC-10, FC-29), or None."""
    if hoop.building != "city" or hoop.team is None:
        return Rejected("no_city", "No team has a city in hoop {hoop}", "FC-10", hoop=hoop_label(hoop.id))
    return not_started(state, state.team(hoop.team))


class Deposit(Command, type="deposit"):
    """Count a ball by hand (FC-10, FC-13)."""

    hoop: str
    kind: str

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        hoop, (kind,) = state.known_hoop(self.hoop), state.known_kinds({self.kind: 1})
        if state.phase == "over":
            raise wrong_phase(state, "FC-10")
        check(cannot_deposit(state, hoop))
        assert hoop.team is not None
        if state.stocks[FIELD].get(kind, 0) < 1:
            raise more_than_exist(kind)
        at_clock = None
        if state.phase in ("head_start", "round") and state.round is not None:
            at_clock = clock_at(state.round.span, order.at)
        return (ev.DepositCounted(hoop.id, hoop.team, kind, order.by, at_clock),)


def more_than_exist(kind: str) -> Rejected:
    """Return the refusal of a ball too many (FC-13)."""
    text = N_("The teams already have every {kind} ball there is")
    return Rejected("more_than_exist", text, "FC-13", kind=Term(kind))


class Settle(Command, type="settle"):
    """Accept or refuse a held ball (FC-11, FC-13)."""

    pending: str
    accept: bool

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        entry = next((entry for entry in state.pending if entry.id == self.pending), None)
        if entry is None:
            if self.pending in {f"p{number + 1}" for number in range(state.held)}:
                raise Rejected("settled", "That ball is already decided", "FC-11")
            text = N_("No ball {id} waits for the referee")
            raise Unknown("unknown_pending", text, "FC-11", id=self.pending)
        if state.phase == "over":
            raise wrong_phase(state, "FC-11")
        if not self.accept:
            return (ev.HeldRefused(entry.id, entry.kind, entry.hoop, entry.team),)
        if entry.why != TWO_HOOPS and _counted_in(state, entry.tag):
            raise Rejected("same_ball", "That same ball already counted in this round", "FC-13")
        if state.stocks[FIELD].get(entry.kind, 0) < 1:
            raise more_than_exist(entry.kind)
        return (ev.HeldAccepted(entry.id, entry.team, entry.kind, entry.hoop),)


def cannot_place(state: State, team_id: str, hoop: Hoop) -> Rejected | None:
    """Return why that team cannot put a settlement into that hoop now (FC-12, FC-15), or None."""
    team = state.team(team_id)
    if state.phase not in (*IN_ROUND, "break"):
        return wrong_phase(state, "FC-15")
    if refused := not_started(state, team):
        return refused
    if team.settlements_in_hand < 1:
        return Rejected("no_settlement", "{team} have no settlement in hand", "FC-15", team=called(team))
    if team.placeable < 1:
        text = N_("{team} bought the settlement after the round: it is placed in the next one")
        return Rejected("not_yet", text, "FC-15", team=called(team))
    if hoop.building != "none":
        return Rejected("hoop_taken", "Hoop {hoop} is taken", "FC-12", hoop=hoop_label(hoop.id))
    return None


class Place(Command, type="place"):
    """Write down into which hoop a bought settlement was put (FC-15)."""

    team: str
    hoop: str

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        team, hoop = state.known_team(self.team), state.known_hoop(self.hoop)
        check(cannot_place(state, team.id, hoop))
        return (ev.SettlementPlaced(team.id, hoop.id, order.by),)
