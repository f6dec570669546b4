/** Words about the field: its piles, its map, whether it is fair, and its editor. */
export const words = {
  pile_in_row: "{kind}, row {row}",
  pile_of_row: "{kind}, row {row} {which}",
};
