"""The pencil's count of a match from its record: what still stands, decision by decision."""

from collections.abc import Mapping
from typing import Any

from fieldkit.games.full_contact import ball_events, bank, cards, correction_events, round_events
from fieldkit.games.full_contact.state import FIELD
from fieldkit.referee.match import Match

from .driver import nonzero
from .independent_count import PRICES, Pencil

ITEMS: Mapping[type, str] = {
    bank.SettlementBought: "settlement",
    bank.CityBuilt: "city",
    bank.KnightBought: "knight",
    bank.CardBought: "card",
}


class RecordPencil(Pencil):
    """A pencil that also writes down what a correction says of extra points, debts and the target."""

    def correct(self, team: str | None, change: Mapping[str, Any]) -> None:
        """Set absolute values; only what is named changes."""
        super().correct(team, change)
        self.target = change.get("target", self.target)
        if team is not None:
            account = self.teams[team]
            account.extra = change.get("bonus_vp", account.extra)
            account.owes = change.get("owed", account.owes)

    def took(self, event: Any) -> None:
        """Use a card as the record says: half of what a team had is another half without a ball of before."""
        me = self.teams[event.team]
        for giver, kinds in event.taken.items():
            me.bag.update(kinds)
            if giver != FIELD:
                self.teams[giver].bag.subtract(kinds)
        if event.card not in ("victory_point", "robber", "monopoly"):
            self.use(event.team, event.card, kinds={}, hoop=event.hoop)
            return
        me.cards[event.card] -= 1
        me.point_cards += event.card == "victory_point"
        self.used[event.card] += event.card != "victory_point"
        for team, owed in event.owed.items():
            self.teams[team].owes = owed


def count(match: Match) -> None:
    """Hold the match to the pencil's count of what stands on its record; raises AssertionError."""
    pencil: RecordPencil | None = None
    for entry in match.past():
        if entry.seq is not None and entry.seq in match.struck:
            continue
        for event in entry.events:
            if isinstance(event, round_events.MatchCreated):
                pencil = _begun(event)
            elif pencil is not None:
                _told(pencil, event, bool(match.struck))
        if pencil is not None:
            pencil.leads()
    assert pencil is not None
    _compare(pencil, match)


def _begun(event: Any) -> RecordPencil:
    teams = [{"id": t.id, "players": t.players, "start_hoop": t.start_hoop} for t in event.teams]
    options = event.options
    kinds = dict.fromkeys(options.kinds, options.balls_per_kind)
    return RecordPencil(teams, kinds, event.full_game, options.target, options.tie)


def _told(pencil: RecordPencil, event: Any, are_struck: bool) -> None:
    """Tell the pencil of one event."""
    match event:
        case round_events.RoundStarted():
            pencil.opens()
        case round_events.RoundVoided():
            pencil.voids()
        case ball_events.DepositCounted():
            assert pencil.hoops[event.hoop][0] == event.team, f"{event} for another team"
            pencil.counts(event.hoop, event.kind)
        case ball_events.HeldAccepted():
            pencil.teams[event.team].bag[event.kind] += 1
        case ball_events.SettlementPlaced():
            pencil.place(event.team, event.hoop)
        case bank.Traded():
            pencil.trade(event.a, event.b, event.a_gives, event.b_gives)
        case bank.Discarded():
            assert sum(event.kinds.values()) == pencil.teams[event.team].owes, f"{event} is not what was owed"
            pencil.discards(event.team, event.kinds)
        case cards.CardUsed() if are_struck:
            pencil.took(event)
        case cards.CardUsed():
            named: Any = {"kinds": event.taken.get(FIELD, {}), "kind": event.kind, "hoop": event.hoop}
            pencil.use(event.team, event.card, **named)
        case correction_events.Corrected():
            pencil.correct(event.team, _change(event))
        case _ if (item := ITEMS.get(type(event))) is not None:
            assert nonzero(event.paid) in PRICES[item], f"{event} is not the price"
            more: Any = {name: getattr(event, name) for name in ("hoop", "card") if hasattr(event, name)}
            pencil.buy(event.team, item, event.paid, **more)


def _change(event: Any) -> dict[str, Any]:
    names = ("resources", "players", "knights", "bonus_vp", "settlements_in_hand", "cards", "owed")
    change = {name: getattr(event, name) for name in (*names, "balls", "target")}
    if event.hoop is not None:
        change["hoop"] = {"id": event.hoop, "building": event.building, "team": event.hoop_team}
    return {name: value for name, value in change.items() if value is not None}


def _compare(pencil: RecordPencil, match: Match) -> None:
    view = match.game.view(match.state)
    for team in view["teams"]:
        account = pencil.teams[team["id"]]
        assert nonzero(team["resources"]) == pencil.stock(team["id"]), team["id"]
        assert (team["knights"], team["players"]) == (account.knights, account.players), team["id"]
        assert team["settlements_in_hand"] == account.in_hand, team["id"]
        assert sorted(team["cards"]) == sorted(account.cards.elements()), team["id"]
    assert {team["id"]: team["vp"] for team in view["teams"]} == pencil.points()
    assert view["field"] == pencil.field_balls()
    stands = {h["id"]: (h["team"], h["building"]) for h in view["hoops"] if h["building"] != "none"}
    assert stands == pencil.hoops
    assert view["deck_left"] == pencil.next_cards(view["options"]["reshuffle_used"]).total()
    owed = {debt["team"]: debt["discard"] for debt in view["owed"]}
    assert owed == {name: a.owes for name, a in pencil.teams.items() if a.owes}
