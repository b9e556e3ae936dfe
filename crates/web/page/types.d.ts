// What the server says and hears, below /api/v1, by the names that the page has for it: the schemas of the API's
// description, and where the page knows more than that tells, what it knows.

type Schemas = import("../src/openapi/schemas").components["schemas"];

type AnalysisLine = Schemas["AnalysisLine"];
type AnalysisSummary = Schemas["AnalysisSummary"];
type Arranged = Schemas["Arranged"];
type BackendOption = Options["backends"][number];
type Board = Schemas["Board"];
type BoardGlance = TeacherState["boards"][number];
type BoardLayout = Description["layout"];
type BoardStyle = Description["style"];
type Circuit = Schemas["Circuit"];
type CircuitState = Schemas["CircuitState"];
type Class = NonNullable<TeacherState["class"]>;
type ClassGame = Class["games"][number];
type ClassPlayer = Schemas["ClassPlayer"];
type ClassPupil = Class["pupils"][number];
type Clock = Schemas["Clock"];
type Created = Schemas["Begun"];
type Description = Schemas["Description"];
type GameOption = Options["games"][number];
type GamePlan = Schemas["GamePlan"];
type Gate = Circuit["gates"][number];
type Half = Schemas["Half"];
type Ket = CircuitState["kets"][number];
type Line = Schemas["Line"];
type Links = Schemas["Links"];
type Moment = Schemas["Moment"];
type Move = Schemas["Move"];
type MoveAnalysis = Schemas["MoveAnalysis"];
type MoveKind = Description["moves"][number];
type Offer = Schemas["Offer"];
type Options = Schemas["Options"];
type Part = Schemas["Part"];
type PlayerOption = Options["players"][number];
type Ply = Schemas["Ply"];
type PlyAnalysis = Schemas["PlyAnalysis"];
type PlyFacts = Schemas["PlyFacts"];
type Preview = Schemas["Preview"];
type PupilState = Schemas["PupilState"];
type Puzzle = Schemas["Puzzle"];
type PuzzleAbout = Schemas["PuzzleAbout"];
type PuzzleList = Schemas["PuzzleList"];
type PuzzleStep = Schemas["PuzzleStep"];
type RecordForm = Schemas["RecordForm"];
type Setting = GameOption["settings"][number];
type SettingField = GameOption["fields"][number];
type Side = Schemas["Side"];
type SquareLayout = BoardLayout["squares"][number];
type Study = Schemas["Study"];
type Takes = Setting["takes"];
type TeacherState = Schemas["TeacherState"];
type Waiting = Schemas["Waiting"];

/** Days since 1970-01-01, by UTC. */
type DailyPuzzle = Puzzle & { day: number };

/** A line that the page keeps has no links. */
type State = Omit<Schemas["State"], "links"> & { links: Schemas["State"]["links"] | null };

/** The page says all of it. */
type NewGame = Required<Omit<Schemas["NewGame"], "fallback" | "pool" | "record" | "time">> & Pick<Schemas["NewGame"], "fallback" | "pool" | "time"> & { game: string };

/** A game that was recorded elsewhere, which tells how it started. */
type RecordedGame = Omit<NewGame, "game" | "preset" | "settings" | "position" | "moves" | "outcomes"> & { record: string };

/** A position to be set up: as text, or piece by piece. */
type Arrangement = Schemas["Arrangement"] & Pick<NewGame, "game" | "preset" | "settings">;

type LessonGoal = "measured" | { move: string } | { plies: number } | { deed: string } | { from: string[] } | { left: number } | { parts: number };

interface Lesson extends Omit<Schemas["Lesson"], "goal" | "endings"> {
  goal: LessonGoal;
  endings: { when: { "more-than": number } | { occupied: string } | null; text: string }[];
}

type PuzzleTold =
  | { right: false; score: number; best: number }
  | (PuzzleStep & { right: true; solved: boolean; about: PuzzleAbout | null })
  | Schemas["PuzzleHint"]
  | Schemas["PuzzleSolution"];
