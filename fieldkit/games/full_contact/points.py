"""Points and winners (FC-31, FC-32): computed from the state, never stored in it."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from fieldkit.games.full_contact.state import State, Team


def made(state: State, team: Team) -> dict[str, int]:
    """Return a team's points by where they come from (FC-31, FC-6)."""
    worth = state.numbers.points
    built = [hoop.building for hoop in state.hoops if hoop.team == team.id]
    return {
        "cities": worth["city"] * built.count("city"),
        "settlements": worth["settlement"] * built.count("settlement"),
        "knights": worth["knight"] * team.knights,
        "cards": worth["card"] * team.used_cards.count("victory_point"),
        "extra": team.bonus_vp,
    }


def points(state: State, team: Team) -> int:
    """Return a team's victory points (FC-31)."""
    return sum(made(state, team).values())


def standing(state: State) -> Mapping[str, int]:
    """Return every team's points."""
    return {team.id: points(state, team) for team in state.teams}


def best(state: State, teams: Iterable[Team]) -> tuple[str, ...]:
    """Return those of the teams that have the most points."""
    score = {team.id: points(state, team) for team in teams}
    return tuple(id for id, vp in score.items() if vp == max(score.values()))


def at_target(state: State) -> tuple[Team, ...]:
    """Return the teams at or above the target."""
    return tuple(team for team in state.teams if points(state, team) >= state.target)


def winners(state: State) -> tuple[str, ...]:
    """Return who would win now, by the option ``tie``; empty if nobody is there or two play on (FC-32)."""
    there = at_target(state)
    if len(there) < 2 or state.options.tie == "shared":
        return tuple(team.id for team in there)
    if state.options.tie == "first":
        return tuple(id for id, place in state.reached.items() if place == min(state.reached.values()))
    top = best(state, there)
    if state.options.tie == "most_vp":
        return top
    return top if state.extra and len(top) == 1 else ()


def in_order(state: State) -> State:
    """Return the state with who is at the target in the order of the record; who dropped is out (FC-32)."""
    there = [team.id for team in at_target(state)]
    stay = {id: place for id, place in state.reached.items() if id in there}
    come = dict.fromkeys((id for id in there if id not in stay), max(stay.values(), default=0) + 1)
    return replace(state, reached=stay | come)
