"""How what happens to proposals changes the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fieldkit.games.full_contact.offers import Proposal, ProposalAgreed, ProposalClosed, Proposed
from fieldkit.games.full_contact.state import State

MAX_CLOSED = 8
"""How many proposals of a team that are no longer open its captain still sees."""


def _proposed(state: State, event: Proposed) -> State:
    made = Proposal(event.id, event.team, event.by, event.command, event.agreed)
    # By its number, not by counting: ids must stay apart.
    return replace(state, proposals=(*state.proposals, made), proposed=max(state.proposed, int(event.id[1:])))


def _agreed(state: State, event: ProposalAgreed) -> State:
    return _changed(state, event.id, agreed=True)


def _closed(state: State, event: ProposalClosed) -> State:
    state = _changed(state, event.id, fate=event.fate)
    team = next((one.team for one in state.proposals if one.id == event.id), None)
    old = [one.id for one in state.proposals if one.team == team and one.fate != "open"][:-MAX_CLOSED]
    return replace(state, proposals=tuple(one for one in state.proposals if one.id not in old))


def _changed(state: State, id: str, **changes: Any) -> State:
    return replace(
        state, proposals=tuple(replace(one, **changes) if one.id == id else one for one in state.proposals)
    )


OFFER_STEPS: Mapping[type, Callable[[State, Any], State]] = {
    Proposed: _proposed,
    ProposalAgreed: _agreed,
    ProposalClosed: _closed,
}
