import { useEffect, useMemo, useState } from "preact/hooks";
import type { Mark } from "../report/page";
import { chooseTheme, type Theme } from "../theme";
import { useAsked } from "./asking";
import { Bar } from "./Bar";
import { Editor } from "./Editor";
import { engine, isAlone, type Checked, type Finding, type Named, type Start } from "./engine";
import { model as modelLanguage } from "./languages";
import { linkOf, type Carried } from "./link";
import { Problems } from "./Problems";
import { Result } from "./Result";
import { Rules, useRules } from "./Rules";
import { Tour } from "./Tour";

const NOTHING: Finding[] = [];
const NO_MARKS: Mark[] = [];

/** What is in the editor of models. */
const KEPT = "moverlog-studio";

function first(start: Start, brought: Carried | null): Named {
  if (brought) return { name: brought.name, text: brought.text };
  const begun = start.model ?? { name: base(start.lessons[0].path), text: start.lessons[0].text };
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as { begun: string; now: Named } | null;
  return kept?.begun === begun.name ? kept.now : begun;
}

function base(path: string): string {
  return path.replace(/^.*\//, "");
}

/** The page: the tour, the model, and beside it what a check says or what other rules change. */
export function Studio({ start, brought }: { start: Start; brought: Carried | null }) {
  const [model, setModel] = useState<Named>(() => first(start, brought));
  const [lesson, setLesson] = useState(start.model || brought ? -1 : 0);
  const [reached, setReached] = useState(new Set<string>());
  const [view, setView] = useState<View>(brought?.rules ? "rules" : "result");
  const [ruleset, setRuleset] = useState(brought?.ruleset ?? "");
  const [theme, setTheme] = useState<Theme>(() => chooseTheme());
  const [goTo, setGoTo] = useState<{ line: number; asked: number }>();
  const [line, setLine] = useState<number>();
  const rules = useRules(start, brought?.rules ?? null, model, view === "rules");
  useEffect(() => void chooseTheme(theme), [theme]);
  const begun = start.model?.name ?? base(start.lessons[0].path);
  useEffect(() => sessionStorage.setItem(KEPT, JSON.stringify({ begun, now: model })), [model]);

  const asked = { name: model.name, source: model.text, ...(ruleset && { rules: ruleset }) };
  const about = JSON.stringify(asked);
  const found = useAsked(about, 120, (signal) => engine.diagnostics(asked, signal));
  const quick = useAsked<Checked>(about, 300, (signal) => engine.check({ ...asked, quick: true }, signal));
  // Derivations and the like come later, and only if nothing is edited meanwhile.
  const ready = !quick.busy && quick.answer?.page !== undefined;
  const whole = useAsked<Checked>(ready ? about : null, 200, (signal) => engine.check(asked, signal));
  const checked = ready && !whole.busy && whole.answer?.page ? whole : quick;
  const findings = (quick.busy ? found.answer : quick.answer)?.diagnostics ?? NOTHING;
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
    file.then((f) => (name.endsWith(".rules") ? (rules.begin(f), setView("rules")) : (setLesson(-1), open(f))), alert);
  };
  const go = (line: number) => setGoTo((g) => ({ line, asked: (g?.asked ?? 0) + 1 }));
  const link = async () => {
    const address = await linkOf({ ...model, ruleset, rules: view === "rules" ? rules.text : null });
    history.replaceState(null, "", address);
    await navigator.clipboard?.writeText(address);
  };
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
        onLink={isAlone ? () => link().catch(alert) : undefined}
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
            current={line}
            goTo={goTo}
            onChange={(text) => setModel((now) => ({ ...now, text }))}
          />
          <Problems findings={findings} onGo={go} />
        </section>
        <section class="right" aria-label="Result and rules">
          <div role="tablist" class="tabs">
            <Tab name="result" title="Result" view={view} onView={setView} />
            <Tab name="rules" title="Change a rule" view={view} onView={setView} />
          </div>
          <div role="tabpanel" class="panel">
            {view === "rules" ? (
              <Rules rules={rules} start={start} onOpen={(text) => open({ name: "separating.mover", text })} />
            ) : page ? (
              <Result page={page} onLine={setLine} />
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
