/** The words of a captain's own phone. */
import { common } from "./common.js";

export const words = {
  ...common,
  away: "No link to the kit. Your taps wait and are sent again.",
  waiting: { one: "{n} tap is waiting for the kit", other: "{n} taps are waiting for the kit" },
  give_up: "Discard waiting taps",
  no_answer: "The kit did not answer.",
  soon: "The match has not begun",
  no_team: "Your team does not play in this match. Ask at the tablet for another code.",
  nothing_here: "This game has nothing for captains.",
};
