/** The words of the race. */
export const words = {
  game_name: "Race",
  game_about: "Two sides, two dice: first to the goal.",
  start_race: "Start the race",
  roll: "Roll for {side}",
  end_turn: "End turn",
  won: "{side} won",
  dice: "Dice: {a} + {b}",
};
