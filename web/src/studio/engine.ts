/** Who answers: the server of `moverlog studio`, or the engine in the page itself. The objects are told in docs/studio.md. */
import type { CheckPage } from "../report/page";
import { fromWorker } from "./alone";
import { fromServer } from "./server";

export interface Finding {
  severity: "error" | "warning" | "note";
  file: string | null;
  message: string;
  line: number | null;
  column: number | null;
  end_line: number | null;
  end_column: number | null;
  labels: { line: number; column: number; end_line: number; end_column: number; message: string; primary: boolean }[];
  notes: string[];
  help: string | null;
}

export interface Named {
  name: string;
  text: string;
}

export interface Step {
  say: string;
  command: string;
  goal: string | null;
}

export interface Lesson {
  title: string;
  path: string;
  text: string;
  steps: Step[];
}

export interface Start {
  version: string;
  model: Named | null;
  files: string[];
  lessons: Lesson[];
  /** `source`: whether it has rules to change. */
  rulesets: { name: string; paper: string; claim: string; summary: string; source: boolean }[];
  examples: Named[];
}

export interface Checked {
  diagnostics: Finding[];
  page?: CheckPage;
}

export interface Counts {
  verdict: "safe" | "wrong" | "inconclusive";
  states: number;
  transitions: number;
  bound: string | null;
}

export interface Side {
  rules: string;
  /** Whether its facts carry phases. */
  phases: boolean;
  relations: Record<string, number>;
  only_here: { relation: string; fact: string; rule: string; derivation: string }[];
  left_out: number;
}

export interface Contrast {
  diagnostics: Finding[];
  rules?: [string, string];
  compare?: { rows: { results: Record<string, Counts>; missed_by: string[] }[] };
  diff?: { differ: boolean; sides: [Side, Side] } | null;
}

export interface Separate {
  diagnostics: Finding[];
  text?: string;
  separate?: { separates: boolean; cut: string | null; statements: number | null; exhaustive: number; model: string | null; tried: { all: number; random: number } };
}

export interface Question {
  name?: string;
  source?: string;
  rules?: string | null;
  file?: string | null;
  quick?: boolean;
  seconds?: number;
  states?: boolean;
}

/** Where a page without a server has the engine. */
const ALONE = document.documentElement.dataset.engine;

/** Whether the page needs no server, so that its address can be handed on. */
export const isAlone = ALONE !== undefined;

const ask: Ask = ALONE === undefined ? fromServer : fromWorker(ALONE);

/** Asks for a task's answer as text. */
export type Ask = (task: string, asked: object, signal?: AbortSignal) => Promise<string>;

async function json<A>(task: string, asked: object, signal?: AbortSignal): Promise<A> {
  return JSON.parse(await ask(task, asked, signal));
}

export const engine = {
  start: () => json<Start>("start", {}),
  rules: (name: string) => json<{ text: string; source: string | null }>("rules", { name }),
  file: (name: string) => json<Named>("file", { name }),
  diagnostics: (q: Question, signal: AbortSignal) =>
    json<{ diagnostics: Finding[]; rules: Finding[] }>("diagnostics", q, signal),
  check: (q: Question, signal: AbortSignal) => json<Checked>("check", q, signal),
  contrast: (q: Question, signal: AbortSignal) => json<Contrast>("contrast", q, signal),
  separate: (q: Question, signal: AbortSignal) => json<Separate>("separate", q, signal),
  report: (q: Question) => ask("report", q),
};
