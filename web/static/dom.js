/** Draws a page from plain values (`h`): `patch` changes only what differs; elements are kept by key. */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "use", "g", "path", "line", "polyline", "circle", "text"]);
const LIVE = new Set(["value", "checked", "hidden", "disabled"]);
const drawn = new WeakMap();

/** An element to draw. `props`: key, class, on: {event: function}, style: {name: value}, own, attributes. */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children: flat(children) };
}

function flat(children) {
  return children.flat(Infinity).filter((child) =>
    child !== null && child !== undefined && child !== false && child !== ""
  ).map((child) => (typeof child === "object" ? child : { tag: "#text", props: {}, text: String(child) }));
}

/** Make the children of `parent` those that `nodes` describe. */
export function patch(parent, nodes) {
  const wanted = flat([nodes]);
  const keys = withKeys(wanted);
  const had = new Map();
  for (const child of [...parent.childNodes]) {
    const known = drawn.get(child);
    const at = known ? keys.indexOf(known.key) : -1;
    if (at < 0 || wanted[at].tag !== known.node.tag) child.remove();
    else had.set(known.key, child);
  }
  let next = parent.firstChild;
  wanted.forEach((node, i) => {
    const element = had.get(keys[i]) ?? create(node);
    update(element, node, keys[i]);
    if (element === next) next = next.nextSibling;
    else parent.insertBefore(element, next);
  });
}

function withKeys(nodes) {
  const counts = new Map();
  return nodes.map((node) => {
    if (node.props.key !== undefined) return `key ${node.props.key}`;
    const count = counts.get(node.tag) ?? 0;
    counts.set(node.tag, count + 1);
    return `${node.tag} ${count}`;
  });
}

function create(node) {
  if (node.tag === "#text") return document.createTextNode(node.text);
  return SVG_TAGS.has(node.tag) ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
}

function update(element, node, key) {
  const before = drawn.get(element)?.node;
  drawn.set(element, { key, node });
  if (node.tag === "#text") {
    if (element.data !== node.text) element.data = node.text;
    return;
  }
  const old = before?.props ?? {};
  for (const name of Object.keys(old)) if (!(name in node.props)) set(element, name, undefined, old[name]);
  for (const [name, value] of Object.entries(node.props)) {
    if (!LIVE.has(name) && value !== old[name]) set(element, name, value, old[name]);
  }
  if (!node.props.own) patch(element, node.children);
  // After the children: a select takes its value only from options that exist.
  for (const name of LIVE) {
    if (name in node.props && element[name] !== node.props[name]) element[name] = node.props[name];
  }
}

function set(element, name, value, old) {
  if (name === "key" || name === "own") return;
  if (name === "on") setListeners(element, value ?? {}, old ?? {});
  else if (name === "style") {
    for (const [key, to] of Object.entries(value ?? {})) element.style.setProperty(key, to);
  } else if (LIVE.has(name)) element[name] = name === "value" ? "" : false;
  else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Drop what a listener returns: for a browser `false` would cancel the key in a field. */
function setListeners(element, listeners, old) {
  for (const name of Object.keys(old)) if (!(name in listeners)) element[`on${name}`] = null;
  for (const [name, listener] of Object.entries(listeners)) {
    element[`on${name}`] = listener && ((/** @type {Event} */ event) => void listener(event));
  }
}

// With its version, so that no icon is asked for again: one that is first shown while the link is cut is
// there too.
const SPRITE = (document.querySelector(".kept use")?.getAttribute("href") ?? "").split("#")[0];

/** The address of an icon's drawing. */
export function iconAddress(name) {
  return `${SPRITE}#${name}`;
}

/** The element of the page with this id, which its template has. */
export function placed(/** @type {string} */ id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** One of the kit's icons, coloured by the CSS `color` where it stands. */
export function icon(name, look = "") {
  return h("svg", { class: `icon ${look}`, viewBox: "0 0 64 64", "aria-hidden": "true" },
    h("use", { href: iconAddress(name) }));
}

/** A button that says why it cannot: `refused` (by a `rule`) is told to `tell` on a tap instead of `act`. */
export function button(props, ...children) {
  const { act, refused, rule, tell, look = "", ...rest } = props;
  const cannot = refused !== undefined && refused !== null && refused !== false;
  return h("button", { type: "button", ...rest, class: `button ${look}`,
    "aria-disabled": cannot ? "true" : undefined,
    on: { click: (event) => (cannot ? tell(refused, rule) : act(event)) } }, ...children);
}

/** The cross that closes what it lies on; `label` is what it is called. */
export function cross(/** @type {string} */ label, /** @type {() => void} */ act) {
  return button({ key: "close", look: "cross", "aria-label": label, act }, "×");
}

const REPEAT_AFTER_MS = 500;
const REPEAT_MS = 150;

/** A button that goes on acting while it is held down, as long as it can. */
export function repeatButton(props, ...children) {
  const { act, look = "", ...rest } = props;
  const again = (element, ms) => {
    element.repeats = setTimeout(() => {
      if (element.disabled || !element.isConnected) return;
      element.wasHeld = true;
      element.click();
      again(element, REPEAT_MS);
    }, ms);
  };
  const begin = ({ currentTarget: element, button: which, pointerId }) => {
    end({ currentTarget: element });
    element.wasHeld = false;
    if (which !== 0) return;
    // What its own clicks bring up may move it from under the finger.
    element.setPointerCapture(pointerId);
    again(element, REPEAT_AFTER_MS);
  };
  const end = ({ currentTarget: element }) => clearTimeout(element.repeats);
  // Letting go of a key that has acted is no tap on it; its own clicks come without a finger.
  const click = (event) => (event.detail === 0 || !event.currentTarget.wasHeld) && act(event);
  const on = { click, pointerdown: begin, pointerup: end, pointerleave: end, pointercancel: end, blur: end };
  on.contextmenu = (event) => event.preventDefault();
  return h("button", { type: "button", ...rest, class: `button ${look}`, on }, ...children);
}

const HOLD_MS = 900;

/** A button that acts only after it was held down for a moment; `tapped` is what a shorter touch does. */
export function holdButton(props, ...children) {
  const { act, tapped = () => {}, look = "", ...rest } = props;
  const begin = (event) => {
    const element = event.currentTarget;
    if (element.holdTimer || (event.type === "keydown" && ![" ", "Enter"].includes(event.key))) return;
    if (event.type === "keydown") event.preventDefault();
    element.classList.add("is-held");
    element.wasHeld = false;
    element.holdTimer = setTimeout(() => {
      end({ currentTarget: element });
      element.wasHeld = true;
      act();
    }, HOLD_MS);
  };
  const end = ({ currentTarget: element }) => {
    clearTimeout(element.holdTimer);
    element.holdTimer = null;
    element.classList.remove("is-held");
  };
  const on = { pointerdown: begin, keydown: begin, pointerup: end, pointerleave: end, pointercancel: end };
  on.keyup = end;
  on.blur = end;
  on.click = ({ currentTarget: element }) => !element.wasHeld && tapped();
  on.contextmenu = (event) => event.preventDefault();
  return h("button", { type: "button", ...rest, class: `button hold ${look}`, on }, ...children);
}
