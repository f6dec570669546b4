/** The way to a finished match, on the result of any game. */
export const words = { home: "Take it home", home_code: "A code with the address of this match’s report",
  home_report: "The report", home_matches: "All matches" };
