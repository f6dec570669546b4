/** The words of a captain's own phone. */
import { phone } from "./phone.js";

export const words = { ...phone, soon: "The match has not begun",
  no_team: "Your team does not play in this match. Ask at the tablet for another code.",
  nothing_here: "This game has nothing for captains." };
