"""Is the kit fit for a match: what a doctor finds by itself, and what the referee tries by hand."""
