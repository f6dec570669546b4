/** What the tablet of Full-Contact Catan says before a match, under More and of its keys. */

export const words = {
  menu_match: "Match",
  menu_field: "Field and kit",
  menu_device: "This tablet",
  full_on: "Full screen",
  full_off: "Leave full screen",
  // keys
  keys: "Keys and clicker",
  keys_what: "A keyboard or a clicker in your hand. What stops a round never starts one.",
  key_space: "Space",
  key_enter: "Enter",
  keys_stop: "STOP, in a round",
  keys_start: "Press and hold: start the round",
  keys_hoop: "Hoop 1 to 10, to count a ball by hand",
  keys_kind: "then: {kind}",
  keys_undo: "Undo the last action; asks first",
  keys_help: "Show the keys",
  keys_close: "Close what is open",
  keys_nothing: "There is nothing to undo.",
};
