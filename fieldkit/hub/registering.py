"""The teams as organisers enter and change them; all raise Rejected, Unknown and NotStored."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fieldkit.errors import Rejected, Unknown
from fieldkit.event.documents import Team, Teams
from fieldkit.event.state import CheckIn, EventState, TeamsDecision
from fieldkit.event.teams import checked, read, write
from fieldkit.hub.facts import Facts
from fieldkit.hub.hub import Hub
from fieldkit.phrases import N_, MessageList


def put_teams(hub: Hub, teams: Sequence[Team], by: str) -> Teams:
    """Replace the list of teams; who has played or is in the schedule must be among them."""
    return hub.decide(lambda state: _putting(hub, state, teams), by).teams


def would_put_teams(hub: Hub, teams: Sequence[Team]) -> tuple[Team, ...]:
    """Return the teams as `put_teams` would take them; nothing is stored."""
    return _putting(hub, hub.state, teams).teams


def _putting(hub: Hub, state: EventState, teams: Sequence[Team]) -> TeamsDecision:
    told = checked(teams)
    _check_gone(hub.facts(state), {team.id for team in told})
    return TeamsDecision(told)


def add_team(hub: Hub, team: Team, by: str) -> Team:
    """One more team; without an id it gets one made of its name."""

    def decide(state: EventState) -> TeamsDecision:
        # As a row at the end of the table, so that it is held to the same.
        told = checked((*state.teams.teams, team)) if team.id else read(write((*state.teams.teams, team)))
        if len(told) == len(state.teams.teams):
            raise Rejected("teams", "A team needs a name.")
        return TeamsDecision(told)

    return hub.decide(decide, by).teams.teams[-1]


def edit_team(hub: Hub, id: str, team: Team, by: str) -> Team:
    """Another name, club, colour or other players for a team; its mark stays unless another one is given."""

    def decide(state: EventState) -> TeamsDecision:
        known = check_team(state, id)
        now = msgspec.structs.replace(team, id=id, mark=team.mark or known.mark)
        return TeamsDecision(checked([now if each.id == id else each for each in state.teams.teams]))

    return check_team(hub.decide(decide, by), id)


def check_in(hub: Hub, team: str, here: bool, by: str) -> None:
    """Note that a team is there, or is not."""

    def decide(state: EventState) -> CheckIn:
        check_team(state, team)
        return CheckIn(team, here)

    hub.decide(decide, by)


def check_team(state: EventState, team: str) -> Team:
    """Return the team of an id; raises Unknown."""
    found = next((each for each in state.teams.teams if each.id == team), None)
    if found is None:
        raise Unknown("unknown_team", "There is no team {team}.", None, team=team)
    return found


def named(state: EventState, ids: Sequence[str]) -> MessageList:
    """Teams by their names, to be told in a sentence."""
    names = {team.id: team.name for team in state.teams.teams}
    return MessageList([names.get(id, id) for id in ids])


def _check_gone(now: Facts, kept: set[str]) -> None:
    """Refuse a list of teams that leaves out one that it cannot do without."""
    state = now.state
    gone = [team.id for team in state.teams.teams if team.id not in kept]
    fixed = now.fixed
    played = {score.team for each in now.results.values() for score in each.scores}
    played |= {team for each in now.schedule.matches if each.id in fixed for team in each.teams}
    if missing := [id for id in gone if id in played]:
        text = N_("The list lacks {teams}: a team that has played stays in it.")
        raise Rejected("team_played", text, None, teams=named(state, missing))
    planned = {team for each in state.schedule.matches if not each.called_off for team in each.teams}
    if missing := [id for id in gone if id in planned]:
        text = N_(
            "The list lacks {teams}: call them absent, or clear the schedule before you leave them out."
        )
        raise Rejected("team_planned", text, None, teams=named(state, missing))
