/** The words of the crew's phones. */
import { phone } from "./phone.js";

export const words = {
  ...phone,
  crew_page: "The crew's page",
  crew_hoops: "Hoops with problems",
  crew_hoops_well: "All hoops work.",
  crew_hub: "Tell the organisers. Play goes on.",
  crew_nothing: "This game needs nothing from a crew.",
};
