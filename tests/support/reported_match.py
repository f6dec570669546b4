"""A short match with something of everything that a report tells."""

from pathlib import Path
from typing import Any

from tests.support.full_contact_match import TEAMS, FullContactMatch

NAMES = ["Foxes & <Friends>", "Herons", "Otters"]
"""One of them is no good HTML."""


def play(path: Path) -> dict[str, Any]:
    """Play the match ``m1`` into the journal at ``path``; the referee's last view of it."""
    match = FullContactMatch(path)
    teams = [team | {"name": name} for team, name in zip(TEAMS, NAMES, strict=True)]
    try:
        match.do("create_match", game="full_contact", teams=teams, seed=1, options={"deck": "paper"})
        # The buttons are 1 wood, 2 wheat, 3 brick, 4 ore.
        match.play(h1="11122", h2="441", h3="332", h7="1")
        match.do("buy", team="red", item="settlement")
        match.do("buy", team="blue", item="knight", pay={"ore": 2, "wood": 1})
        match.do("buy", team="green", item="card", card="victory_point")
        match.do("use_card", team="green", card="victory_point")
        match.do("start_round")
        match.do("stop_round", reason="a twisted ankle")
        match.do("void_round", reason="to be played again")
        match.play(h1="1122", h2="4")
        match.do("place", team="red", hoop="h5")
        match.do("trade", a="red", b="blue", a_gives={"wheat": 1}, b_gives={"ore": 1})
        mistaken = match.do("deposit", hoop="h3", kind="brick")
        match.do("deposit", hoop="h3", kind="ore")
        match.do("strike", seq=mistaken, reason="it lay outside")
        match.do("correct", team="blue", set={"resources": {"wheat": 3}}, reason="counted again")
        match.do("note", team="green", player=2, text="pushed <hard>")
        match.do("end_match", reason="dark")
        view: dict[str, Any] = match.view
    finally:
        match.close()
    return view
