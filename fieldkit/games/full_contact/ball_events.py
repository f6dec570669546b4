"""Events at the hoops: balls, players' tags, and the markers of settlements."""

from collections.abc import Mapping

from msgspec.structs import replace

from fieldkit.games.declared import LogLine
from fieldkit.games.full_contact.events import MatchEvent
from fieldkit.games.full_contact.state import FIELD, CountedBall, HeldBall, RefusedBall, State, TagCount, plus
from fieldkit.phrases import N_

MAX_REFUSED = 50
"""The refused balls of a round that are shown."""


class DepositCounted(MatchEvent, sort="ball", said=N_("{team} brought {kind} to {hoop}"), verdict="counted"):
    """A ball is collected (FC-10); ``at_clock`` is what was left on the clock (ns)."""

    hoop: str
    team: str
    kind: str
    by: str
    at_clock: int | None = None
    tag: str | None = None
    player: str | None = None

    def apply(self, state: State) -> State:
        state = state.move(FIELD, self.team, {self.kind: 1})
        entry = CountedBall(self.hoop, self.team, self.kind, self.at_clock, self.by, self.player)
        seen = {hoop: who for hoop, who in state.players_seen.items() if hoop != self.hoop or not self.player}
        return _listed(replace(state, players_seen=seen), entry, self.tag)


def _listed(state: State, entry: CountedBall, tag: str | None) -> State:
    collected = plus(state.collected.get(entry.team, {}), {entry.kind: 1})
    state = replace(state, counted=(*state.counted, entry))
    state = replace(state, collected={**state.collected, entry.team: collected})
    if entry.player is not None:
        brought = state.by_player.get(entry.player, 0) + 1
        state = replace(state, by_player={**state.by_player, entry.player: brought})
    if tag is None:
        return state
    last = state.tags.get(tag)
    before = last.hoops if last and last.start == state.starts else ()
    count = TagCount(state.starts, state.returned.get(entry.kind, 0), (*before, entry.hoop))
    return replace(state, tags={**state.tags, tag: count})


def numbered(state: State, seq: int) -> State:
    """Return the state with the number of a decision at the ball that it counted."""
    if not state.counted or state.counted[-1].seq is not None:
        return state
    counted = tuple(replace(entry, seq=seq) if entry.seq is None else entry for entry in state.counted)
    return replace(state, counted=counted)


class DepositHeld(
    HeldBall,
    MatchEvent,
    sort="ball",
    said=N_("{team}: {kind} at {hoop} waits for the referee"),
    verdict="held",
):
    """A ball waits for the referee (FC-11, FC-13); ``why`` is a key of `words.REASONS`."""

    def apply(self, state: State) -> State:
        # By its number, not by counting: an earlier one may have been struck, and ids must stay apart.
        return replace(state, pending=(*state.pending, self), held=max(state.held, int(self.id[1:])))


class HeldAccepted(MatchEvent, sort="ball", said=N_("{team}: {kind} at {hoop} accepted")):
    """The referee accepted a held ball."""

    id: str
    team: str
    kind: str
    hoop: str

    def apply(self, state: State) -> State:
        held = [entry for entry in state.pending if entry.id == self.id]
        state = _without_held(state, self.id).move(FIELD, self.team, {self.kind: 1})
        for entry in held:
            counted = CountedBall(self.hoop, self.team, self.kind, entry.at_clock, "referee", entry.player)
            state = _listed(state, counted, entry.tag)
        return state


class HeldRefused(MatchEvent, sort="ball"):
    """The referee refused a held ball, or started the round ``before`` without judging it."""

    id: str
    kind: str
    hoop: str
    team: str | None = None
    before: int | None = None

    def apply(self, state: State) -> State:
        entry = RefusedBall(self.hoop, self.kind, "referee", after=len(state.counted))
        if self.before is not None:
            entry = replace(entry, why="not_judged", params={"n": str(self.before)})
        return replace(_without_held(state, self.id), refused=(*state.refused, entry))

    def line(self, state: State) -> LogLine:
        if self.before is not None:
            text = N_("{kind} at {hoop} refused: not judged before round {n}")
            return self.told(state, text, n=self.before)
        if self.team is None:
            return self.told(state, N_("{kind} at {hoop} refused"))
        return self.told(state, N_("{kind} at {hoop} refused for {team}"))


def _without_held(state: State, id: str) -> State:
    return replace(state, pending=tuple(entry for entry in state.pending if entry.id != id))


class SightingRefused(MatchEvent, decision=False):
    """A sighting that counts nothing, with the reason."""

    hoop: str
    why: str
    kind: str | None = None
    params: Mapping[str, str] = {}

    def apply(self, state: State) -> State:
        entry = RefusedBall(self.hoop, self.kind, self.why, self.params, len(state.counted))
        return replace(state, refused=(*state.refused, entry)[-MAX_REFUSED:])


class PlayerSeen(MatchEvent, decision=False, verdict="counted"):
    """A player's wristband at a hoop; the next ball there is theirs."""

    hoop: str
    player: str
    at: int

    def apply(self, state: State) -> State:
        return replace(state, players_seen={**state.players_seen, self.hoop: (self.player, self.at)})


class SettlementPlaced(
    MatchEvent,
    sort="purchase",
    said=N_("{team} placed a settlement in {hoop}: {vp} points"),
    verdict="counted",
):
    """A bought settlement stands in a hoop (FC-15)."""

    team: str
    hoop: str
    by: str

    def apply(self, state: State) -> State:
        team = state.team(self.team)
        hand, placeable = team.settlements_in_hand - 1, team.placeable - 1
        state = state.with_team(team.id, settlements_in_hand=hand, placeable=placeable)
        return state.with_hoop(self.hoop, "settlement", self.team)
