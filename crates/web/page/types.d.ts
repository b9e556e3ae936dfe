// What the server says and hears, below /api/v1. Names are those of the JSON.

type Side = "white" | "black";

interface Part {
  piece: number;
  colour: Side | null;
  /** The name of its kind; empty while none of its kinds is shown. */
  kind: string;
  /** The names of its kinds where it has several; an unknown one is empty. */
  types: string[];
  probability: number;
  /** Turns in [0, 1) relative to the first part of the piece; how much of it could be seen, in (0, 1]. */
  phase: { turns: number; visible: number } | null;
  component: number | null;
  mark: string;
  /** What is to be known of a half where pieces are two halves at most. */
  half: Half | null;
}

interface Half {
  /** In which of the two basis states of its component it is there. */
  second: boolean;
  /** The number of its component among those of several pieces. */
  entangled: number | null;
  /** Whether the amplitude of its basis state has the opposite sign. */
  negative: boolean;
  colour: "red" | "blue" | null;
}

interface Square {
  square: string;
  parts: Part[];
}

/** A square in play, from White's left and White's side. */
interface SquareLayout {
  name: string;
  column: number;
  row: number;
  number: number | null;
}

interface BoardLayout {
  /** What stands at the edges, for each column and row; may be empty. */
  columns: string[];
  rows: string[];
  squares: SquareLayout[];
}

interface PieceKind {
  name: string;
  /** An SVG document, one square large, that is drawn on the piece's disc, or is all of the piece; empty for a plain disc. */
  picture: string;
}

interface MoveKind {
  name: string;
  about: string;
  shape: "step" | "split" | "merge";
  /** Whether what it does is obvious. */
  plain: boolean;
  /** What a second press on the target does, where there must be one. */
  confirm: string | null;
}

interface BoardStyle {
  likelihood: "ring" | "fade" | "slices";
  numbers: "percent" | "decimal";
  hides_numbers: boolean;
  phases: "all" | "turned" | "none";
  marks_links: boolean;
  /** Whether pieces are discs with their pictures on them; else the picture is all of a piece. */
  discs: boolean;
  /** Whether captured pieces are shown beside the board. */
  beside: boolean;
}

interface RecordForm {
  name: string;
  about: string;
  extensions: string[];
}

/** What is to be known of a game to show it: the same from its start to its end. */
interface Description {
  game: string;
  layout: BoardLayout;
  pieces: PieceKind[];
  moves: MoveKind[];
  style: BoardStyle;
  forms: RecordForm[];
  /** A move as it is written. */
  example: string | null;
  help: { moves: [form: string, about: string][]; advice: string };
}

interface Board {
  /** Occupied squares only. */
  squares: Square[];
  /** Squares together in one circuit. */
  components: string[][];
  /** Parts of one piece, where there are several. */
  pieces: string[][];
  /** Captured pieces, where they are shown beside the board. */
  taken: { colour: Side; kind: string; types: string[] }[];
}

interface Move {
  move: string;
  /** The name of its kind. */
  kind: string;
  from: string[];
  to: string[];
  /** The squares of what it captures. */
  takes: string[];
  /** Whether it is measured. */
  measures: boolean;
}

interface PieceThere {
  square: string;
  colour: Side | null;
  kind: string;
  probability: number;
}

/** What a ply came to, apart from any language. */
interface PlyFacts {
  side: Side;
  kind: string;
  /** The kind of its move, whatever came of it. */
  tried: string;
  from: string[];
  to: string[];
  over: string[];
  /** Whether it did what it was to do; null of a move that can't fail. */
  succeeded: boolean | null;
  /** Whether it linked pieces that had nothing to do with each other. */
  entangled: boolean;
  measured: {
    /** Squares of the move, each with how likely it was, before, that it is found so. */
    squares: (PieceThere & { there: boolean })[];
    /** Other squares on which something was found, and how many others were measured. */
    elsewhere: string[];
    num_others: number;
    /** Of all that was read, together. */
    probability: number;
  }[];
  captured: string[];
  promoted: PieceThere[];
  /** What is on the squares of the move after it. */
  there: PieceThere[];
}

interface Ply {
  ply: number;
  side: Side;
  move: string;
  /** What it came to: the kind of its move, or what chance or the rules made of it. */
  kind: string;
  squares: string[];
  measured: boolean;
  /** Squares that were measured, and those of them that were found occupied; absent where there are none. */
  places?: string[];
  occupied?: string[];
  told: string[];
  facts: PlyFacts;
}

interface Waiting {
  move: string;
  backend: string;
  state: "sending" | "queued" | "running" | "done" | "failed";
  /** How many jobs are before it. */
  place: number | null;
  job: string | null;
  since: number;
  message: string | null;
  may: ("cancel" | "retry" | "local" | "agree")[];
}

interface Offer {
  kind: "draw" | "undo" | "rematch";
  by: Side;
  /** How many are to be taken back, and whether one of them measured. */
  plies?: number;
  measured?: boolean;
}

/** In seconds; what is left as of when it was sent. */
interface Clock {
  base: number;
  increment: number;
  white: number;
  black: number;
  running: Side | null;
}

interface State {
  version: number;
  /** Another number once plies were taken back. */
  history: number;
  /** How many plies are before the first one that is told: all of them are, where the page keeps a state. */
  plies_from: number;
  game: string;
  kind: string;
  title: string;
  rules: string;
  settings: Record<string, string>;
  /** Of a loaded game what its record said of itself, as its players. */
  source?: Record<string, string>;
  sides: Side[];
  /** The sides whose players have come, where each of two has a link. */
  joined: Side[] | null;
  /** Whether one of the two may foresee every measurement. */
  seeded: boolean;
  /** None of a line that the page keeps. */
  links: { watch: string } | null;
  players: Record<Side, string>;
  /** The nicknames of those who play, in a game of a class. */
  names: Record<Side, string | null> | null;
  backend: string;
  plies: Ply[];
  turn: Side;
  status: "in_progress" | "white_won" | "black_won" | "draw";
  words: string;
  /** What is to be known beside whose turn it is, or why the game is over. */
  standing: { name: string; square: string | null; count: number | null }[];
  end: { by: Side | null; reason: string } | null;
  must: string | null;
  board: Board;
  last: string[];
  legal: Move[];
  waiting: Waiting | null;
  thinking: boolean;
  rest: "failed" | "full" | "long" | null;
  offer: Offer | null;
  undo: { plies: number; measured: boolean } | null;
  ahead: { move: string } | null;
  next: { link: string } | null;
  clock: Clock | null;
}

/** A line of moves, played to its end: each of them with its outcomes. */
interface Line extends Pick<State, "kind" | "title" | "rules" | "settings" | "turn" | "status" | "words" | "standing" | "end" | "must" | "board" | "last" | "plies" | "legal"> {
  moves: string[];
}

/** A game that stays as it is, with comments by ply. */
interface Study {
  title: string;
  about: string;
  words: string | null;
  line: { game: string; settings: Record<string, string>; position: string | null; moves: string[] };
  plies: number;
  ply: number;
  side: Side;
  comments: Record<number, string>;
}

interface Measured {
  squares: string[];
  /** Where on the board each of them is. */
  places: string[];
  occupied: string[];
  /** Of what was read, as it was before. */
  probability: number;
  backend: string;
  job: string | null;
  shots: number | null;
  accepted: number | null;
}

interface Moment {
  ply: number;
  board: Board;
  told: string[];
  facts: PlyFacts | null;
  measured: Measured[];
  move: string | null;
  last: string[];
}

interface Preview {
  move: string;
  /** Each with the move and what it measures on this way. */
  outcomes: { move: string; probability: number; told: string[]; facts: PlyFacts; board: Board }[];
  more: boolean;
  /** How likely it captures what it jumps over, where that is open. */
  captures: number | null;
}

interface Gate {
  name: string;
  /** Controls first. */
  qubits: number[];
  /** What is drawn on each qubit: ●, ⊕, ×, or else the text of a box. */
  marks: string[];
  /** In radians. */
  angle: number | null;
  ply: number | null;
  move: string | null;
}

/** A qubit: the squares that it stands for one after the other, each with how many gates are before it. */
interface Wire {
  carried: { square: string; place: string; since: number }[];
  /** Whether it still stands for the last one. */
  live: boolean;
}

/** A basis state: its first bit is that of the first wire. */
interface Ket {
  bits: string;
  occupied: string[];
  probability: number;
  /** Real and imaginary part. */
  amplitude: [number, number];
}

interface CircuitState {
  /** How likely each qubit reads 1. */
  ones: number[];
  /** The likeliest first. */
  kets: Ket[];
  /** How many there are, with those that are not listed. */
  num_kets: number;
}

interface Circuit {
  squares: string[];
  wires: Wire[];
  gates: Gate[];
  statistics: { qubits: number; gates: number; two_qubit: number; depth: number };
  /** The address that opens it in Quirk; null where Quirk has too few wires. */
  quirk: string | null;
  state: CircuitState;
  /** The states before the first gate and after each; null where nobody asked, or they are too large. */
  steps: CircuitState[] | null;
}

type Takes = { kind: "words"; words: string[] } | { kind: "number"; least: number; most: number | null; off: boolean } | { kind: "text" };

interface Setting {
  key: string;
  kind: string;
  takes: Takes;
  default: string | null;
  about: string;
}

/** A setting that is asked for first. */
interface SettingField {
  key: string;
  label: string;
  choices: { value: string; name: string; about: string }[];
}

interface GameOption {
  name: string;
  /** What people call it. */
  title: string;
  about: string;
  /** Settings of a first game. */
  first: Record<string, string>;
  /** A short game to watch. */
  demo: { settings: Record<string, string>; moves: string } | null;
  example: string | null;
  fields: SettingField[];
  forms: RecordForm[];
  presets: { name: string; about: string; settings: Record<string, string> }[];
  settings: Setting[];
}

interface PlayerOption {
  name: string;
  about?: string;
  least?: number;
  most?: number;
  usual?: number;
}

interface BackendOption {
  name: string;
  remote: boolean;
  about?: string;
}

interface Options {
  games: GameOption[];
  players: PlayerOption[];
  backends: BackendOption[];
}

interface NewGame {
  game: string;
  preset: string | null;
  settings: Record<string, string>;
  white: string;
  black: string;
  /** Whether one link moves for both sides. */
  one_screen: boolean;
  backend: string;
  position: string | null;
  moves: string | null;
  outcomes: string | null;
  seed: number | null;
  /** In seconds, for the game and for each move: `300+5`. */
  time?: string | null;
}

/** A game that was recorded elsewhere, which tells how it started. */
type RecordedGame = Omit<NewGame, "game" | "preset" | "settings" | "position" | "moves" | "outcomes"> & { record: string };

/** A position to be set up: as text, or piece by piece. */
interface Arrangement {
  game: string;
  preset: string | null;
  settings: Record<string, string>;
  position?: string;
  turn?: Side;
  pieces?: { square: string; colour: Side; kind: string; probability?: number }[];
}

interface Arranged {
  /** As text; empty for the usual start. */
  position: string;
  turn: Side;
  board: Board;
  /** How many pieces had no place. */
  left_out: number;
  /** Whether the pieces tell all of it. */
  by_hand: boolean;
  description: Description;
}

type LessonGoal =
  | "measured"
  | { move: string }
  | { plies: number }
  | { deed: string }
  | { from: string[] }
  | { left: number }
  | { parts: number };

interface Lesson {
  id: string;
  game: string;
  chapter: string;
  title: string;
  settings: Record<string, string>;
  position: string | null;
  moves: string;
  replies: string[];
  text: string[];
  task: string;
  goal: LessonGoal;
  endings: { when: { "more-than": number } | { occupied: string } | null; text: string }[];
}

interface Links {
  white: string | null;
  black: string | null;
  both: string | null;
  watch: string;
}

interface Created {
  game: string;
  links: Links;
}

/** Scores are those that White may expect, from 0 (lost) through 0.5 (drawn) to 1 (won). */
interface PlyAnalysis {
  ply: number;
  /** Of the position after it. */
  score: number;
  /** Search depth in plies; 0 where the game is over. */
  depth: number;
  /** The best moves from there, up to one that is measured. */
  line: string[];
  /** The move that led there; null at the start, and where it has too many outcomes. */
  move: MoveAnalysis | null;
}

interface MoveAnalysis {
  side: Side;
  move: string;
  /** Whether it was the only legal one. */
  only: boolean;
  /** The score before anything was measured: the mean over the outcomes. */
  expected: number;
  best: string;
  best_score: number;
  /** What its player lost by not playing the best one. */
  loss: number;
  mark: "inaccuracy" | "mistake" | "blunder" | null;
  /** What its player gained by what was measured, beyond what was expected. */
  luck: number | null;
  luck_mark: "lucky" | "unlucky" | null;
  outcomes: { move: string; probability: number; score: number; told: string[]; facts: PlyFacts; actual: boolean }[];
}

interface SideSummary {
  moves: number;
  loss: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  measurements: number;
  luck: number;
}

type AnalysisSummary = Record<Side, SideSummary>;

interface AnalysisLine {
  ply?: PlyAnalysis;
  summary?: AnalysisSummary;
  error?: { code: string; message: string };
}

/** A game that a class plays. */
interface GamePlan {
  game: string | null;
  preset: string | null;
  settings: Record<string, string>;
  /** Of each side, in seconds: `300+5`. */
  time: string | null;
}

/** A pupil, or a computer, which has no number. */
interface ClassPlayer {
  pupil: number | null;
  name: string;
}

interface OwnGame {
  link: string | null;
  side: Side;
  opponent: ClassPlayer;
  result: "won" | "lost" | "draw" | "stopped" | null;
}

/** A class as a pupil sees it. */
interface PupilState {
  title: string;
  name: string;
  over: boolean;
  /** How many pupils are there. */
  here: number;
  game: OwnGame | null;
  last: OwnGame | null;
}

interface ClassPupil {
  number: number;
  name: string;
  here: boolean;
  playing: boolean;
}

interface ClassGame {
  number: number;
  round: number;
  white: ClassPlayer;
  black: ClassPlayer;
  watch: string;
  result: { status: State["status"]; plies: number; measured: number; stopped: boolean } | null;
}

interface BoardGlance {
  number: number;
  board: Board;
  last: string[];
  turn: Side;
  status: State["status"];
  words: string;
  plies: number;
  measured: number;
}

interface Class {
  title: string;
  code: string;
  open: boolean;
  over: boolean;
  round: number;
  plan: GamePlan;
  pupils: ClassPupil[];
  games: ClassGame[];
}

/** A class as its teacher sees it; events tell what changed alone. */
interface TeacherState {
  class: Class | null;
  boards: BoardGlance[];
}

interface PuzzleList {
  puzzles: { id: string; game: string; grade: Grade }[];
  /** How many of all puzzles there are of each. */
  games: Record<string, number>;
  grades: Record<string, number>;
  themes: Record<string, number>;
  kinds: Record<string, number>;
}

type Grade = "easy" | "medium" | "hard";

interface Puzzle {
  id: string;
  game: string;
  preset: string | null;
  settings: Record<string, string>;
  moves: string;
  turn: Side;
  /** How many moves are to be found. */
  steps: number;
}

interface DailyPuzzle extends Puzzle {
  /** Days since 1970-01-01, by UTC. */
  day: number;
}

/** Scores are expected points in thousandths. */
interface PuzzleStep {
  best: number;
  second: number;
  probability: number;
  /** The move with its outcomes, and what follows until there is a choice again. */
  plies: string[];
}

interface PuzzleAbout {
  grade: Grade;
  kinds: string[];
  themes: string[];
  /** Percentage of weak, middling and strong players who find the move. */
  found: number[];
  depth: number;
}

type PuzzleTold =
  | { right: false; score: number; best: number }
  | (PuzzleStep & { right: true; solved: boolean; about: PuzzleAbout | null })
  | { kind: string; from: string[] }
  | { steps: PuzzleStep[]; about: PuzzleAbout };
