/** The words of the crew's phones. */
import { phone } from "./phone.js";

export const words = { ...phone, crew_page: "The crew's page", crew_hoops: "Hoops with problems",
  crew_hoops_well: "All hoops work.", crew_hub: "Tell the organisers. Play goes on.",
  crew_hub_away: "The hub has not heard of this field for {n} minutes.",
  crew_hub_line: "Look at the network. Play goes on, and nothing is lost.",
  crew_nothing: "This game needs nothing from a crew." };
