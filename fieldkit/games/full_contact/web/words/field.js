/** Words about the field: its piles, its map, whether it is fair, and its editor. */
export const words = { pile_in_row: "{kind}, row {row}", pile_of_row: "{kind}, row {row} {which}",
  map_size: "{w} m wide, {h} m high",
  map_how:
    "Peg out the bottom edge: {w} m from corner A to corner B. Each thing lies where two tapes meet, one hooked to each peg.",
  map_tape: "metres from",
  field_what:
    "Drag hoops and piles to where they will lie; a step is half a metre. It counts from the next match.",
  field_fixed:
    "The settings name the field {file}: it goes before one laid here, so this one cannot be changed.",
  laid_place: "{name}: {x} m to the right, {y} m up", field_at: "{x} m to the right, {y} m up",
  field_choose: "Tap a hoop or a pile", field_keys: "Then drag it, or move it with the arrow keys.",
  field_more: "One more pile of", field_remove: "Remove this pile", field_undo: "Undo",
  field_no_undo: "Nothing was changed here yet.", field_reset: "Default field",
  field_is_default: "This is the default field.", field_save: "Save",
  field_same: "This field is saved already.", field_saved: "Saved. It counts from the next match.",
  field_not_saved: "Not saved yet", field_own: "Your own field", field_default: "The default field",
  field_unfair:
    "The field is not fair: {most} m from hoop {far} to one pile of each kind, {least} m from hoop {near}.",
  fair_head: "Is it fair?",
  fair_what:
    "From each start hoop to the nearest pile of every kind, added up. 10 % more than the shortest is fair.",
  fair_so: "{teams} teams: fair", fair_not: "{teams} teams: not fair with hoops {hoops}", metres: "{m} m" };
