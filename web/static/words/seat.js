/** The words of a player's own phone. */
import { phone } from "./phone.js";

export const words = { ...phone, soon: "The match has not begun",
  no_seat: "Your colour does not play in this match. Ask at the tablet for another code." };
