/** The words of the spectators' page. */
import { common } from "./common.js";

export const words = { ...common, away: "No link to the kit. It will come back by itself.",
  soon: "The match has not begun", soon_what: "This page follows it by itself: leave it open.",
  pass_on: "Pass it on: scan this" };
