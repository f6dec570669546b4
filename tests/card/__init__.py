"""``make card-trial``: a card as a club makes it, in a machine with a Pi's processor."""
