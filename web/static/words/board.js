/** The words of the spectators' page. */
import { common } from "./common.js";

export const words = {
  ...common,
  away: "No link to the kit. It will come back by itself.",
  soon: "The match has not begun",
  lately: "Last",
  field: "The field",
  chart_points: "Points after each round",
  chart_collected: "Balls collected",
  in_hand: { one: "{n} settlement to place", other: "{n} settlements to place" },
  cards: { one: "{n} card", other: "{n} cards" },
};
