/** A TV with a browser as a screen of the event: it shows what organisers assign. F or a tap fills it. */

import { newId, postJson } from "../commands.js";
import { h, patch, placed } from "../dom.js";
import { fillAtTap, remember, remembered } from "../device.js";
import { hub, open, say } from "./parts.js";
import { alarmScene, fieldScene, fieldsScene, finalsScene, queueScene, scheduleScene,
  standingsScene } from "./scenes.js";
import { Rotation, turns } from "./turns.js";

/** The interval at which it says that it is there, which is how soon it shows something else. */
const ANNOUNCE_MS = 5000;
const PATIENCE_MS = 8000;
const MAX_NAME = 40;
const WIDE = matchMedia("(min-aspect-ratio: 1/1)");

const SCENES = { fields: fieldsScene, field: fieldScene, standings: standingsScene, finals: finalsScene,
  schedule: scheduleScene, queue: queueScene };
const TITLES = { fields: "", field: "", standings: "standings", finals: "finals", schedule: "next_matches",
  queue: "check_in" };

const { event = "" } = placed("hub").dataset;
const id = ownId();
const ownName = say("screen_code", { code: id.slice(-4).toUpperCase() });
const asked = (new URLSearchParams(location.search).get("name") ?? "").replace(/\s+/g, " ").trim();
let name = [...asked].slice(0, MAX_NAME).join("") || ownName;

const SHOW = `hub-show:${event}`;
/** The thing it has to show, as the hub last said; kept for a start without the hub. */
let show = remembered(SHOW) ?? "";
const rotation = new Rotation();

open(["teams", "schedule", "standings"], () => {
  const turn = rotation.turn(turns(show, hub, WIDE.matches), performance.now());
  const alarm = alarmScene(show);
  const title = alarm ? "" : TITLES[turn.scene];
  patch(placed("scene"), title ? h("h2", {}, say(title)) : []);
  patch(placed("foot"),
    show === "" ? h("p", { key: "name", class: "tv-own" }, say("screen_is", { screen: name })) : []);
  return alarm ?? SCENES[turn.scene](turn, WIDE.matches);
});

/** The id of this screen, made once of what plain http has too. */
function ownId() {
  const known = remembered("hub-screen");
  if (known) return known;
  const made = `tv-${newId().slice(0, 16)}`;
  remember("hub-screen", made);
  return made;
}

/** Say that it is there, and take what it has to show; without the hub what it had stays. */
async function announce() {
  const answer = await postJson(`/v1/events/${event}/screens`, { id, name }, PATIENCE_MS);
  if (answer?.status === 200) assigned(answer.body.show);
  // A name that the hub does not take.
  else if (answer?.body.error?.code === "bad_name") name = ownName;
  setTimeout(announce, ANNOUNCE_MS);
}

function assigned(/** @type {string} */ told) {
  if (told === show) return;
  show = told;
  remember(SHOW, show);
  rotation.begin();
  hub.onChange();
}

fillAtTap();
addEventListener("resize", () => hub.onChange());
setInterval(() => hub.onChange(), 1000);
document.fonts.ready.then(() => hub.onChange());
void announce();
