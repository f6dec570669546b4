/**
 * What the scripts of the pages work with, for the type checker alone. All that the kit sends or takes comes from
 * its own description, so a script that reads a field which the kit no longer sends is an error of `make lint`.
 */

type Schemas = import("../../.venv/node/api").components["schemas"];
type Paths = import("../../.venv/node/api").paths;

/** `T` with other types for what the description leaves open. */
type Given<T, Known> = Omit<T, keyof Known> & Known;

type Options = Record<string, any>;
type Frame = Given<
  Schemas["MatchFrame"],
  { can: Record<string, any>; kit: { name: string; battery?: number | null; check: string | null; hub?: HubView; mqtt?: { state: string; says: string } }; setup: Record<string, any> }
>;
/** How the field stands with its hub; `minutes` since it answered, null before the first answer. */
type HubView = { state: string; have: number; of: number; minutes: number | null; says: string; event: string; practice: boolean };
type MatchView = Frame & Given<Schemas["MatchView"], { options: Options }>;
type BoardView = Schemas["BoardFrame"] & Given<Schemas["BoardView"], { options: Options }>;
type KitView = Given<Schemas["KitView"], { now: number }>;
type Team = Schemas["TeamView"];
type Hoop = Schemas["HoopView"];
type Pending = Schemas["PendingView"];
type Alarm = Schemas["AlarmView"];
type Lesson = Schemas["LessonView"];
type Check = Schemas["CheckView"];

/** A command as a page gives it: its id, and what any command may carry, are added on the way. */
type Command = WithoutId<Paths["/api/commands"]["post"]["requestBody"]["content"]["application/json"]>;
type WithoutId<C> = C extends { type: string } ? { type: C["type"] } & Partial<Omit<C, "type" | "id">> : never;
/** What the kit's own page orders. */
type Order = Paths["/api/kit"]["post"]["requestBody"]["content"]["application/json"];

/** A sentence by its key, filled in. */
type Say = (key: string, fill?: Record<string, any>) => string;
type Tell = (text: string, rule?: string | null) => void;
type Panel = { name: string; back?: () => void; [own: string]: any };

/** What a game's module for the tablet works with. */
type Tablet = {
  view: MatchView;
  say: Say;
  memory: Record<string, any>;
  panel: Panel | null;
  away: boolean;
  phones: number;
  clock: { now: () => number; rate: number };
  send: (command: Command, how?: { urgent?: boolean; orElse?: string | null }) => Promise<any>;
  waits: (command: Command) => boolean;
  underWay: (type: string) => any;
  ask: (command: Command) => Promise<any>;
  look: (query: Record<string, string>) => Promise<any>;
  open: (name: string, state?: Record<string, any>) => void;
  close: () => void;
  tell: Tell;
  draw: () => void;
  drawIn: (ms: number) => void;
  leave: () => Promise<void>;
  newCode: (seat?: string) => Promise<any>;
  seatTokens: (seats: string[]) => Promise<Record<string, string> | null>;
  sound: { stopNow: (id: string) => void; refused: () => void; view: (view: Frame, felt: any) => void; heard: () => void; plates: (isCounted?: boolean) => any; panel: (tablet: any, panel: any) => any };
};

/**
 * What a panel about one team of Full-Contact Catan works with: `own` is the team with its balls and cards, `can` what it
 * may do now, `submit` sends what is chosen (the referee's tablet) or proposes it (a captain's phone).
 */
type TeamPage = {
  card_list: any[];
  view: any;
  own: any;
  can: { buy: Record<string, any>; use_card: Record<string, any>; trade: string[]; place: string[]; gifts: boolean; plenty: number; targets: string[] };
  isPhone: boolean;
  submit: (command: any) => Promise<any>;
  say: Say;
  tell: Tell;
  memory: Record<string, any>;
  draw: () => void;
  open: (name: string, state?: Record<string, any>) => void;
  close: () => void;
};

/** A tablet of any game: what a part that all games share may ask. */
type AnyTablet = Given<Tablet, { view: Frame }>;

/** The views of Big Game, Big Honor: the referee's, and the public one that a phone follows. */
type HonorOwn = Given<Schemas["HonorView"], { offers: Record<string, any> }>;
type HonorView = Frame & HonorOwn;
type HonorTablet = Given<Tablet, { view: HonorView }>;
type HonorSeat = Given<Seat, { view: Schemas["BoardFrame"] & HonorOwn }>;

/** The view of a hall that its conductor sees, and what its console works with. */
type HallView = Frame & HallOwn & { kit: { whistle?: string; screens: number } };
type HallOwn = Given<Schemas["HallView"], { options: Options; refusals: Record<string, { text: string; rule: string | null }> }>;
type HallGuide = Schemas["HallGuide"];
type HallTablet = Given<Tablet, { view: HallView }>;

/**
 * What a game's module for a player's phone works with; `side` is the player's own, or what the module's `seatOf(view,
 * seat)` gave for the id of the seat.
 */
type Seat = {
  view: any;
  side: any;
  seat: string;
  say: Say;
  send: (command: Command) => Promise<any>;
  ask: (query: Record<string, string>) => Promise<any>;
  tell: Tell;
  memory: Record<string, any>;
  draw: () => void;
  changed: () => void;
};

/** A phone in a hall: `side` is the seat in words, with the colour and mark of its group. */
type HallPhone = Given<Seat, { view: Schemas["BoardFrame"] & Schemas["HallBoard"]; side: { name: string; colour: string; mark: string } }>;
/** The claim form, as it is counted on a phone or printed. */
type HallForm = Record<string, number | boolean>;

/** What a game's module for captains works with: `own` is what the kit tells this team alone. */
type CaptainPhone = {
  view: any;
  own: any;
  side: any;
  say: Say;
  send: (command: Command) => Promise<any>;
  tell: Tell;
  memory: Record<string, any>;
  draw: () => void;
};

/** What a game's module for the crew works with. */
type Crew = { view: any; say: Say; send: (command: Command) => Promise<void>; tell: Tell };

/** What the parts of the kit's own page work with. */
type KitPage = {
  view: KitView;
  hoops: any[];
  teams: any[];
  owners: { name: string; module: any; offer: any; say: Say; title: string }[];
  memory: Record<string, any>;
  say: Say;
  send: (order: Order) => Promise<boolean>;
  tell: (text: string) => void;
  draw: () => void;
};
