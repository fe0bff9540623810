/** The page's data, as `moverlog report --format json` prints it (docs/report.md). */

export type Value = number | boolean | string;
export type Values = Record<string, Value>;
export type Phase = "pre-commit" | "post-commit";

/** What the margin says of one location. */
export interface Mark {
  line: number;
  location: string;
  action: string;
  letters: string[];
  phases: Phase[];
  border: "starts" | "inside" | "both";
  threads: number[];
}

export interface Source {
  text: string;
  marks: Mark[];
  /** What DYN's reductions know of the actions on a line. */
  said: { line: number; words: string }[];
}

export interface Step {
  thread: number;
  transaction: number;
  location: string;
  line: number | null;
  action: string;
  /** Neither this nor a phase where the step is one of a run. */
  mover?: string;
  phase?: Phase;
  commits: boolean;
  goes_wrong: boolean;
  depth: number;
  changes?: Values;
  looked_at?: Values;
}

export interface ThreadState {
  location: string | null;
  line: number | null;
  locals: Values;
  stack: { location: string; locals: Values }[];
}

export interface State {
  globals: Values;
  threads: ThreadState[];
}

export interface Trace {
  message: string;
  kind: string;
  transactions: { thread: number; resumed: boolean; ended: boolean; steps: number }[];
  steps: Step[];
  /** One more than steps: states[i] is the one before steps[i]. */
  states: State[];
  left_out: number;
}

export interface Point {
  location: string;
  locals: Values;
  globals: Values;
  phase?: boolean;
}

export interface Edge {
  kind: "Sum" | "Sum+" | "Sum-";
  from: Point;
  to: Point;
  frame: { procedure: string; returns_to: string; locals: Values } | null;
  threads: number[];
}

export interface ProcedureSummaries {
  procedure: string;
  edges: Edge[];
  left_out: number;
}

export interface Input {
  name: string;
  holds: boolean;
  shown: string;
  step: { location: string; line: number; action: string; mover: string | null } | null;
}

/** A fact with its first derivation. */
export interface Derived {
  id: number;
  relation: string;
  shown: string;
  /** How many derivations it has. */
  of: number;
  rule: string;
  premises: number[];
  inputs: Input[];
}

export interface Forest {
  facts: number;
  left_out: number;
  /** `thread`: which goes wrong. */
  roots: { fact: number; is: "wrong" | "summary" | "end"; thread?: number }[];
  nodes: Derived[];
}

export interface Inference {
  name: string;
  premises: string[];
  conclusions: string[];
  remarks: string;
  code: string;
}

/** One thing that a depth-first search did. */
export interface Moment {
  event: "push" | "revisit" | "ends" | "pop" | "schedule";
  thread: number;
  state: number;
  from?: number | null;
  phase?: Phase;
  on_stack?: boolean;
  hands_on_cpc?: boolean;
  line?: string;
  why?: string;
  depth: number;
  step?: Omit<Step, "thread" | "transaction" | "phase" | "depth">;
}

export interface Timeline {
  events: Moment[];
  scheduled_in: { state: number; locations: (string | null)[] }[];
  /** The states as a drawing of our own, each a group of class `mv-node-N`. */
  graph?: string | null;
}

export interface Verdict {
  name: "safe" | "wrong" | "inconclusive" | "proved" | "violated" | "no assertion";
  sentence: string;
  notes: string[];
}

export interface Thread {
  thread: number;
  name: string;
}

/** One check of a model. */
export interface CheckPage {
  schema: number;
  page: "check";
  model: string;
  /** Values of constants other than in the text. */
  constants: Record<string, number>;
  rules: { name: string; paper: string; claim: string; summary: string };
  verdict: Verdict;
  counts: { states: number; transitions: number; rounds: number; bound: string | null; movers: string | null };
  conditions: string[];
  threads: Thread[];
  /** The shared variables as they are at first. */
  initial: Values;
  source: Source;
  trace: Trace | null;
  summaries: ProcedureSummaries[] | null;
  derivations: Forest | null;
  timeline: Timeline | null;
  rules_text: { inferences: Inference[]; text: string };
  /** What the engine has and the page has not. */
  left_out: string[];
}

/** The log of a run, and what all schedules of its transitions do. */
export interface RunPage {
  schema: number;
  page: "run";
  model: string;
  verdict: Verdict;
  threads: Thread[];
  log: string;
  trace: Trace;
  /** A drawing of our own. */
  lattice: string | null;
  analysis: string;
}

export interface Result {
  verdict: Verdict["name"];
  bound: string | null;
  states: number;
  transitions: number;
  seconds: number;
  ratio: number | null;
}

/** Several engines on several models. */
export interface TablePage {
  schema: number;
  page: "table";
  model: string;
  engines: { name: string; paper: string; claim: string }[];
  rows: {
    model: string;
    lines: number;
    results: Record<string, Result>;
    missed_by: string[];
    disagreement: boolean;
  }[];
}

export type Page = CheckPage | RunPage | TablePage;
