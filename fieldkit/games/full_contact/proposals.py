"""Proposals of captains (FC-15, FC-18, FC-21, FC-24, FC-27): tried as a dry run, carried out by the referee.

They decide nothing: one that can no longer be done is gone, and all are when a round begins.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec.structs import asdict, fields, replace

from fieldkit.errors import Rejected, Unknown
from fieldkit.games import ProposalView
from fieldkit.games.declared import Command, Value
from fieldkit.games.full_contact import bank, cards, legal, sightings
from fieldkit.games.full_contact.events import Events, MatchEvent, evolve
from fieldkit.games.full_contact.state import Fate, Proposal, State
from fieldkit.games.full_contact.words import called, hoop_name, kinds_text
from fieldkit.messages import CAPTAIN, Chance, GameCommand
from fieldkit.phrases import N_, Language, Message, Term

MAX_OPEN = 4
"""The proposals of a team that may wait at once."""
MAX_CLOSED = 8
"""The closed proposals of a team that its captain still sees."""


class Proposed(MatchEvent, decision=False, secret=("command",)):
    """A captain proposes something; a card in it is nobody else's business."""

    id: str
    team: str
    by: str
    command: Mapping[str, Any]
    agreed: bool = True

    def apply(self, state: State) -> State:
        made = Proposal(self.id, self.team, self.by, self.command, self.agreed)
        # By its number, not by counting: ids must stay apart.
        newest = max(state.proposed, int(self.id[1:]))
        return replace(state, proposals=(*state.proposals, made), proposed=newest)


class ProposalAgreed(MatchEvent, decision=False):
    """The other team of a trade agrees (FC-21)."""

    id: str

    def apply(self, state: State) -> State:
        return _changed(state, self.id, agreed=True)


class ProposalClosed(MatchEvent, decision=False):
    """A proposal is no longer open; one that was accepted is carried out by the events beside it."""

    id: str
    fate: Fate

    def apply(self, state: State) -> State:
        """Note its end, and forget the oldest of its team that have ended."""
        state = _changed(state, self.id, fate=self.fate)
        team = next((one.team for one in state.proposals if one.id == self.id), None)
        closed = [one.id for one in state.proposals if one.team == team and one.fate != "open"]
        old = closed[:-MAX_CLOSED]
        return replace(state, proposals=tuple(one for one in state.proposals if one.id not in old))


def _changed(state: State, id: str, **changes: Any) -> State:
    proposals = (replace(one, **changes) if one.id == id else one for one in state.proposals)
    return replace(state, proposals=tuple(proposals))


class Proposable(Value):
    """The fields of a `Buy`, `Trade`, `UseCard`, `Discard` or `Place`, which a captain may propose."""

    type: Literal["buy", "trade", "use_card", "discard", "place"]
    team: str | None = None
    item: str | None = None
    pay: dict[str, int] | None = None
    hoop: str | None = None
    card: str | None = None
    a: str | None = None
    b: str | None = None
    a_gives: dict[str, int] | None = None
    b_gives: dict[str, int] | None = None
    gift: bool | None = None
    kinds: dict[str, int] | None = None
    kind: str | None = None
    victim: str | None = None
    by_lot: bool | None = None


_KINDS = {kind.type: kind for kind in (bank.Buy, bank.Trade, cards.UseCard, bank.Discard, sightings.Place)}


class Propose(Command, type="propose", secret=("command",)):
    """A captain proposes what only the referee can decide (FC-15, FC-18, FC-21, FC-24, FC-27)."""

    command: Proposable

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        """Take a proposal down, if it could be carried out now."""
        own = _captains_team(order.by)
        if own is None:
            raise Rejected("not_yours", "Only the captain of a team can propose something")
        state.known_team(own)
        given = {name: value for name, value in asdict(self.command).items() if value is not None}
        if given["type"] != "trade":
            given.setdefault("team", own)
        wanted = _made(given)
        if own not in _teams(given):
            raise Rejected("not_yours", "You can only propose something for your own team")
        if _open(state, own) >= MAX_OPEN:
            text = N_("{n} proposals of your team wait already: take one back first")
            raise Rejected("too_many_proposals", text, n=MAX_OPEN)
        tried = _tried(state, wanted, order.by)
        # What was left open is settled now, so that all see what it costs.
        for name, event in (("pay", "paid"), ("hoop", "hoop")) if given["type"] == "buy" else ():
            if (settled := getattr(tried[0], event, None)) is not None:
                given.setdefault(name, settled)
        agreed = given["type"] != "trade"
        return (Proposed(f"p{state.proposed + 1}", own, order.by, given, agreed),)


class AnswerProposal(Command, type="answer_proposal"):
    """Accept, refuse, agree to, decline or withdraw; ``card`` was drawn from a paper deck (FC-24)."""

    proposal: str
    accept: bool
    card: str | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        found = next((one for one in state.proposals if one.id == self.proposal), None)
        if found is None:
            raise Unknown("unknown_proposal", "There is no proposal {id}", None, id=self.proposal)
        if found.fate != "open":
            raise Rejected("proposal_closed", "That proposal is no longer open")
        captain = _captains_team(order.by)
        if captain is not None:
            return _answered_by_captain(state, found, captain, self.accept)
        if not self.accept:
            return (ProposalClosed(found.id, "refused"),)
        if other := _waits_for(found):
            name = called(state.team(other))
            raise Rejected("not_agreed", "{team} have not agreed to that trade yet", "FC-21", team=name)
        wanted = _made(found.command)
        if self.card is not None and isinstance(wanted, bank.Buy):
            wanted = replace(wanted, card=self.card)
        done = wanted.decide(state, GameCommand(wanted, order.at, order.by), chance)
        return (*done, ProposalClosed(found.id, "accepted"))


def _answered_by_captain(state: State, found: Proposal, captain: str, accept: bool) -> Events:
    if captain not in _teams(found.command) or (accept and captain == found.team):
        raise Rejected("not_yours", "Only the referee may do that.")
    if captain == found.team:
        return (ProposalClosed(found.id, "withdrawn"),)
    if not accept:
        return (ProposalClosed(found.id, "declined"),)
    _tried(state, _made(found.command), found.by)
    return () if found.agreed else (ProposalAgreed(found.id),)


def gone(state: State, events: Sequence[MatchEvent]) -> Events:
    """Return the end of every proposal that can no longer be done after these events."""
    if not events or not any(one.fate == "open" for one in state.proposals):
        return ()
    after = state
    for event in events:
        after = evolve(after, event)
    waiting = [one for one in after.proposals if one.fate == "open"]
    return tuple(ProposalClosed(one.id, "gone") for one in waiting if _refused(after, one))


def listed(state: State, translate: Language) -> list[ProposalView]:
    """Return the open proposals, as the referee sees them."""
    return [
        {
            "id": one.id,
            "team": one.team,
            "by": one.by,
            "command": dict(one.command),
            "text": translate(text(state, one)),
            "refused": None if (refused := _refused(state, one)) is None else translate(refused.said),
            "waits_for": _waits_for(one),
        }
        for one in state.proposals
        if one.fate == "open"
    ]


def own(state: State, who: str, translate: Language) -> dict[str, Any]:
    """Return what the captain of a team alone sees: its cards, and its proposals possible and made."""
    captain = _captains_team(who)
    if captain is None or captain not in [team.id for team in state.teams]:
        raise Rejected("not_yours", "Only the captain of a team sees what that team has")
    team = state.team(captain)
    may = legal.can(state, translate)
    others = [one for one in state.proposals if one.fate == "open" and one.team != captain]
    trades = [one for one in others if captain in _teams(one.command)]
    return {
        "team": captain,
        "resources": {kind: state.stocks[captain].get(kind, 0) for kind in state.options.kinds},
        "cards": list(team.cards),
        "used_cards": list(team.used_cards),
        "owed": team.owed,
        "can": {
            "propose": _open(state, captain) < MAX_OPEN,
            "buy": may.get("buy", {}).get(captain, {}),
            "use_card": may.get("use_card", {}).get(captain, {}),
            "trade": [id for id in may.get("trade", ()) if id != captain and captain in may["trade"]],
            "discard": team.owed if captain in may.get("discard", ()) else 0,
            "place": may.get("place", {}).get(captain, []),
        },
        "gifts": state.options.gifts,
        "plenty": cards.plenty(state),
        "targets": cards.targets(state, captain),
        "proposals": [_of_captain(state, one, translate) for one in state.proposals if one.team == captain],
        "trades": [
            {"id": one.id, "team": one.team, "text": translate(text(state, one)), "agreed": one.agreed}
            for one in trades
        ],
    }


def _of_captain(state: State, one: Proposal, translate: Language) -> dict[str, Any]:
    why = None
    if one.fate == "gone":
        refused = _refused(state, one)
        why = translate(Term("It can no longer be done") if refused is None else refused.said)
    return {
        "id": one.id,
        "type": one.command["type"],
        "text": translate(text(state, one)),
        "fate": one.fate,
        "why": why,
        "waits_for": _waits_for(one) if one.fate == "open" else None,
    }


def text(state: State, one: Proposal) -> Message:
    """Return a proposal in words."""
    given = one.command
    words: dict[str, object] = {"team": called(state.team(one.team))}
    if given["type"] == "trade":
        words = {side: called(state.team(given[side])) for side in ("a", "b")}
        words |= {side: kinds_text(given.get(side, {})) for side in ("a_gives", "b_gives")}
        return Message("{a} give {a_gives}, {b} give {b_gives}", words)
    if kind := given.get("kind"):
        words["kind"] = Term(kind)
    if "hoop" in given:
        words["hoop"] = hoop_name(given["hoop"])
    if given["type"] == "buy":
        text = _BUY[given["item"]]
        return Message(text, words | {"paid": kinds_text(given["pay"])})
    if given.get("kinds"):
        words["kinds"] = kinds_text(given["kinds"])
    if given["type"] == "use_card":
        card = cards.CARDS[given["card"]]
        return Message(_USE[card.asks], words | {"card": Term(card.name)})
    if given["type"] == "discard":
        text = N_("{team}: discard by lot") if given.get("by_lot") else N_("{team}: discard {kinds}")
        return Message(text, words)
    return Message("{team}: settlement put into {hoop}", words)


_BUY: Mapping[str, str] = {
    "settlement": N_("{team}: settlement for {paid}"),
    "city": N_("{team}: city in {hoop} for {paid}"),
    "knight": N_("{team}: knight for {paid}"),
    "card": N_("{team}: card for {paid}"),
}
_USE: Mapping[str, str] = {
    "kinds": N_("{team}: use {card} for {kinds}"),
    "kind": N_("{team}: use {card} on {kind}"),
    "hoop": N_("{team}: use {card} on {hoop}"),
    "": N_("{team}: use {card}"),
}


def _open(state: State, team: str) -> int:
    return sum(one.team == team and one.fate == "open" for one in state.proposals)


def _captains_team(by: str) -> str | None:
    return by.removeprefix(CAPTAIN) if by.startswith(CAPTAIN) else None


def _teams(given: Mapping[str, Any]) -> tuple[str, ...]:
    return (given["a"], given["b"]) if given["type"] == "trade" else (given["team"],)


def _waits_for(one: Proposal) -> str | None:
    """Return the team that has to agree first."""
    if one.agreed:
        return None
    return next((team for team in _teams(one.command) if team != one.team), None)


def _made(given: Mapping[str, Any]) -> Any:
    kind = _KINDS[given["type"]]
    own = {field.name: field for field in fields(kind)}
    for name in given:
        if name != "type" and name not in own:
            text = N_("{type}: there is no field {field}")
            raise Unknown("bad_proposal", text, None, type=given["type"], field=name)
    for name, field in own.items():
        if name not in given and field.required:
            raise Unknown("bad_proposal", "{type}: {field} is missing", None, type=given["type"], field=name)
    return kind(**{name: value for name, value in given.items() if name != "type"})


def _tried(state: State, wanted: Any, by: str) -> Events:
    if isinstance(wanted, bank.Buy) and wanted.item == "card" and state.options.deck == "paper":
        left = [card for card, n in sorted(state.deck.items()) if n > 0] or list(state.discarded_cards)
        wanted = replace(wanted, card=left[0] if left else None)
    done: Events = wanted.decide(state, GameCommand(wanted, 0, by), lambda n: 0)
    return done


def _refused(state: State, one: Proposal) -> Rejected | None:
    try:
        _tried(state, _made(one.command), one.by)
    except Rejected as refused:
        return refused
    return None
