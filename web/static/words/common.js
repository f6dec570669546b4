/** Words that every page of the kit uses. */
export const common = { just_changed: "The screen has just changed: press again.",
  points: { one: "{n} point", other: "{n} points" }, hoop: "Hoop {hoop}" };
