"""Tags: their meanings, the file that keeps them, and the lesson that enrols them."""
