"""Names of things, lookup of those that a command names, reasons and fouls, all in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from fieldkit.games.full_contact.options import ALL_KINDS, COLOURS
from fieldkit.games.full_contact.state import HeldBall, Kinds, RefusedBall, Team
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


def called(team: Team) -> str:
    """Return the team's name; one that is called by its colour is called so in every language."""
    return _COLOURS[team.id] if team.name == _COLOURS[team.id] else team.name


def kinds_text(kinds: Kinds, each: str = N_("{n} {kind}")) -> MessageList | Term:
    """Return ``3 wood, 2 wheat``, or ``nothing``; ``each`` is the sentence for one kind."""
    items = [Message(each, {"n": n, "kind": Term(kind)}) for kind, n in kinds.items() if n]
    return MessageList(items) if items else Term("nothing")
