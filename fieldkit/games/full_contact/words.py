"""Names of things, reasons, fouls, and every rule in one sentence, as in this folder's ``README.md``."""

from collections.abc import Mapping

from fieldkit.games.full_contact.options import ALL_KINDS, COLOURS
from fieldkit.games.full_contact.state import HeldBall, Kinds, RefusedBall
from fieldkit.games.people import called as called
from fieldkit.phrases import N_, Message, MessageList, Term

REASONS: Mapping[str, str] = {
    "too_old": N_("seen more than a minute ago"),
    "over": N_("the match is over"),
    "before": N_("before the opening whistle"),
    "after": N_("after the round"),
    "stopped": N_("after the stop"),
    "voided": N_("the round was cancelled"),
    "late": N_("had it left the hand by the whistle?"),
    "slow": N_("in time, but it reached the kit late"),
    "kit_was_off": N_("the kit was off: was it in time?"),
    "node_was_off": N_("the hoop's node was off: was it in time?"),
    "no_city": N_("no team has a city in this hoop"),
    "same_ball": N_("this ball already counted in this round"),
    "two_hoops": N_("tag already seen at hoop {hoop}: a copy?"),
    "ball_not_back": N_("this ball counted before, and no ball of its kind went back"),
    "more_than_exist": N_("the teams already have every ball of this kind"),
    "kind_not_in_play": N_("{kind} is not in play"),
    "unknown_tag": N_("unknown tag {tag}"),
    "unknown_button": N_("unknown button {tag}"),
    "marker_not_in_play": N_("a marker of {team}, who do not play"),
    "marker_not_in_time": N_("marker of {team}: not within the round"),
    "marker_no_settlement": N_("marker of {team}: no settlement to place"),
    "marker_hoop_taken": N_("marker of {team}: the hoop is taken"),
    "referee": N_("refused by the referee"),
    "not_judged": N_("not judged before round {n}"),
}
"""The reasons why a sighting was held or refused."""

FOULS: Mapping[str, str] = {
    "early": N_("started early or without a foot in the hoop"),
    "two_balls": N_("held two balls"),
    "carried_on": N_("carried on after the whistle"),
    "acted_tagged": N_("acted while tagged"),
    "bad_tag": N_("tagged with one hand or as no knight"),
    "kept_ball": N_("did not drop the ball"),
    "holding": N_("holding"),
    "rough": N_("rough play"),
    "sent_off": N_("sent off"),
}
"""The sport's own fouls, and the sending-off, as they are noted with one tap (FC-33)."""


RULES: Mapping[str, Message] = {
    "FC-0": Message("Balls, armbands, markers, hoops and a deck lie ready before a match."),
    "FC-1": Message("A match has 3 or 4 teams of 3 or 4 players, each team with its own colour."),
    "FC-2": Message("The set-up says which kinds of balls are in play, and how many there are of each."),
    "FC-3": Message("Hoops and piles of balls lie on the field as its map shows."),
    "FC-4": Message(
        "Each team has a start hoop of its own, at the bottom of the field, for its starting city."
    ),
    "FC-5": Message("A full game starts with more knights and is played to more points."),
    "FC-6": Message("If some teams have fewer players than others, each of them starts with 1 extra point."),
    "FC-7": Message("All teams play a round at the same time; a whistle starts it and ends it."),
    "FC-8": Message("Each player starts a round with one foot in a hoop with a building of the team."),
    "FC-9": Message("A player holds one ball at a time and lets go of it on the closing whistle."),
    "FC-10": Message("A ball in a hoop with a city is collected by the team of that city."),
    "FC-11": Message("A ball counts by the moment it came; the referee judges one that came just too late."),
    "FC-12": Message("A hoop holds one building, of one team."),
    "FC-13": Message("No more balls of a kind count than there are, and a ball counts once a round."),
    "FC-14": Message("A knight's tag with both hands puts a player out until the round ends."),
    "FC-15": Message("A bought settlement is put into a free hoop in a later round, and only then scores."),
    "FC-16": Message("The referee can stop a round; then it is cancelled, goes on or counts as played."),
    "FC-17": Message("Between two rounds is a break, which the referee can change or hold."),
    "FC-18": Message("Teams buy only in a break, and pay exactly the price."),
    "FC-19": Message("A city takes the place of a settlement of the same team, at once."),
    "FC-20": Message("A knight is a player of the team: there are never more knights than players."),
    "FC-21": Message(
        "Teams trade balls with each other in a break; both give something, unless it is a gift."
    ),
    "FC-22": Message("Spent and discarded balls go back to the piles, to the highest on the field first."),
    "FC-23": Message("A deck has ten cards: four worth 1 point, and one of each of six others."),
    "FC-24": Message("Cards are bought from what is left of the deck, and used in a break."),
    "FC-25": Message("Year of Plenty takes 4 balls from the field, fewer only if fewer lie there."),
    "FC-26": Message("Monopoly names a kind, and all other teams hand over what they have of it."),
    "FC-27": Message("After the Robber all other teams discard half their balls before play goes on."),
    "FC-28": Message("Barbarians remove a settlement or make a city a settlement, but no starting city."),
    "FC-29": Message("Foresight lets one team start the next round before the others."),
    "FC-30": Message("Military Supremacy makes one team's players the only knights of the next round."),
    "FC-31": Message("Points: settlement 1, city 2, knight 1, used point card 1, and the extra points."),
    "FC-32": Message("A team at the target wins when the referee confirms the result, which is final."),
    "FC-33": Message("The referee can correct anything, and it stands on the record with the reason."),
}
"""Number to sentence, in English for a catalogue: what a refusal shows beside its reason."""


def reason(entry: HeldBall | RefusedBall) -> Message:
    """Return why a ball is held or refused."""
    fill = {name: _KNOWN.get(name, {}).get(text, text) for name, text in entry.params.items()}
    return Message(REASONS[entry.why], fill)


_COLOURS = {id: Term(name) for id, (name, _) in COLOURS.items()}
_KNOWN: Mapping[str, Mapping[str, Term]] = {
    "kind": {kind: Term(kind) for kind in ALL_KINDS},
    "team": _COLOURS | {str(name): name for name in _COLOURS.values()},
}
"""The fillings that are translated: kinds, and a team that the record calls by its colour's id or name."""


def hoop_label(id: str) -> str:
    """Return ``7`` for ``h7``, else the id itself."""
    return id[1:] if id[:1] == "h" and id[1:].isdecimal() else id


def hoop_name(id: str) -> Message:
    """Return ``hoop 7`` for ``h7``."""
    return Message("hoop {hoop}", {"hoop": hoop_label(id)})


def kinds_text(kinds: Kinds, each: str = N_("{n} {kind}")) -> MessageList | Term:
    """Return ``3 wood, 2 wheat``, or ``nothing``; ``each`` is the sentence for one kind."""
    items = [Message(each, {"n": n, "kind": Term(kind)}) for kind, n in kinds.items() if n]
    return MessageList(items) if items else Term("nothing")
