import type { CheckPage } from "../report/page";
import type { Theme } from "../theme";
import type { Asked } from "./asking";
import type { Checked, Named, Start } from "./engine";

interface Props {
  start: Start;
  model: Named;
  lesson: number;
  ruleset: string;
  theme: Theme;
  page: CheckPage | undefined;
  checked: Asked<Checked>;
  onTour: () => void;
  onFile: (name: string) => void;
  onRuleset: (name: string) => void;
  onTheme: () => void;
  /** Not there where the address is of no use to others. */
  onLink?: () => void;
  onShare: () => void;
  onSave: () => void;
}

/** What is open, by which rules, and the verdict. */
export function Bar(props: Props) {
  const { start, model, lesson, ruleset, theme } = props;
  const choose = (f: (name: string) => void) => (e: Event) => f((e.target as HTMLSelectElement).value);
  const opened = start.files.find((name) => name === model.name.replace(/^.*\//, "")) ?? "";
  return (
    <header class="bar">
      <div class="tools">
        <h1>{model.name}</h1>
        <button aria-pressed={lesson >= 0} onClick={props.onTour}>Tour</button>
        {start.files.length > 0 && (
          <select aria-label="Open a file of the folder" value={opened} onChange={choose(props.onFile)}>
            {!opened && <option value="">Open …</option>}
            {start.files.map((name) => <option>{name}</option>)}
          </select>
        )}
        <select aria-label="Rules to check by" value={ruleset} onChange={choose(props.onRuleset)}>
          <option value="">rules: summaries</option>
          {start.rulesets.map((r) => (
            <option value={r.name} title={r.summary}>
              {r.name} {r.paper && `(${r.paper})`}
            </option>
          ))}
        </select>
        <span class="space" />
        <button onClick={props.onSave}>Save model</button>
        {props.onLink && <button onClick={props.onLink}>Copy link</button>}
        <button onClick={props.onShare}>Share as a file</button>
        <button onClick={props.onTheme}>{theme === "dark" ? "light" : "dark"}</button>
      </div>
      <Verdict {...props} />
    </header>
  );
}

function Verdict({ page, checked }: Props) {
  const state = checked.busy ? "busy" : "";
  return (
    <p class={`verdict ${page?.verdict.name ?? "none"} ${state}`} role="status" aria-live="polite">
      {checked.failed ? (
        <strong>no answer: {checked.failed}</strong>
      ) : page ? (
        <>
          <strong>{page.verdict.name}</strong> {page.verdict.sentence}
        </>
      ) : (
        <strong>{checked.busy ? "checking …" : "not a model yet"}</strong>
      )}
    </p>
  );
}
