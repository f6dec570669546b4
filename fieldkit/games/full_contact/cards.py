"""The development cards (FC-23 to FC-30); ``rules.toml`` has how many of each the deck has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from msgspec.structs import replace

from fieldkit.errors import Rejected, Unknown, check
from fieldkit.games.declared import Command, LogLine, Value
from fieldkit.games.full_contact.events import Events, MatchEvent
from fieldkit.games.full_contact.rounds import owes, wrong_phase
from fieldkit.games.full_contact.state import FIELD, Building, Kinds, Marker, State, Team, covers, plus, total
from fieldkit.games.full_contact.words import called, hoop_label, kinds_text
from fieldkit.messages import Chance, GameCommand
from fieldkit.phrases import N_


class UseCard(Command, type="use_card"):
    """Use a card that a team holds, in a break (FC-24 to FC-30)."""

    team: str
    card: str
    kinds: dict[str, int] | None = None
    kind: str | None = None
    victim: str | None = None
    hoop: str | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        team, card = state.known_team(self.team), known_card(self.card)
        state.known_kinds(self.kinds or {})
        if self.kind is not None:
            state.known_kinds({self.kind: 1})
        if self.victim is not None:
            state.known_team(self.victim)
        if self.hoop is not None:
            state.known_hoop(self.hoop)
        check(cannot_use(state, team, card))
        return (CardUsed(team.id, card.id, **card.results(state, team, self)),)


def cannot_use(state: State, team: Team, card: Card) -> Rejected | None:
    """Return why the team cannot use that card now, whatever it names with it, or None (FC-24)."""
    if state.phase != "break":
        return wrong_phase(state, "FC-24")
    if card.id not in team.cards:
        return Rejected("no_such_card", "{team} do not hold that card", "FC-24", team=called(team))
    owing = next((other for other in state.teams if other.owed), None)
    return owes(owing) if owing else card.refused(state, team) or None


class CardUsed(MatchEvent, sort="card"):
    """A card was used: balls ``taken`` from others or the field, what teams ``owed`` then, a hoop changed."""

    team: str
    card: str
    taken: Mapping[str, Kinds] = {}
    owed: Mapping[str, int] = {}
    kind: str | None = None
    victim: str | None = None
    hoop: str | None = None
    building: str | None = None

    def apply(self, state: State) -> State:
        team, card = state.team(self.team), CARDS[self.card]
        hand = list(team.cards)
        if self.card in hand:
            hand.remove(self.card)
        state = state.with_team(team.id, cards=tuple(hand), used_cards=(*team.used_cards, self.card))
        if card.returns:
            state = replace(state, discarded_cards=(*state.discarded_cards, self.card))
        for giver, kinds in self.taken.items():
            state = state.move(giver, self.team, kinds)
        state = replace(state, fetch=plus(state.fetch, self.taken.get(FIELD, {})))
        for debtor, count in self.owed.items():
            state = state.with_team(debtor, owed=count)
        if self.hoop is not None:
            owner = self.victim if self.building == "settlement" else None
            stood = state.hoop(self.hoop)
            state = state.with_hoop(self.hoop, cast(Building, self.building), owner)
            state = state.with_marker(Marker(stood.id, stood.team or "", "remove", stood.building))
        sets: dict[str, Any] = {card.sets: self.team} if card.sets else {}
        return replace(state, busy=True, **sets)

    def line(self, state: State) -> LogLine:
        taken: Kinds = {}
        for kinds in self.taken.values():
            taken = plus(taken, kinds)
        return self.told(state, CARDS[self.card].used, taken=kinds_text(taken))


Results = Mapping[str, Any]
"""The fields of a `CardUsed` beside team and card."""


class Card(Value):
    """A development card: ``effect`` is for the players, ``used`` the line for the record."""

    id: str
    name: str
    effect: str
    used: str
    results: Callable[[State, Team, UseCard], Results] = lambda state, team, command: {}
    refused: Callable[[State, Team], Any] = lambda state, team: None
    """The refusal for a team that holds the card, whatever it names with it, or what is false."""
    asks: Literal["", "kinds", "kind", "hoop"] = ""
    """The thing to name with it."""
    sets: Literal["", "foresight", "supremacy"] = ""
    """The field of the state that holds whose card of this kind counts in the next round."""
    returns: bool = True
    """False: a used one never goes back into the deck."""
    note: str | None = None


def known_card(id: str) -> Card:
    """Return the card, or raise Unknown."""
    if id not in CARDS:
        raise Unknown("unknown_card", "No card {card} in this game", "FC-23", card=id)
    return CARDS[id]


def targets(state: State, team: str) -> list[str]:
    """Return the hoops that a team's Barbarians could attack (FC-28)."""
    others = [hoop for hoop in state.hoops if hoop.team not in (None, team)]
    return [hoop.id for hoop in others if hoop.building != "none" and not state.is_starting(hoop)]


def plenty(state: State) -> int:
    """Return how many balls Year of Plenty takes now: fewer only if the field holds fewer (FC-25)."""
    return min(state.numbers.plenty, total(state.stocks[FIELD]))


def _year_of_plenty(state: State, team: Team, command: UseCard) -> Results:
    count = plenty(state)
    kinds = state.known_kinds(command.kinds or {})
    if total(kinds) != count:
        raise Rejected("wrong_count", "Year of Plenty takes exactly {n} balls", "FC-25", n=count)
    if not covers(state.stocks[FIELD], kinds):
        raise Rejected("not_on_field", "The field does not hold those balls", "FC-25")
    return {"taken": {FIELD: kinds}}


def _monopoly(state: State, team: Team, command: UseCard) -> Results:
    kind = command.kind
    if kind is None:
        raise Rejected("kind_needed", "Name the kind of ball that Monopoly takes", "FC-26")
    others = [other.id for other in state.teams if other.id != team.id]
    taken = {id: {kind: state.stocks[id][kind]} for id in others if state.stocks[id].get(kind)}
    return {"taken": taken, "kind": kind}


def _robber(state: State, team: Team, command: UseCard) -> Results:
    halves = {id: (total(state.stocks[id]) + 1) // 2 for id in state.stocks if id not in (FIELD, team.id)}
    return {"owed": {id: half for id, half in halves.items() if half}}


def _barbarians(state: State, team: Team, command: UseCard) -> Results:
    if command.hoop is None:
        raise Rejected("hoop_needed", "Name the hoop that Barbarians attack", "FC-28")
    hoop = state.known_hoop(command.hoop)
    label = hoop_label(hoop.id)
    if state.is_starting(hoop):
        raise Rejected("starting_city", "A starting city is safe from Barbarians", "FC-28")
    if hoop.id not in targets(state, team.id):
        raise Rejected("no_target", "No opponent has a building in hoop {hoop}", "FC-28", hoop=label)
    if command.victim is not None and command.victim != hoop.team:
        text = N_("{team} have no building in hoop {hoop}")
        victim = called(state.team(command.victim))
        raise Rejected("wrong_victim", text, "FC-28", team=victim, hoop=label)
    left = "settlement" if hoop.building == "city" else "none"
    return {"victim": hoop.team, "hoop": hoop.id, "building": left}


CARDS: Mapping[str, Card] = {
    card.id: card
    for card in (
        Card(
            "victory_point",
            N_("1 point"),
            N_("The team gets 1 point."),
            N_("{team} showed 1 point: {vp} points"),
            returns=False,
        ),
        Card(
            "year_of_plenty",
            N_("Year of Plenty"),
            N_("The team takes {plenty} balls from the field at once, of the kinds it likes."),
            N_("{team} used Year of Plenty: {taken}"),
            _year_of_plenty,
            asks="kinds",
        ),
        Card(
            "monopoly",
            N_("Monopoly"),
            N_("Every other team hands over all it has of one kind."),
            N_("{team} used Monopoly on {kind}: {taken}"),
            _monopoly,
            asks="kind",
        ),
        Card(
            "robber",
            N_("Robber"),
            N_("Every other team discards half of its balls, rounded up."),
            N_("{team} used the Robber: all others discard half"),
            _robber,
        ),
        Card(
            "barbarians",
            N_("Barbarians"),
            N_(
                "An opponent loses a placed settlement, or a city becomes a settlement. "
                "Never a starting city."
            ),
            N_("{team} sent Barbarians against {victim} in {hoop}"),
            _barbarians,
            lambda state, team: (
                not targets(state, team.id)
                and Rejected("no_target", "No opponent has a building that Barbarians can take", "FC-28")
            ),
            asks="hoop",
        ),
        Card(
            "foresight",
            N_("Foresight"),
            N_("The team starts the next round {s} s before the others."),
            N_("{team} used Foresight: they start the next round first"),
            refused=lambda state, team: (
                state.foresight
                and Rejected("head_start_taken", "A head start is already set for the next round", "FC-29")
            ),
            sets="foresight",
            note=N_("Nobody tags before the whistle for all."),
        ),
        Card(
            "military_supremacy",
            N_("Military Supremacy"),
            N_("In the next round all players of the team are knights and nobody else is."),
            N_("{team} used Military Supremacy: only they are knights next round"),
            refused=lambda state, team: (
                state.supremacy
                and Rejected("supremacy_taken", "Supremacy is already set for the next round", "FC-30")
            ),
            sets="supremacy",
        ),
    )
}
"""Every card by its id, in the order of the deck."""
