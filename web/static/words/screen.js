/** The words of the screen for a TV and of the overlay. */
import { common } from "./common.js";

export const words = { ...common, no_link: "No link to the kit: last known state", none: "No match yet",
  none_yet: "the next one is being set up", follow: "Follow the match", join_first: "1 Join the Wi-Fi",
  follow_then: "2 Follow the match" };
