"""An event as values: teams, schedule, results, standings. Pure: no clock, chance, file or socket."""
