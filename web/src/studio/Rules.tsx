import { useMemo, useState } from "preact/hooks";
import { useAsked, type Asked } from "./asking";
import { Difference } from "./Difference";
import { Editor } from "./Editor";
import { engine, type Contrast, type Finding, type Named, type Separate, type Start } from "./engine";
import { rules as rulesLanguage } from "./languages";
import { Problems } from "./Problems";

const NOTHING: Finding[] = [];

export interface Edited {
  text: string;
  setText: (text: string) => void;
  /** The ruleset that the edited rules are compared with. */
  original: string;
  setOriginal: (name: string) => void;
  /** With which example or ruleset they began, as long as they are known to have. */
  begun: Named | null;
  begin: (with_: Named) => void;
  /** Whether they name the original themselves. */
  includes: boolean;
  contrast: Asked<Contrast>;
  separate: Asked<Separate>;
  /** What is wrong with the rules. */
  findings: Finding[];
  /** How many errors the model has, without which nothing can be compared. */
  inModel: number;
  longer: () => void;
}

/** What is edited first. */
const FIRST = "blocked_inside.rules";

/** The rules that are edited, and what they change; asked for only while they are shown. */
export function useRules(start: Start, brought: string | null, model: Named, shown: boolean): Edited {
  const [begun, setBegun] = useState(() => (brought === null ? start.examples.find((e) => e.name === FIRST)! : null));
  const [text, setText] = useState(brought ?? begun!.text);
  const [chosen, setOriginal] = useState("reduction");
  const [seconds, setSeconds] = useState(4);
  const included = /^\s*include\s+([\w-]+)\s*;/m.exec(text)?.[1]?.replace(/_/g, "-");
  const includes = start.rulesets.some((r) => r.name === included);
  const original = includes ? included! : chosen;
  const asked = { name: model.name, source: model.text, rules: original, file: text };
  const about = JSON.stringify(asked);
  const contrast = useAsked<Contrast>(shown ? about : null, 400, (signal) => engine.contrast(asked, signal));
  const results = Object.values(contrast.answer?.compare?.rows[0].results ?? {});
  // Where only counts differ, a program is looked for on which they do.
  const [a, b] = results;
  const states = results.length === 2 && (a.verdict === "wrong") === (b.verdict === "wrong") && a.states !== b.states;
  const ready = shown && !contrast.busy && contrast.answer?.rules !== undefined;
  const question = { rules: original, file: text, seconds, states };
  const key = ready ? JSON.stringify(question) : null;
  const separate = useAsked<Separate>(key, 50, (signal) => engine.separate(question, signal));
  const change = (now: string) => (setText(now), setSeconds(4));
  const begin = (named: Named) => (setBegun(named), change(named.text));
  const errors = contrast.answer?.diagnostics.filter((f) => f.severity === "error");
  const findings = useMemo(() => errors?.filter((f) => f.file !== model.name) ?? NOTHING, [contrast.answer]);
  const inModel = (errors?.length ?? 0) - findings.length;
  const longer = () => setSeconds(20);
  return { text, setText: change, begun, begin, original, includes, setOriginal, contrast, separate, findings, inModel, longer };
}

interface Props {
  rules: Edited;
  start: Start;
  onOpen: (text: string) => void;
}

/** The editor of rules, and the difference to the original below it. */
export function Rules({ rules, start, onOpen }: Props) {
  const [goTo, setGoTo] = useState<{ line: number; asked: number }>();
  const begin = async (e: Event) => {
    const name = (e.target as HTMLSelectElement).value;
    const example = start.examples.find((x) => x.name === name);
    if (example) return rules.begin(example);
    rules.setOriginal(name);
    rules.begin({ name, text: (await engine.rules(name)).source ?? "" });
  };
  const { begun } = rules;
  const unchanged = begun?.text === rules.text;
  const findings = rules.findings.filter((f) => f.line !== null);
  return (
    <div class="change">
      <label>
        begin with{" "}
        <select value={unchanged ? begun.name : ""} onChange={(e) => begin(e).catch(alert)}>
          {!unchanged && <option value="">{begun ? `${begun.name}, edited` : "choose …"}</option>}
          <optgroup label="one premise changed">
            {start.examples.map((e) => <option>{e.name}</option>)}
          </optgroup>
          <optgroup label="all rules of a ruleset">
            {start.rulesets.filter((r) => r.source).map((r) => <option>{r.name}</option>)}
          </optgroup>
        </select>
      </label>{" "}
      <span class="nowrap">
        compared with <b>{rules.original}</b>
        {rules.includes ? ", which they include" : ""}
      </span>
      <Editor
        label="rules"
        text={rules.text}
        language={rulesLanguage}
        findings={findings}
        goTo={goTo}
        onChange={rules.setText}
      />
      <Problems findings={rules.findings} onGo={(line) => setGoTo((g) => ({ line, asked: (g?.asked ?? 0) + 1 }))} />
      {rules.inModel > 0 && (
        <p class="missed">
          {rules.inModel} {rules.inModel === 1 ? "error" : "errors"} in the model, listed below it: nothing can be compared.
        </p>
      )}
      <div class={rules.contrast.busy ? "stale" : ""}>
        {rules.contrast.failed && <p class="missed">{rules.contrast.failed}</p>}
        <Difference
          contrast={rules.contrast.answer}
          separate={rules.separate.answer}
          searching={rules.separate.busy}
          onLonger={rules.longer}
          onOpen={onOpen}
        />
      </div>
    </div>
  );
}
