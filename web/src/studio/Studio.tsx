import { useEffect, useMemo, useState } from "preact/hooks";
import type { Mark } from "../report/page";
import { chooseTheme, type Theme } from "../theme";
import { useAsked } from "./asking";
import { Bar } from "./Bar";
import { Editor } from "./Editor";
import { engine, type Checked, type Finding, type Named, type Start } from "./engine";
import { model as modelLanguage } from "./languages";
import { Problems } from "./Problems";
import { Result } from "./Result";
import { Rules, useRules } from "./Rules";
import { Tour } from "./Tour";

const NOTHING: Finding[] = [];
const NO_MARKS: Mark[] = [];

/** What is in the editor of models. */
const KEPT = "moverlog-studio";

function first(start: Start): Named {
  const begun = start.model ?? { name: base(start.lessons[0].path), text: start.lessons[0].text };
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as { begun: string; now: Named } | null;
  return kept?.begun === begun.name ? kept.now : begun;
}

function base(path: string): string {
  return path.replace(/^.*\//, "");
}

/** The page: the tour, the model, and beside it what a check says or what other rules change. */
export function Studio({ start }: { start: Start }) {
  const [model, setModel] = useState<Named>(() => first(start));
  const [lesson, setLesson] = useState(start.model ? -1 : 0);
  const [reached, setReached] = useState(new Set<string>());
  const [view, setView] = useState<"result" | "rules">("result");
  const [ruleset, setRuleset] = useState("");
  const [theme, setTheme] = useState<Theme>(() => chooseTheme());
  const [goTo, setGoTo] = useState<{ line: number; asked: number }>();
  const rules = useRules(start, model, view === "rules");
  useEffect(() => void chooseTheme(theme), [theme]);
  const begun = start.model?.name ?? base(start.lessons[0].path);
  useEffect(() => sessionStorage.setItem(KEPT, JSON.stringify({ begun, now: model })), [model]);

  const asked = { name: model.name, source: model.text, ...(ruleset && { rules: ruleset }) };
  const about = JSON.stringify(asked);
  const found = useAsked(about, 120, (signal) => engine.diagnostics(asked, signal));
  const checked = useAsked<Checked>(about, 300, (signal) => engine.check(asked, signal));
  const findings = (checked.busy ? found.answer : checked.answer)?.diagnostics ?? NOTHING;
  const page = checked.answer?.page;
  const marks = useMemo(() => page?.source.marks ?? NO_MARKS, [page]);
  const verdict = page && !checked.busy ? page.verdict.name : null;

  useEffect(() => {
    const goal = start.lessons[lesson]?.steps.findIndex((s) => s.goal !== null && s.goal === verdict);
    const changed = lesson >= 0 && (model.text !== start.lessons[lesson].text || ruleset !== "");
    if (changed && goal !== undefined && goal >= 0) setReached((r) => new Set(r).add(`${lesson}.${goal}`));
  }, [checked.answer]);

  const open = (named: Named) => (setModel(named), setRuleset(""));
  const openLesson = (n: number) => {
    setLesson(n);
    if (n >= 0) open({ name: base(start.lessons[n].path), text: start.lessons[n].text });
  };
  const openFile = (name: string) => {
    const file = engine.file(name);
    file.then((f) => (name.endsWith(".rules") ? (rules.setText(f.text), setView("rules")) : (setLesson(-1), open(f))), alert);
  };
  const go = (line: number) => setGoTo((g) => ({ line, asked: (g?.asked ?? 0) + 1 }));
  const share = async () => {
    const edited = view === "rules" ? { rules: null, file: rules.text } : {};
    save(model.name.replace(/\.mover$/, "") + ".html", await engine.report({ ...asked, ...edited }), "text/html");
  };
  return (
    <>
      <Bar
        {...{ start, model, lesson, ruleset, theme, page, checked }}
        onTour={() => (lesson >= 0 ? setLesson(-1) : openLesson(0))}
        onFile={openFile}
        onRuleset={setRuleset}
        onTheme={() => setTheme(theme === "dark" ? "light" : "dark")}
        onShare={() => share().catch(alert)}
        onSave={() => save(model.name, model.text, "text/plain")}
      />
      <div class={`desk ${lesson >= 0 ? "with-tour" : ""}`}>
        {lesson >= 0 && <Tour lessons={start.lessons} number={lesson} reached={reached} onOpen={openLesson} />}
        <section class={`model ${checked.busy || !page ? "stale" : ""}`} aria-label="Model">
          <Editor
            label={`model ${model.name}`}
            text={model.text}
            language={modelLanguage}
            findings={findings}
            marks={marks}
            goTo={goTo}
            onChange={(text) => setModel({ ...model, text })}
          />
          <Problems findings={findings} onGo={go} />
        </section>
        <section class="beside" aria-label="Result and rules">
          <div role="tablist" class="tabs">
            <Tab name="result" title="Result" view={view} onView={setView} />
            <Tab name="rules" title="Change a rule" view={view} onView={setView} />
          </div>
          <div role="tabpanel" class="panel">
            {view === "rules" ? (
              <Rules rules={rules} start={start} onOpen={(text) => open({ name: "separating.mover", text })} />
            ) : page ? (
              <Result page={page} onLine={go} />
            ) : (
              <p class="hint">{checked.busy ? "checking …" : "The model has errors; they are listed below it."}</p>
            )}
          </div>
        </section>
      </div>
    </>
  );
}

type View = "result" | "rules";

function Tab({ name, title, view, onView }: { name: View; title: string; view: View; onView: (v: View) => void }) {
  return (
    <button role="tab" aria-selected={view === name} onClick={() => onView(name)}>
      {title}
    </button>
  );
}

/** Hands a file to the browser. */
function save(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
