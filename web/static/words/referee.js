/** The words of the referee's tablet, all in one place. */
import { common } from "./common.js";

export const words = {
  ...common,
  which_game: "What do you play?",
  other_game: "Another game",
  // the bar
  away: "No link to the kit. Your taps wait and are sent again; START needs the link.",
  away_play: "No link to the kit. The whistle goes on by itself; your taps wait.",
  waiting: { one: "{n} tap is waiting for the kit", other: "{n} taps are waiting for the kit" },
  give_up: "Discard waiting taps",
  more_alarms: { one: "and {n} more", other: "and {n} more" },
  alarms: "Alarms",
  no_alarms: "No alarms.",
  close: "Close",
  menu: "Menu",
  back: "Back",
  back_leaves: "Go back again to leave this page.",
  waits_already: "This tap is still waiting for the kit.",
  // break
  all: "All",
  // round
  stop: "STOP",
  stopping: "stopping…",
  sending: "Sending…",
  no_link_yet: "No link yet…",
  not_stopped: "NOT STOPPED",
  not_stopped_do: "No link: red button, or shout!",
  // more
  no_answer: "The kit did not answer.",
  theme_dusk: "Dark screen for the evening",
  theme_sun: "Light screen for daylight",
  start_over: "New match",
  check_kit: "Check the kit",
  checked_pass: "Checked: the kit is ready",
  checked_warn: "Checked: ready, with warnings",
  checked_fail: "Checked: the kit has faults",
  put_spare: "Put a spare node in",
  crew_page: "The crew's page",
  print_slips: "Sheets to print",
  print_rules: "The rules on paper",
  print: "Print",
  print_back: "Back to the tablet",
  no_match: "There is no match yet.",
  no_sheet: "There is no sheet for this game.",
  print_match: "The match on paper",
  phones: "Players' phones",
  phones_what: "Everybody can play from their own phone. Tap a name for its code.",
  phone_of: "The phone of {side}",
  phone_what:
    "Scan this with the phone, or open the address and type the code. It is good once, for two minutes.",
  phone_qr: "QR code that lets a phone in",
};
