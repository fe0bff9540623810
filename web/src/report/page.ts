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
}

export interface Step {
  thread: number;
  transaction: number;
  location: string;
  line: number;
  action: string;
  mover: string;
  phase: Phase;
  commits: boolean;
  goes_wrong: boolean;
  depth: number;
  changes: Values;
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

export interface Page {
  schema: number;
  page: "check";
  model: string;
  rules: { name: string; paper: string; claim: string; summary: string };
  verdict: { name: "safe" | "wrong" | "inconclusive"; sentence: string; notes: string[] };
  counts: { states: number; transitions: number; rounds: number; bound: string | null; movers: string | null };
  conditions: string[];
  threads: { thread: number; name: string }[];
  source: Source;
  trace: Trace | null;
}
