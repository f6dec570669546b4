"""Full-Contact Catan as the kit sees it: the `Game` protocol over the rooms of this package."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, assert_never, cast

import fieldkit.messages as messages
from fieldkit.clock import NS
from fieldkit.games import Game, HoopFacet, PlayedOption, Stamp, WhistleFacet
from fieldkit.games.declared import LogLine, commands, declared
from fieldkit.games.full_contact import (
    ball_events,
    bank,
    briefing,
    cards,
    correction_events,
    corrections,
    lesson,
    practice,
    proposals,
    round_events,
    rounds,
    setup,
    shapes,
    sightings,
    view,
)
from fieldkit.games.full_contact.events import Events, MatchEvent, evolve
from fieldkit.games.full_contact.field import doubt
from fieldkit.games.full_contact.options import ALL_KINDS, COLOURS, played_by
from fieldkit.games.full_contact.report import FullContactReport
from fieldkit.games.full_contact.state import FIELD, STAGES, BreakClock, Round, State, total
from fieldkit.games.full_contact.words import RULES, called
from fieldkit.games.report import GameReport
from fieldkit.phrases import ENGLISH, N_, Language, Message, Term

_SOONEST_NS = NS // 2
"""The kit must know of a signal of the break this long before it."""


class MatchWhistle:
    """The rounds as the whistle runs them."""

    buttons: Mapping[str, object] = {
        "start": rounds.StartRound(refuse_pending=True),
        "stop": rounds.StopRound(round_events.STOP_BUTTON),
    }
    at_once: Mapping[str, messages.Blast] = {"stop_round": "stop"}

    def cues(self, state: State) -> Sequence[messages.Cue]:
        """Return the blasts of the running phase (FC-7, FC-17, FC-29), none for a bare round."""
        out = [cue for one in (state.round, *state.past[:1]) if one for cue in _round_cues(state, one)]
        clock = state.break_clock
        if state.phase == "break" and clock and clock.ends is not None:
            out += _break_cues(clock, clock.ends, int(state.numbers.warn_seconds * NS))
        return out

    def running(self, state: State) -> bool:
        return state.phase in rounds.RUNNING

    urgent = running
    opening = staticmethod(rounds.first_opening)

    def round_seconds(self, state: State) -> float:
        """Return the length of a bare round (s)."""
        return state.options.round_seconds


class FieldHoops:
    """The field as the hoop links see it."""

    def __init__(self, setting: setup.Setting) -> None:
        self.ids: Sequence[str] = tuple(hoop.id for hoop in setting.hoops)
        self._piles = setting.piles

    def teams(self) -> Mapping[str, str]:
        return {id: name for id, (name, _) in COLOURS.items()}

    def balls(self) -> Mapping[str, int]:
        kinds = dict.fromkeys(pile.kind for pile in self._piles)
        return {kind: sum(pile.capacity for pile in self._piles if pile.kind == kind) for kind in kinds}

    def unknown(self, role: messages.Role, value: str) -> str | None:
        if role == "player":
            team, _, number = value.partition("/")
            highest = sightings.MAX_PLAYER_NUMBER
            if team in COLOURS and number in map(str, range(1, highest + 1)):
                return None
            return f"<colour>/<1 to {highest}>, the colour being {', '.join(COLOURS)}"
        names: Collection[str] = ALL_KINDS if role == "ball" else COLOURS
        return None if value in names else ", ".join(names)

    def verdict(self, events: Sequence[MatchEvent]) -> messages.Verdict:
        said = {event.verdict for event in events}
        return "counted" if "counted" in said else "held" if "held" in said else "refused"


def _break_cues(clock: BreakClock, ends: int, warn_ns: int) -> list[messages.Cue]:
    """Return the two signals of a break: none if it is too short, none that could only be late (FC-17)."""
    if clock.total < warn_ns + _SOONEST_NS:
        return []
    warn = messages.Cue(f"{clock.key}/warn", "warn", ends - warn_ns)
    cues = [warn, messages.Cue(f"{clock.key}/ready", "ready", ends)]
    return [cue for cue in cues if cue.due >= clock.since + _SOONEST_NS]


def _round_cues(state: State, one: Round) -> list[messages.Cue]:
    """Return the blasts of a round; one that was stopped, voided or the whistle's own closes without one."""
    if one.bare is not None or one.clock_lost:
        return []
    span, key = one.span, f"{one.key}.{len(one.spans)}"
    if one.sound_stop and span.until is not None:
        return [messages.Cue(f"{key}/stop", "stop", span.until)]
    if span.until is not None and one.closed is None:
        return []
    cues = [messages.Cue(f"{key}/close", "close", span.ends)]
    if one is state.round and state.phase in rounds.RUNNING:
        cues.insert(0, messages.Cue(f"{key}/open", "open", span.opens))
        if span.head_opens is not None:
            cues.insert(0, messages.Cue(f"{key}/head_start", "head_start", span.head_opens))
    return cues


class FullContact(Game):
    """The game, made once from its numbers and its field."""

    name = "full_contact"
    title = Term("Full-Contact Catan")
    scheduled = True
    rules = RULES
    whistle: WhistleFacet | None = MatchWhistle()
    commands: Mapping[str, type] = commands(setup, rounds, sightings, bank, cards, corrections, proposals)
    create = "create_match"
    captains = ("propose", "answer_proposal")
    crew = ("refilled", "markers_set")
    events: Mapping[str, type] = declared(
        MatchEvent, round_events, ball_events, bank, cards, correction_events, proposals, lesson, practice
    )
    stages = STAGES
    view_type: type = shapes.MatchView
    board_type: type = shapes.BoardView
    settled = ("round_seconds", "grace_seconds", "break_seconds", "colours")
    report: GameReport = FullContactReport()
    evolve = staticmethod(evolve)
    numbered = staticmethod(ball_events.numbered)
    next_deadline = staticmethod(practice.deadline)
    refuses = staticmethod(corrections.final)
    headline = staticmethod(view.headline)
    board = staticmethod(view.board)
    spoken = staticmethod(briefing.lines)

    def __init__(self, numbers: Mapping[str, Any], field: Mapping[str, Any]) -> None:
        super().__init__(numbers, field)
        self._setting = given = setup.setting(numbers, field)
        unfair = doubt(given.hoops, given.piles, given.raw["options"]["kinds"])
        self.doubts = () if unfair is None else (unfair,)
        self.hoops: HoopFacet | None = FieldHoops(given)
        self._limits = corrections.steppers(given)

    def with_field(self, field: Mapping[str, Any]) -> Game:
        """Return the game on another field (FC-3); raise Rejected, in a sentence, for an unusable one."""
        setup.read_field(self.numbers, field)
        return FullContact(self.numbers, field)

    def setup_view(self) -> dict[str, Any]:
        """Return the field, the colours, the cards, and the options' defaults and limits."""
        return view.setup_view(self._setting)

    def played_by(self, state: State) -> Mapping[str, PlayedOption]:
        return played_by(state.options)

    def start(self, order: messages.GameCommand, chance: messages.Chance) -> Events:
        assert isinstance(order.command, setup.CreateMatch)
        return setup.create(self._setting, order.command, f"{order.at:x}")

    def decide(self, state: State, given: messages.Input, chance: messages.Chance) -> Events:
        """Return the events that follow from an input; raise Rejected, Unknown or Misread."""
        events = self._decided(state, given, chance)
        return (*events, *proposals.gone(state, events))

    def _decided(self, state: State, given: messages.Input, chance: messages.Chance) -> Events:
        match given:
            case messages.GameCommand(command=setup.EditSetup() as command):
                return setup.edit(self._setting, state, command)
            case messages.GameCommand(command=corrections.Correct() as command):
                return command.corrected(self._setting, state)
            case messages.GameCommand(command=rounds.StartRound()) if practice.is_last(state):
                return (practice.LessonEnded(given.at),)
            case messages.GameCommand(command=command):
                # An order for another game cannot be decoded, so it never comes here.
                done: Events = cast(Any, command).decide(state, given, chance)
                return done
            case messages.Sighting():
                return sightings.sighted(state, given)
            case messages.Deadline():
                return practice.due(state, given)
            case messages.Interruption():
                return rounds.interrupted(state, given)
            case messages.BareRound():
                return rounds.bare(state, given)
            case messages.DelayedOpening():
                return rounds.slipped(state, given)
            case _:
                assert_never(given)

    def broken(self, state: State) -> Message | None:
        """Return what could not be so, or None for a sound state (FC-13, FC-15, FC-20, FC-23)."""
        for account, stock in state.stocks.items():
            short = next((kind for kind, n in stock.items() if n < 0), None)
            if short:
                who = Term("The field") if account == FIELD else called(state.team(account))
                text = N_("{who} would have fewer than 0 {kind} balls")
                return Message(text, {"who": who, "kind": Term(short)})
        if any(n < 0 for n in state.deck.values()):
            return Message("More cards of one kind would be in play than exist")
        for team in state.teams:
            name = {"team": called(team)}
            if team.settlements_in_hand < 0 or team.placeable < 0:
                return Message("{team} would have placed a settlement that they did not have", name)
            if team.knights > team.players:
                return Message("{team} would have more knights than players", name)
            if team.owed > total(state.stocks[team.id]):
                return Message("{team} would owe more balls than they have", name)
        if any(n < 0 for n in state.refill.values()):
            return Message("More balls would be put back than were spent")
        return None

    def stamp(self, state: State) -> Stamp:
        return Stamp(state.number, state.phase, STAGES[state.phase])

    def also(self, state: State, events: Sequence[MatchEvent]) -> Sequence[LogLine]:
        """Return a line for each ball that a start refused without its being judged (FC-11)."""
        refused = [
            one for one in events if isinstance(one, ball_events.HeldRefused) and one.before is not None
        ]
        return [line for one in refused if (line := one.line(state))]

    def view(self, state: State, translate: Language = ENGLISH) -> dict[str, Any]:
        return view.view(self._limits, state, translate)

    def ask(
        self, state: State, who: str, query: Mapping[str, str], translate: Language = ENGLISH
    ) -> dict[str, Any]:
        """Return what the captain of a team alone may see, asked for with ``own``."""
        if "own" not in query:
            return super().ask(state, who, query, translate)
        of_all = {"prices": view.prices(state), "card_list": view.cards_of(state)}
        return proposals.own(state, who, translate) | of_all
