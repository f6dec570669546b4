"""The whistle as other processes meet it: the lines spoken with it, and the referee's end of them."""
