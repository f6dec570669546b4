/** The form of a set-up, kept until the match is made, and matches of a schedule set up with one tap. */

const SAVED_FORM = "setup";

/** The set-up's data: colours, field, the options' defaults and limits. */
export function offered(/** @type {MatchView} */ view) {
  return view.setup.full_contact;
}

/** The form, which survives a reload, and `change(changes)`, which keeps it and draws it again. */
export function formOf(/** @type {Tablet} */ tablet) {
  const { view, memory } = tablet;
  memory.setup ??= (memory.editing ? null : kept(view)) ?? fresh(view);
  const form = memory.setup;
  const change = (changes) => {
    Object.assign(form, changes);
    // Without the seed: who knows it knows the cards to come.
    if (!memory.editing) sessionStorage.setItem(SAVED_FORM, JSON.stringify({ ...form, seed: "" }));
    tablet.draw();
  };
  return { form, change, given: offered(view) };
}

/** The form is done with. */
export function forget(/** @type {Tablet} */ { memory }) {
  sessionStorage.removeItem(SAVED_FORM);
  Object.assign(memory, { setup: null, again: false, editing: false });
}

/** Four teams at the start hoops from left to right: good to begin with as it is. */
function fresh(/** @type {MatchView} */ view) {
  const given = offered(view);
  const { teams: count, players } = given.limits;
  return { count: count.max,
    teams: settled(given.teams.map((team) => ({ ...team, name: "", players: players.min, start_hoop: null })),
      view, count.max), chosen: given.teams[0]?.id ?? null, full: null, practice: false, options: {},
    seed: "" };
}

/** The form as this tab had it before it was loaded again, if it is one of this kit's field. */
function kept(/** @type {MatchView} */ view) {
  const form = JSON.parse(sessionStorage.getItem(SAVED_FORM) ?? "null");
  const colours = (teams) => teams.map((team) => team.id).sort().join();
  return form && colours(form.teams) === colours(offered(view).teams) ? form : null;
}

/** The form of a match that is there: its teams at their hoops, and its options that are not the usual. */
export function asPlayed(/** @type {MatchView} */ view, form) {
  const last = view.teams.map((team) => ({ ...team,
    start_hoop: view.hoops.find((hoop) => hoop.starting && hoop.team === team.id)?.id ?? null })
  );
  const others = form.teams.filter((team) => !last.some((one) => one.id === team.id));
  return { count: last.length, teams: [...last, ...others.map((team) => ({ ...team, start_hoop: null }))],
    full: view.full_game ?? null };
}

/** Begin to change the set-up of the match that is ready. */
export function edit(/** @type {Tablet} */ tablet) {
  const { view, memory, draw } = tablet;
  Object.assign(memory, { setup: null, editing: true });
  const form = fresh(view);
  Object.assign(form, asPlayed(view, form), { practice: view.practice, chosen: view.teams[0].id });
  const given = offered(view);
  for (const { name } of given.fields) {
    const value = view.options[name];
    if (value !== undefined && !same(value, usual(form, given, name))) form.options[name] = value;
  }
  memory.setup = form;
  draw();
}

/** The value of an option that nobody changes. */
export function usual(form, given, name) {
  return given.options[name]
    ?? (name === "target" ? given.targets?.[form.full ? "full_game" : "usual"] : undefined);
}

/** True for two values of an option that are the same; names that one of them lacks are open. */
export function same(a, b) {
  if (!isNamed(a) || !isNamed(b)) return JSON.stringify(a) === JSON.stringify(b);
  return Object.keys(a).every((name) => !(name in b) || a[name] === b[name]);
}

function isNamed(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first `count` teams each at a start hoop: their own, or the first that is free, from left to right. */
export function settled(teams, /** @type {MatchView} */ view, count) {
  const taken = new Set(teams.slice(0, count).map((team) => team.start_hoop));
  const free = startHoops(view).filter((hoop) => !taken.has(hoop.id));
  return teams.map((team, i) => ({ ...team,
    start_hoop: i < count ? (team.start_hoop ?? free.shift()?.id ?? null) : null })
  );
}

export function startHoops(/** @type {MatchView} */ view) {
  return offered(view).hoops.filter((hoop) => hoop.start).sort((a, b) => a.x - b.x);
}

export function playing(form) {
  return form.teams.slice(0, form.count);
}

/** The chosen team wants a hoop: who was only put there makes room, else lots decide (FC-4). */
export function claimed(form, hoop, /** @type {MatchView} */ view) {
  const wish = form.teams.map((team) =>
    team.id === form.chosen ? { ...team, start_hoop: hoop, wants: true } : team
  );
  const makesRoom = (team) => team.id !== form.chosen && team.start_hoop === hoop && !team.wants;
  const teams = settled(wish.map((team) => (makesRoom(team) ? { ...team, start_hoop: null } : team)), view,
    form.count);
  const at = teams.findIndex((team) => team.id === form.chosen);
  return { teams, chosen: teams[(at + 1) % form.count].id };
}

/** The hoops that more than one team wants, with those teams. */
export function wanted(form) {
  const teams = playing(form);
  const hoops = [...new Set(teams.map((team) => team.start_hoop).filter(Boolean))];
  const at = (hoop) => ({ hoop, teams: teams.filter((team) => team.start_hoop === hoop) });
  return hoops.map(at).filter((one) => one.teams.length > 1);
}

/** Draw lots for every hoop that two want: who loses gets one that nobody wants. */
export function drawn(form, /** @type {MatchView} */ view) {
  const place = new Map();
  for (const { hoop, teams } of wanted(form)) place.set(teams[chance(teams.length)].id, hoop);
  const losers = wanted(form).flatMap(({ teams }) => teams).filter((team) => !place.has(team.id));
  const taken = new Set([
    ...playing(form).filter((team) => !losers.includes(team)).map((team) => team.start_hoop),
    ...place.values(),
  ]);
  const free = startHoops(view).map((hoop) => hoop.id).filter((hoop) => !taken.has(hoop));
  for (const team of losers) place.set(team.id, free.splice(chance(free.length), 1)[0] ?? null);
  return form.teams.map((team) => (place.has(team.id) ? { ...team, start_hoop: place.get(team.id) } : team));
}

function chance(n) {
  return crypto.getRandomValues(new Uint32Array(1))[0] % n;
}

/** The parts by which the tablet's first screen sets up a match of the schedule. */
export function scheduled(/** @type {Tablet} */ tablet) {
  const { view, say } = tablet;
  const cannot = ({ teams: { length: n } }) => {
    const { min, max } = offered(view).limits.teams;
    return n >= min && n <= Math.min(max, startHoops(view).length) ? null : say("next_misfit", { n });
  };
  return { begin: (match) => begin(tablet, match), cannot };
}

/** Create the match with its teams in place; whether the kit took it. The rest is as the form has it. */
async function begin(/** @type {Tablet} */ tablet, match) {
  const { view, send, draw } = tablet;
  if (!(await send(command(view, formOf(tablet).form, match)))) return false;
  forget(tablet);
  draw();
  return true;
}

/** @returns {Command} */
function command(/** @type {MatchView} */ view, form, match) {
  const sides = sidesOf(match.teams, offered(view).teams.map((team) => team.id));
  const hoops = startHoops(view);
  const { min, max } = offered(view).limits.players;
  return { type: "create_match", game: "full_contact", teams: match.teams.map(({ name, players }, i) => {
    const usual = form.teams.find((team) => team.id === sides[i])?.players ?? min;
    const count = players.length ? Math.min(max, Math.max(min, players.length)) : usual;
    return { id: /** @type {any} */ (sides[i]), name, players: count, start_hoop: hoops[i]?.id ?? "" };
  }), full_game: form.full ?? false, practice: form.practice, options: form.options,
    scheduled: { id: match.id,
      teams: Object.fromEntries(match.teams.map(({ team }, i) => [sides[i], team])) } };
}

/** A colour for each team: the one it was first to wish for, else one that nobody wishes for. */
function sidesOf(teams, colours) {
  const isFirst = (colour, i) => teams.findIndex((other) => other.colour === colour) === i;
  const wished = teams.map(({ colour }, i) => colours.includes(colour) && isFirst(colour, i) ? colour : null);
  const free = colours.filter((colour) => !wished.includes(colour));
  return wished.map((colour) => colour ?? free.shift());
}

/** The teams of the sides of a scheduled match after a change: who changed the colour keeps its name. */
export function stillScheduled(/** @type {MatchView} */ view, teams) {
  if (!view.scheduled) return {};
  const { id, teams: before } = view.scheduled;
  const named = new Map(view.teams.map((team) => [team.name, before[team.id]]));
  const known = teams.map((team) => [team.id, named.get(team.name.trim()) ?? before[team.id]]).filter((one) =>
    one[1]
  );
  const once = known.filter(([, team], i) => known.findIndex(([, other]) => other === team) === i);
  return { scheduled: { id, teams: Object.fromEntries(once) } };
}
