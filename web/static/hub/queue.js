/** The check-in's screen, to be read from ten metres. More fields than fit side by side take turns. */

import { hub, open } from "./parts.js";
import { Rotation, turns } from "./turns.js";
import { queueScene } from "./scenes.js";

const WIDE = matchMedia("(min-aspect-ratio: 1/1)");
const rotation = new Rotation();

open(["teams", "schedule"],
  () => queueScene(rotation.turn(turns("queue", hub, WIDE.matches), performance.now())));

setInterval(() => hub.onChange(), 1000);
document.fonts.ready.then(() => hub.onChange());
addEventListener("resize", () => hub.onChange());
