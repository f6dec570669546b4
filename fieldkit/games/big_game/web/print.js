/**
 * A hall on paper: seat cards, guides for players, the map for the door, log book, claim forms, and what the
 * conductor needs when the kit is dead. What is large is asked for page by page, when its paper is chosen.
 */

import { button, h } from "../dom.js";
import { guides } from "./guide.js";
import { callOut, claimForms } from "./paper_forms.js";
import { logBook } from "./paper_log.js";
import { cards, cardsChoice, hallMap } from "./paper_seats.js";
import { words as gameWords } from "./words.js";
import { words as guideWords } from "./words/guide.js";
import { words as paperWords } from "./words/paper.js";
import { words as phoneWords } from "./words/phone.js";

// The claim form is the same on paper and on a phone.
export const words = { ...gameWords, ...phoneWords, ...guideWords, ...paperWords };

const PAPERS = { guides, cards, map: hallMap, forms: claimForms, callout: callOut, log: logBook };

/**
 * The papers of a hall, chosen by a tap; first that of the page's address, else the guides.
 * @param {any} setup
 * @param {any} tags
 * @param {Say} say
 * @param {any} view
 * @param {{last: any, show: (nodes: any) => void}} desk
 */
export function slips(setup, tags, say, view, desk) {
  const last = desk.last?.options ? desk.last : null;
  const page = { say, last, options: last?.options ?? setup.options, told: last?.guide ?? setup.guide,
    least: setup.least, most: setup.most, paper: "guides", choice: null, sheets: null,
    draw: () => desk.show(drawn(page)) };
  choose(page, location.hash.slice(1) in PAPERS ? location.hash.slice(1) : "guides");
  return drawn(page);
}

/** The log book alone, as the record of a hall. */
export function sheet(/** @type {any} */ view, /** @type {Say} */ say) {
  return logBook({ say, last: view, told: view.guide });
}

function drawn(page) {
  const { say, paper, sheets } = page;
  const pick = (name) =>
    button({ key: name, look: "choice", "aria-pressed": String(name === paper), act: () =>
      choose(page, name) }, say(`paper_${name}`));
  return [
    h("nav", { key: "papers", class: "hall-papers", "aria-label": say("paper_choose") },
      Object.keys(PAPERS).map(pick)),
    paper === "cards" && cardsChoice(page),
    sheets ?? h("p", { key: "soon", class: "hall-paper-note", role: "status" }, say("paper_soon")),
  ];
}

/** Draw a paper, now or as soon as what stands on it has come; another one may be chosen meanwhile. */
async function choose(page, name) {
  page.paper = name;
  const made = PAPERS[name](page);
  page.sheets = made instanceof Promise ? null : made;
  page.draw();
  if (!(made instanceof Promise)) return;
  const sheets = await made;
  if (page.paper !== name) return;
  page.sheets = sheets;
  page.draw();
}
