// What the server says and hears, below /api/v1. Names are those of the JSON.

type Side = "white" | "black";

interface Part {
  piece: number;
  colour: Side;
  king: boolean;
  probability: number;
  /** Turns in [0, 1) relative to the first part of the piece; how much of it could be seen, in (0, 1]. */
  phase: { turns: number; visible: number } | null;
  component: number | null;
  mark: string;
}

interface Square {
  square: string;
  number: number | null;
  parts: Part[];
}

interface Board {
  size: number;
  /** Occupied squares only. */
  squares: Square[];
  /** Squares together in one circuit. */
  components: string[][];
  /** Parts of one piece, where there are several. */
  pieces: string[][];
}

/** What a move is called, in one game or another. */
type Kind = "step" | "split" | "merge" | "capture" | "quantum move" | "end of a chain";

/** What a ply came to: the kind of its move, or what chance or the rules made of it. */
type Deed = Kind | "entangling capture" | "failed capture" | "blocked step" | "pass";

interface Move {
  move: string;
  kind: Kind;
  from: string[];
  to: string[];
  takes: string[];
}

interface Ply {
  ply: number;
  side: Side;
  move: string;
  kind: Deed;
  measured: boolean;
  told: string[];
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
  game: string;
  kind: string;
  title: string;
  rules: string;
  settings: Record<string, string>;
  sides: Side[];
  links: { watch: string };
  players: Record<Side, string>;
  backend: string;
  plies: Ply[];
  turn: Side;
  status: "in_progress" | "white_won" | "black_won" | "draw";
  words: string;
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

interface Measured {
  squares: string[];
  occupied: string[];
  backend: string;
  job: string | null;
  shots: number | null;
  accepted: number | null;
}

interface Moment {
  ply: number;
  board: Board;
  told: string[];
  measured: Measured[];
  move: string | null;
}

interface Preview {
  move: string;
  words: string | null;
  /** Each with the move and what it measures on this way. */
  outcomes: { move: string; probability: number; told: string[]; board: Board }[];
  more: boolean;
}

interface Gate {
  name: string;
  qubits: number[];
  /** In radians. */
  angle: number | null;
  ply: number | null;
  move: string | null;
}

interface Circuit {
  squares: string[];
  qubits: string[];
  gates: Gate[];
  statistics: { qubits: number; gates: number; two_qubit: number; depth: number };
  svg: string;
  outcomes: { bits: string; occupied: string[]; probability: number }[];
  /** Whether there are more outcomes than are told. */
  more: boolean;
}

interface Setting {
  key: string;
  kind: string;
  default: string | null;
  about: string;
}

interface GameOption {
  name: string;
  about: string;
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
