/** The words of every phone. */
import { common } from "./common.js";

export const phone = { ...common, away: "No link to the kit. Your taps wait and are sent again.",
  waiting: { one: "{n} tap is waiting for the kit", other: "{n} taps are waiting for the kit" },
  give_up: "Discard waiting taps", card_waits: "The kit does not answer. Your card is tried again by itself.",
  no_answer: "The kit did not answer." };
