/** Who answers: the server of `moverlog studio`. The objects are told in docs/studio.md. */
import type { Page } from "../report/page";

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
  page?: Page;
}

export interface Counts {
  verdict: "safe" | "wrong" | "inconclusive";
  states: number;
  transitions: number;
  bound: string | null;
}

export interface Side {
  rules: string;
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
  seconds?: number;
  states?: boolean;
}

/** A newer question of the same page takes the place of an older one. */
const tab = Array.from(crypto.getRandomValues(new Uint8Array(8)), (n) => n.toString(16)).join("");

async function answered(response: Response): Promise<Response> {
  if (!response.ok) throw new Error((await response.text()).trim() || response.statusText);
  return response;
}

async function post(task: string, question: unknown, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify(question);
  const headers = { "Content-Type": "application/json" };
  return answered(await fetch(`api/${task}`, { method: "POST", headers, body, signal }));
}

export const engine = {
  start: async (): Promise<Start> => (await answered(await fetch("api/start"))).json(),
  rules: async (name: string): Promise<{ text: string; source: string | null }> =>
    (await answered(await fetch(`api/rules/${name}`))).json(),
  file: async (name: string): Promise<Named> => (await post("file", { name })).json(),
  diagnostics: async (q: Question, signal: AbortSignal): Promise<{ diagnostics: Finding[]; rules: Finding[] }> =>
    (await post("diagnostics", q, signal)).json(),
  check: async (q: Question, signal: AbortSignal): Promise<Checked> => (await post("check", { ...q, tab }, signal)).json(),
  contrast: async (q: Question, signal: AbortSignal): Promise<Contrast> =>
    (await post("contrast", { ...q, tab }, signal)).json(),
  separate: async (q: Question, signal: AbortSignal): Promise<Separate> =>
    (await post("separate", { ...q, tab }, signal)).json(),
  report: async (q: Question): Promise<string> => (await post("report", q)).text(),
};
