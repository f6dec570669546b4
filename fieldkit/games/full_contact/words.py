"""Reasons why a ball is held or refused, and the fouls of the sport, in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from fieldkit.games.full_contact.state import COLOURS, HeldBall, RefusedBall
from fieldkit.phrases import N_, Message, Term

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
    return Message(REASONS[entry.why], {name: _known(name, text) for name, text in entry.params.items()})


def _known(name: str, text: str) -> str:
    """Return a filling from the record; the kit translates a kind, and a colour that stands for its team."""
    if name == "team" and text in COLOURS:
        return Term(COLOURS[text][0])
    known = name == "kind" or (name == "team" and any(text == colour for colour, _ in COLOURS.values()))
    return Term(text) if known else text
