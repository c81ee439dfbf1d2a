// Made by "python -m grognard.server.messages.typescript" from the types of the server.
/* eslint-disable */

/** One answer that may be given. `do` is what to send back; `noun` is an index of its `kind`. */
export interface Option {
  do: string;
  verb: string;
  label: string;
  kind: "hex" | "none" | "number" | "side" | "unit";
  noun: number;
}

/** A verb with the nouns it may take. An answer is written as the verb and the noun's own name. The name of a hex, box, hexside or counter is on the board or in the list of counters; numbers that have names of their own come with them. `phrase` has {} where the noun's name goes. */
export interface OfferView {
  verb: string;
  kind: "hex" | "none" | "number" | "side" | "unit";
  role: string;
  phrase: string;
  tone?: string;
  nouns?: number[];
  low?: number;
  high?: number;
  costs?: number[];
  words?: string[];
  names?: string[];
  notes?: [number, string][];
  shares?: number[];
  manner?: "" | "grave" | "rare";
}

/** A way to answer this question, which a seat can make a standing order. */
export interface PolicyView {
  name: string;
  text: string;
}

/** A line of a lesson's guide: it is true now, and what it tells to do is offered. */
export interface Tip {
  do: string;
  try: string;
  why?: string;
}

/** The Ask as the side that answers it sees it. Send `number` back with the answer. */
export interface AskView {
  number: number;
  side: number;
  procedure: string;
  step: string;
  title: string;
  sentence: string;
  rules: string[];
  offers: OfferView[];
  reach?: OfferView | null;
  cost_parts?: number;
  usual?: string;
  policies?: PolicyView[];
  is_chance?: boolean;
  typed?: string;
  is_secret?: boolean;
  held?: number[];
  target?: number;
  draft?: Option[];
  tip?: Tip | null;
}

/** One line of a sheet. */
export interface SheetTerm {
  label: string;
  value: string;
  rule?: string;
  house?: boolean;
  bad?: boolean;
}

/** An explanation sheet: ordered terms that end in a total. */
export interface Sheet {
  title: string;
  terms: SheetTerm[];
  total: string;
}

/** How one unit is supplied: its line from its hex on, or the hexes where it is cut. */
export interface SupplyLineView {
  unit: number;
  sheet: Sheet;
  hexes?: number[];
  cut?: number[];
}

/** What an attack does if its open question is answered in this `way`: for each thing measured its values. Each value comes with its chance and the two numbers between which that lies, at 95 %. */
export interface WayOdds {
  way: string;
  chances: Record<string, [number, number, number, number][]>;
  means: Record<string, number>;
  plays: number;
  sampled?: number;
}

/** Secret options: a row for each of this side's, a column for each of the other's. */
export interface MatrixView {
  rows: Option[];
  columns: Option[];
  barred: Record<string, string>;
  says: Record<string, string>;
  high_is_good: boolean;
}

/** What one option does against another: chance and losses, each from the least to the greatest. They differ where the other side has still something to choose. */
export interface CellView {
  row: string;
  column: string;
  chance: [number, number];
  mine: [number, number];
  theirs: [number, number];
}

/** A later question that can be planned: the ways to answer it, each a row of answers. */
export interface PlanView {
  step: string;
  title: string;
  note: string;
  choices: string[][];
  names: string[];
  costs: string[];
}

/** An answer at hand that leads straight to a roll, and the chance of what that is for. */
export interface AnswerView {
  do: string;
  what: string;
  chance: [number, number];
  mine: [number, number];
  theirs: [number, number];
}

/** A hexside on a line of sight, by the hexes it parts; the same hex twice where a whole hex matters. */
export interface SightCross {
  first: number;
  second: number;
  what: string;
  blocks: boolean;
}

/** One line of the log. `n` is the Ask number it led to, as this side counts them. `why` is the reason of a computer player for what the line tells. */
export interface Line {
  n: number;
  kind: string;
  text: string;
  rule?: string;
  facts?: number[];
  why?: string;
  way?: number[];
  hexes?: number[];
}

/** A cell of one of the game's tables, by the labels of its row and column. */
export interface ChartCell {
  table: string;
  row: string;
  column: string;
}

/** An answer of chance that this side may know, and how likely it was. */
export interface Dice {
  n: number;
  title: string;
  label: string;
  do: string;
  share: number;
  rule?: string;
  faces?: number[];
  worse?: number;
  cell?: ChartCell | null;
}

/** An attack that was rolled for. Its story are the lines and dice with `n` from `begin` to `until`. */
export interface Battle {
  begin: number;
  roll: number;
  sheets: Sheet[];
  until?: number;
  told?: string;
}

/** Who plays a side. */
export interface Person {
  side: number;
  name: string;
  by: "computer" | "person";
  level?: string;
  online?: boolean;
  connections?: number;
  invited?: boolean;
}

/** How the game ended; `winner` is -1 in a draw. */
export interface Ending {
  winner: number;
  result: string;
}

/** The rule that stands in the way of something. */
export interface Barred {
  rule: string;
  why: string;
  fix?: string;
}

/** A place that counts for a side. `hex` is where its flag stands. */
export interface ObjectiveView {
  hex: number;
  name: string;
  points: string;
  side: number;
  held?: boolean;
}

/** Where counters have gone: the hexes of the way, or its two ends. */
export interface ArrowView {
  hexes: number[];
  side: number;
  count?: number;
  retreat?: boolean;
}

/** A battle: where, and between which Ask numbers. */
export interface HappenedView {
  hex: number;
  kind: "air" | "battle";
  begin: number;
  until: number;
}

/** A level of victory, as this side reads it; `winner` is -1 in a draw. */
export interface RungView {
  name: string;
  winner: number;
  least?: number | null;
}

/** Something that counts and is no place, such as a step lost. */
export interface WorthView {
  name: string;
  points: string;
}

/** Who comes in a turn of the scenario, which counts from 1. */
export interface ArrivalView {
  turn: number;
  side: number;
  units: string[];
}

/** What a side sees of a position. */
export interface Scene {
  side: number;
  number: number;
  turn: number;
  header: string;
  tracks: Track[];
  pieces: Piece[];
  holder: number[];
  marks: Record<string, number[]>;
  side_marks: Record<string, number[]>;
}

/** A number or word kept beside the map: turn, weather, supply points. */
export interface Track {
  label: string;
  value: string;
  rule: string;
  house: boolean;
  way: number;
}

/** A counter on the map as a side sees it. An unknown one has no `unit`, only its side and place. What is no counter of its own, such as supply, has no `unit` either: its `text` says what it is. */
export interface Piece {
  hex: number;
  side: number;
  unit: number;
  face: number;
  badges: string[];
  text: string;
  steps: number;
  amount: number;
}

/** What is different from the scene before. Set `length`, then put each value at its place. */
export interface Changes {
  number: number;
  header?: string;
  turn?: number;
  tracks_length?: number;
  tracks?: [number, Track][];
  pieces_length?: number;
  pieces?: [number, Piece][];
  holder?: [number, number][];
  marks?: Record<string, number[]>;
  side_marks?: Record<string, number[]>;
}

/** The seat this socket sits in. No sides: a spectator. */
export interface Seat {
  kind: "player" | "watch";
  sides: number[];
}

/** The first message: which table, and the seat's secret. `seen` is the last number the client knows. */
export interface Hello {
  type: "hello";
  id: string;
  table: string;
  token?: string;
  key?: string;
  seen?: number;
}

/** An answer to the Ask `number`. `side` only where a seat plays several. */
export interface GiveAnswer {
  type: "answer";
  id: string;
  number: number;
  choice: string;
  side?: number | null;
}

/** A row of answers from the Ask `number` on, given, shown and taken back as one. */
export interface GiveOrder {
  type: "order";
  id: string;
  number: number;
  choices: string[];
  side?: number | null;
}

/** Wants to see the Ask after these answers, without giving them. */
export interface AskPeek {
  type: "peek";
  id: string;
  choices: string[];
  side?: number | null;
}

/** Standing orders of a side: by step the name of the policy that answers it; "ask" to be stopped there. The step "*" stands for all. They take the place of those before. */
export interface SetStanding {
  type: "set_standing";
  id: string;
  orders: Record<string, string>;
  side?: number | null;
}

/** What the dice on the players' own table show, in a game whose dice are typed in. */
export interface TypedDie {
  type: "typed_die";
  id: string;
  number: number;
  choice: string;
}

/** Take the side's last order back. */
export interface Undo {
  type: "undo";
  id: string;
  side?: number | null;
}

/** Wants a map overlay by its name. */
export interface AskOverlay {
  type: "ask_overlay";
  id: string;
  name: string;
}

/** Would this choice be allowed, and if not, why? */
export interface Why {
  type: "why";
  id: string;
  choice: string;
  side?: number | null;
}

/** Somebody clicked where nothing can be chosen: why not? `unit` is the counter that was clicked. `after`: answers that are chosen and not given yet, as in `peek`. */
export interface WhyHere {
  type: "why_here";
  id: string;
  hex: number;
  unit?: number;
  after?: string[];
  side?: number | null;
}

/** Wants the way that an offered choice of a hex goes, and what it costs. `after`: answers that are chosen and not given yet, as in `peek`. */
export interface AskPath {
  type: "path";
  id: string;
  choice: string;
  after?: string[];
  side?: number | null;
}

/** How are the own units in a hex supplied? */
export interface AskSupply {
  type: "supply";
  id: string;
  hex: number;
}

/** Does one hex see another, in a game that has lines of sight? */
export interface AskSight {
  type: "sight";
  id: string;
  here: number;
  there: number;
}

/** Wants the score, term by term. */
export interface AskScore {
  type: "score";
  id: string;
}

/** Wants the briefing of the scenario for the side that is looked at. */
export interface AskBriefing {
  type: "briefing";
  id: string;
}

/** Wants the story of the other side's last turn. */
export interface AskSince {
  type: "since";
  id: string;
}

/** Wants one of the game's plans for the side that is looked at. */
export interface AskPlan {
  type: "plan";
  id: string;
  name: string;
}

/** Wants the chances of the attack on the table, or of the one that was there at Ask number `n`. */
export interface AskOdds {
  type: "odds";
  id: string;
  n?: number;
}

/** Wants the card of the roll that is about to be chosen. A later one lets go of it. `after`: answers that are chosen and not given yet, as in `peek`; `plan`: how this side means to answer later questions; `row`: the option of the matrix to work out. None of them leaves this question. */
export interface AskCard {
  type: "card";
  id: string;
  after?: string[];
  plan?: string[];
  row?: string;
  only_row?: boolean;
  side?: number | null;
}

/** Wants to know what the computer would answer here. `after`: as in `path`. */
export interface AskHint {
  type: "hint";
  id: string;
  level?: string;
  after?: string[];
}

/** Wants the position at the Ask `n`, as this side saw it; `whole`: where the order there ended. */
export interface ReplayAt {
  type: "replay_at";
  id: string;
  n: number;
  whole?: boolean;
}

/** Something to say to everybody at the table. */
export interface Chat {
  type: "chat";
  id: string;
  text: string;
}

/** How long the computer waits before it answers, or whether it waits for `step`. */
export interface Pace {
  type: "pace";
  id: string;
  delay?: number;
  paused?: boolean;
}

/** One answer of a paused computer. */
export interface StepOn {
  type: "step";
  id: string;
}

/** Which of a seat's several sides to look at. */
export interface Look {
  type: "look";
  id: string;
  side: number;
}

/** An answer, undo or question that a rule forbids. Nothing has changed. */
export interface Refused {
  type: "refused";
  id: string;
  rule: string;
  why: string;
  fix?: string;
}

/** Everything this seat sees. Comes after hello, after an undo, and when a hot seat changes sides. */
export interface State {
  type: "state";
  table: string;
  game: string;
  scenario: string;
  options: Record<string, boolean>;
  dice: "rolled" | "typed";
  seat: Seat;
  side: number;
  version: number;
  scene: Scene;
  ask: AskView | null;
  waiting: number[];
  waiting_for: string;
  place: string[];
  sheets: Sheet[];
  target: number;
  log: Line[];
  battles: Battle[];
  rolls: Dice[];
  chat: Said[];
  undo_barred: Barred | null;
  standing: Record<string, string>;
  people: Person[];
  pace: number;
  paused: boolean;
  over: Ending | null;
  title: string;
  setting: string;
  is_private: boolean;
}

/** Somebody's words. `by` is a side's name, "spectator", or "table". */
export interface Said {
  type: "chat";
  by: string;
  text: string;
  at: number;
}

/** What has changed for this seat. What is left out is as before. */
export interface Update {
  type: "update";
  version: number;
  changes: Changes;
  ask?: AskView | null;
  waiting?: number[];
  waiting_for?: string;
  place?: string[];
  sheets?: Sheet[];
  target?: number;
  log?: Line[];
  dice?: Dice[];
  battles?: Battle[];
  undo_barred?: Barred | null;
  over?: Ending;
}

/** The message was carried out and is kept. `number` is the Ask the side is at now. */
export interface Ok {
  type: "ok";
  id: string;
  number: number;
}

/** The reply to `order`: it was carried out, or as far as it went. `waits`: the rest goes on by itself after a roll or another side's answer, unless something happens to it. */
export interface OrderDone {
  type: "order_done";
  id: string;
  number: number;
  waits?: boolean;
  stopped?: Barred | null;
}

/** The reply to `peek`: the Ask after the answers, as the side would see it. */
export interface Peeked {
  type: "peeked";
  id: string;
  given?: string[];
  ask?: AskView | null;
  sheets?: Sheet[];
  waits?: boolean;
  refused?: Barred | null;
}

/** The reply to `why` and `why_here`. */
export interface Ruling {
  type: "ruling";
  id: string;
  allowed: boolean;
  rule?: string;
  why?: string;
  fix?: string;
}

/** The reply to `ask_overlay`: a label for each hex it marks. */
export interface OverlayShown {
  type: "overlay";
  id: string;
  name: string;
  title: string;
  hexes: [number, string][];
}

/** The reply to `path`: the hexes of the way, its start first. Neither for a choice that moves nobody. */
export interface PathShown {
  type: "path";
  id: string;
  hexes?: number[];
  sheet?: Sheet | null;
  warning?: string;
}

/** The reply to `supply`: the line of each own unit in a hex, or where it is cut. */
export interface SupplyShown {
  type: "supply";
  id: string;
  hex: number;
  lines?: SupplyLineView[];
}

/** The reply to `sight`: the line hexside by hexside, and the sheet that says why. */
export interface SightShown {
  type: "sight";
  id: string;
  here: number;
  there: number;
  is_clear: boolean;
  crossed: SightCross[];
  sheet: Sheet;
}

/** The reply to `score`: how the game stands; nothing where this side may not know. */
export interface ScoreShown {
  type: "score";
  id: string;
  sheet?: Sheet | null;
  score?: number | null;
  unit?: string;
  now?: string;
  needs?: string;
  points?: number;
  rungs?: RungView[];
  objectives?: ObjectiveView[];
}

/** The reply to `briefing`: what this side needs to know before it begins. */
export interface BriefingShown {
  type: "briefing";
  id: string;
  title: string;
  you: string;
  commands: [string, string][];
  situation: string;
  date: string;
  minutes: number;
  turns: number;
  score: ScoreShown;
  worths: WorthView[];
  special: string[];
  arrivals: ArrivalView[];
}

/** The reply to `since`: what the other side's last turn has changed. No title: nothing is to be told. */
export interface SinceShown {
  type: "since";
  id: string;
  n: number;
  title?: string;
  sentences?: string[];
  arrows?: ArrowView[];
  happened?: HappenedView[];
  reasons?: string[];
}

/** The reply to `plan`. */
export interface PlanShown {
  type: "plan";
  id: string;
  sheets: Sheet[];
}

/** The reply to `odds`: for each way to answer the question an attack leaves open, what it then does. */
export interface OddsShown {
  type: "odds";
  id: string;
  names: string[];
  ways: WayOdds[];
  sheets: Sheet[];
  yes_or_no?: string[];
  draws?: number;
  note?: string;
}

/** The reply to `card`: what is about to be rolled for, how likely that is, and where it comes from. Where the other side has something to choose, numbers come from the least to the greatest. */
export interface CardShown {
  type: "card";
  id: string;
  number: number;
  kind?: "" | "attack" | "roll";
  title?: string;
  target?: number;
  what?: string;
  chance?: [number, number];
  mine?: [number, number];
  theirs?: [number, number];
  is_counted?: boolean;
  unit?: string;
  names?: string[];
  ways?: WayOdds[];
  yes_or_no?: string[];
  sheets?: Sheet[];
  draws?: number;
  note?: string;
  matrix?: MatrixView | null;
  cells?: CellView[];
  plans?: PlanView[];
  answers?: AnswerView[];
}

/** The reply to `hint`. */
export interface HintShown {
  type: "hint";
  id: string;
  option: Option;
  reason?: string;
}

/** The reply to `replay_at`. `last` is the number the game stands at now. */
export interface Replayed {
  type: "replay";
  id: string;
  n: number;
  last: number;
  onlooker: number;
  scene: Scene;
  place: string[];
  waiting: number[];
  waiting_for: string;
  before?: number;
  after?: number;
  sheets?: Sheet[];
  target?: number;
  log?: Line[];
}

/** Somebody came or left, or the computer's pace was changed. */
export interface People {
  type: "people";
  people: Person[];
  watching: number;
  pace: number;
  paused: boolean;
}

/** What the computer has just answered, and why; its reasons stand in the log as well (`Line.why`). */
export interface Thought {
  type: "thought";
  side: number;
  label: string;
  reason: string;
}

/** A message that could not be used. `code` is for programs, `what` and `fix` are for people. */
export interface Trouble {
  type: "error";
  code: "bad-message" | "no-hello" | "no-seat" | "not-now" | "not-yours" | "our-fault" | "too-fast" | "unknown";
  what: string;
  fix?: string;
  id?: string;
}

/** A scenario on the shelf. */
export interface ScenarioCard {
  id: string;
  title: string;
  summary: string;
  minutes: number;
  turns: number;
  notes: string[];
}

/** A reading that players can switch. */
export interface ToggleCard {
  id: string;
  text: string;
  default: boolean;
  rule: string;
}

/** A value that a calculator asks for; one of `choices`, if there are any. */
export interface FieldOut {
  name: string;
  label: string;
  default: string;
  choices: string[];
}

/** A sum of a game that needs no position: its form. */
export interface CalculatorOut {
  id: string;
  title: string;
  fields: FieldOut[];
  note: string;
}

/** What a calculator has found. */
export interface CalculatedOut {
  sheets: Sheet[];
  names: string[];
  ways: WayOdds[];
  yes_or_no: string[];
}

/** A game on the shelf. */
export interface GameCard {
  id: string;
  title: string;
  summary: string;
  prefix: string;
  sides: string[];
  scenarios: ScenarioCard[];
  toggles: ToggleCard[];
  levels: string[];
  picture: string;
  calculators: CalculatorOut[];
}

/** A line of the sequence of play. `id` is "procedure" or "procedure/step". */
export interface OutlineItem {
  id: string;
  kind: "action" | "decision" | "procedure" | "roll" | "sealed";
  title: string;
  rules: string[];
  items: OutlineItem[];
}

/** The lesson of a game: which scenario, who learns, and what it is all about. */
export interface GuideOut {
  scenario: string;
  side: number;
  start: string;
}

/** What the table needs of a game beside its board. */
export interface GameInfo {
  card: GameCard;
  outline: OutlineItem;
  called: OutlineItem[];
  verbs: Record<string, string>;
  overlays: Record<string, string>;
  tones: Record<string, "bad" | "good" | "plain">;
  headings: string[];
  has_sight: boolean;
  plans: Record<string, string>;
  motions: Record<string, string[]>;
  guide: GuideOut | null;
}

/** A named hex. */
export interface PlaceOut {
  hex: number;
  name: string;
  kind: string;
  mark: string;
  note: string;
}

/** A feature along hexsides: each side is a hex and a direction (N, NE, SE, S, SW, NW as 0 to 5). */
export interface RiverOut {
  name: string;
  kind: string;
  sides: [number, number][];
}

/** A road or railway through hexes. */
export interface RouteOut {
  id: string;
  name: string;
  kind: string;
  hexes: number[];
}

/** A place beside the map. */
export interface BoxOut {
  place: number;
  name: string;
  note: string;
}

/** How a side looks. */
export interface LiveryOut {
  ground: string;
  ink: string;
  box: string;
  box_ink: string;
  frame: string;
  pattern: string;
  shade: string;
}

/** A small sign on a counter or in a hex. */
export interface BadgeOut {
  words: string;
  svg: string;
}

/** A wash over the map while the track of that label shows one of the values. */
export interface TintOut {
  colour: string;
  strength: number;
  track: string;
  values: string[];
}

/** A map. Hexes are flat-top, numbered row by row; `x`, `y` are centres with hexes 1.0 high. */
export interface BoardOut {
  title: string;
  mark: string;
  note: string;
  columns: number;
  rows: number;
  lower: string;
  names: string[];
  boxes: BoxOut[];
  missing: number[];
  x: number[];
  y: number[];
  terrain: number[];
  terrain_kinds: string[];
  terrain_words: string[];
  sides: number[];
  side_kinds: string[];
  side_words: string[];
  links: number[];
  link_kinds: string[];
  link_words: string[];
  places: PlaceOut[];
  rivers: RiverOut[];
  routes: RouteOut[];
  areas: Record<string, number[]>;
  layers: Record<string, number[]>;
  liveries: LiveryOut[];
  badges: Record<string, BadgeOut>;
  tints: TintOut[];
  scene: string;
}

/** A counter as printed. Its number in the list is the `unit` of pieces and options. */
export interface CounterOut {
  id: string;
  name: string;
  side: number;
  kind: string;
  kind_words: string;
  size: string;
  faces: number[][];
  value_names: string[];
  parent: string;
  command: string;
  traits: string[];
  mark: string;
  note: string;
  steps: number;
}

/** Every counter face as an SVG document; `svg[unit][face]`, without badges. */
export interface Sprites {
  box: [number, number, number, number];
  svg: string[][];
  unknown: string[];
  pips: Record<string, string[]>;
  goods: Record<string, string[]>;
}

/** A row of a table: its label, its cells as they are printed, whose values they are, and a remark. */
export interface ChartRow {
  label: string;
  cells: string[];
  marks: string[];
  note: string;
}

/** A table of the game as this setting plays it. */
export interface ChartOut {
  name: string;
  title: string;
  columns: string[];
  rows: ChartRow[];
  rules: string[];
  note: string;
}

/** A rule of the ledger with its reading and the examples that show it. */
export interface RuleOut {
  id: string;
  chapter: string;
  text: string;
  reading: string;
  example: string;
  toggle: string;
  source: string;
  needs: string[];
  cases: number[];
}

/** A heading of the ledger. */
export interface ChapterOut {
  id: string;
  title: string;
  when: string;
}

/** The rules of a game, or those that a search found. */
export interface RulesOut {
  game: string;
  title: string;
  chapters: ChapterOut[];
  rules: RuleOut[];
}

/** An example of play. */
export interface CaseCard {
  number: number;
  title: string;
  story: string;
  rules: string[];
  setting: string;
}

/** An example after an answer, or after one that is refused; the first is what it begins with. */
export interface CaseStepOut {
  who: string;
  label: string;
  told: string[];
  rule: string;
  answers: number;
  side: number;
  scene: Scene;
  sentence: string;
  sheets: Sheet[];
  is_over: boolean;
}

/** An example of play, line by line. */
export interface CaseOut {
  card: CaseCard;
  steps: CaseStepOut[];
  expect: string[];
  faults: string[];
}

/** Who plays a side. Two sides by `me` is a hot seat. */
export interface SideSetup {
  by: "computer" | "friend" | "me";
  level?: string;
}

/** A player's own files, whole (docs/scenario-format.md), and which of them is what. */
export interface OwnFiles {
  files: Record<string, string>;
  scenario?: string;
  tables?: string;
}

/** One thing wrong in a file. */
export interface FaultOut {
  where: string;
  what: string;
  fix: string;
}

/** What a player's own files are: a scenario that can be played, or every fault in them. */
export interface OwnChecked {
  scenario: ScenarioCard | null;
  options: Record<string, boolean>;
  faults: FaultOut[];
}

/** A game to set up. `sides` in the order of the game's sides. */
export interface NewTable {
  game: string;
  scenario: string;
  sides: SideSetup[];
  options?: Record<string, boolean>;
  dice?: "rolled" | "typed";
  pace?: number;
  codes?: boolean;
  lesson?: boolean;
  after?: number;
  own?: OwnFiles | null;
}

/** A seat and its secret, told once: keep it, the server cannot tell it again. */
export interface SeatOut {
  kind: "friend" | "me" | "watch";
  sides: number[];
  token: string;
  link: string;
  place: number;
  invites: boolean;
  code: string;
}

/** What somebody is invited to. */
export interface InvitationOut {
  table: string;
  game: string;
  title: string;
  scenario_title: string;
  sides: string[];
  needs_code: boolean;
}

/** Whoever was invited takes the seat. */
export interface Acceptance {
  code?: string;
}

/** The new table. */
export interface TableMade {
  table: string;
  seats: SeatOut[];
}

/** How a game that other rules began would go on under those of this program, if its players agree. */
export interface OnwardOut {
  edition: number;
  since: number;
  is_whole: boolean;
  lost: number;
  agreed: boolean;
  waits_for: number;
}

/** A player has agreed that a game goes on under other rules. */
export interface WentOn {
  goes_on: boolean;
}

/** A game on the list of my games. */
export interface TableCard {
  table: string;
  game: string;
  title: string;
  scenario: string;
  scenario_title: string;
  kind: "friend" | "me" | "watch";
  sides: number[];
  header: string;
  answers: number;
  your_turn: boolean;
  result: string;
  created: number;
  closed: "" | "damaged" | "foreign";
  why: string;
  needs: string;
  onward: OnwardOut | null;
}

/** The seat that a link gave. */
export interface Claimed {
  table: string;
  game: string;
  scenario: string;
  kind: "friend" | "me" | "watch";
  sides: number[];
  place: number;
}

/** A position of a game as a seat may see it. */
export interface PositionOut {
  table: string;
  game: string;
  scenario: string;
  n: number;
  last: number;
  scene: Scene;
  place: string[];
  waiting: number[];
  waiting_for: string;
  sheets: Sheet[];
  log: Line[];
}

/** A part of the log, oldest first. */
export interface LogOut {
  lines: Line[];
  before: number;
}

/** Where a roll fell among all that could have been rolled, 0 to 100. */
export interface RollOut {
  n: number;
  step: string;
  after: string;
  do: string;
  chance: number;
  percentile: number;
}

/** The rolls of one kind; 50 is what the dice owe everybody. */
export interface LuckOut {
  step: string;
  after: string;
  rolls: number;
  mean_percentile: number;
}

/** What a turn cost: the game's measures from the start to its end. */
export interface TurnOut {
  turn: number;
  answers: number;
  n: number;
  measures: Record<string, number>;
}

/** The after-action report. */
export interface ReportOut {
  table: string;
  game: string;
  title: string;
  scenario: string;
  setting: string;
  answers: number;
  result: string;
  winner: string;
  turns: TurnOut[];
  events: Record<string, number>;
  luck: LuckOut[];
  rolls: RollOut[];
}

/** Is the server alive, and are the games where they are kept? */
export interface Health {
  ok: boolean;
  version: string;
  network: string[];
  build: string;
  last_commit: number;
  why: string;
}

/** What went wrong with a request, and what would mend it. */
export interface Problem {
  status_code: number;
  detail: string;
  extra: unknown;
}

/** How a path is painted: filled, or drawn with a pen. */
export interface PaintStyle {
  fill?: string;
  stroke?: string;
  width?: number;
  least?: number;
  alpha?: number;
  dash?: number[];
  cap?: string;
}

/** How words are written; they stand around their middle. */
export interface TextStyle {
  ink: string;
  size: number;
  weight?: number;
  italic?: boolean;
  halo?: string;
  halo_width?: number;
  spacing?: number;
  floor?: number;
}

/** Path data as SVG writes it, and the box that it lies in. */
export type ScenePath = [d: string, left: number, top: number, right: number, bottom: number];

/** A symbol and where it lies: x, y, x, y, … */
export type ScenePlaced = [symbol: string, at: number[]];

/** Paths and symbols painted with the same styles, all with the first, then all with the next. */
export interface SceneLayer {
  styles: string[];
  paths?: ScenePath[];
  placed?: ScenePlaced[];
  least?: number;
  most?: number;
}

/** Words on the map, line below line around a middle. */
export type SceneText = [style: string, lines: string[], x: number, y: number, angle: number, least: number];

/** A place off the map: its number among the places of the board, its name, and where it is drawn. */
export interface SceneBox {
  index: number;
  name: string;
  x: number;
  y: number;
  w: number;
  h: number;
  cx: number;
  cy: number;
}

/** The printed board. */
export interface BoardScene {
  hex: number;
  box: [number, number, number, number];
  margin: string;
  styles: Record<string, PaintStyle>;
  text_styles: Record<string, TextStyle>;
  symbols: Record<string, string>;
  ground: SceneLayer[];
  lines: SceneLayer[];
  numbers: SceneText[];
  names: SceneText[];
  boxes: SceneBox[];
}

export type ClientMessage =
  | Hello
  | GiveAnswer
  | GiveOrder
  | AskPeek
  | SetStanding
  | TypedDie
  | Undo
  | AskOverlay
  | Why
  | WhyHere
  | AskPath
  | AskSupply
  | AskSight
  | AskScore
  | AskBriefing
  | AskSince
  | AskPlan
  | AskOdds
  | AskCard
  | AskHint
  | ReplayAt
  | Chat
  | Pace
  | StepOn
  | Look;

export type ServerMessage =
  | State
  | Update
  | Ok
  | OrderDone
  | Peeked
  | Refused
  | Trouble
  | Ruling
  | OverlayShown
  | PathShown
  | SupplyShown
  | SightShown
  | ScoreShown
  | BriefingShown
  | SinceShown
  | PlanShown
  | OddsShown
  | CardShown
  | HintShown
  | Replayed
  | Said
  | People
  | Thought;
