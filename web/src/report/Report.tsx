import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { chooseTheme } from "../theme";
import { Conditions } from "./Conditions";
import { Derivations } from "./Derivations";
import type { Page } from "./page";
import { Rules } from "./Rules";
import { SourceView } from "./Source";
import { Summaries } from "./Summaries";
import { TimelineView } from "./Timeline";
import { TraceView } from "./Trace";

/** Where a reader may go: to a line of the source, a rule, or a fact. */
export interface Links {
  line(line: number): void;
  rule(name: string): void;
  fact(id: number): void;
}

interface View {
  name: string;
  title: string;
  shown: ComponentChildren;
}

/** The whole page: the verdict, the source, and the views beside it. */
export function Report({ page }: { page: Page }) {
  const [step, setStep] = useState(page.trace ? page.trace.steps.length : 0);
  const [line, setLine] = useState<number>();
  const [target, setTarget] = useState("");
  const views = viewsOf(page, { step, setStep, target }, {
    line: setLine,
    rule: (name) => (setTarget(name), setView("rules")),
    fact: (id) => (setTarget(String(id)), setView("derivations")),
  });
  const [view, setView] = useState(views[0].name);
  const shown = page.trace && view === "trace" ? lineOf(page, step) : line;
  return (
    <>
      <Header page={page} />
      <main>
        <SourceView source={page.source} current={shown} />
        <div class="views">
          <nav role="tablist">
            {views.map(({ name, title }) => (
              <button role="tab" id={`tab-${name}`} aria-selected={name === view} onClick={() => setView(name)}>
                {title}
              </button>
            ))}
          </nav>
          {views.map(({ name, title, shown }) => (
            <section role="tabpanel" id={name} aria-labelledby={`tab-${name}`} class={name === view ? "open" : ""}>
              <h2 class="printed">{title}</h2>
              {shown}
            </section>
          ))}
        </div>
      </main>
    </>
  );
}

/** The line of the step that comes next, or of the last one at the end. */
function lineOf(page: Page, step: number): number | undefined {
  const steps = page.trace?.steps ?? [];
  return steps[Math.min(Math.max(step - 1, 0), steps.length - 1)]?.line;
}

function viewsOf(
  page: Page,
  at: { step: number; setStep: (step: number) => void; target: string },
  links: Links,
): View[] {
  const views: (View | false | null)[] = [
    page.trace && { name: "trace", title: "Trace", shown: <TraceView page={page} at={at.step} go={at.setStep} /> },
    page.timeline && { name: "timeline", title: "Timeline", shown: <TimelineView page={page} links={links} /> },
    page.summaries && page.summaries.length > 0 && { name: "summaries", title: "Summaries", shown: <Summaries page={page} /> },
    page.derivations && {
      name: "derivations",
      title: "Derivations",
      shown: <Derivations derivations={page.derivations} links={links} target={at.target} />,
    },
    { name: "rules", title: "Rules", shown: <Rules page={page} target={at.target} /> },
    { name: "conditions", title: "What it rests on", shown: <Conditions page={page} /> },
  ];
  return views.filter((v): v is View => Boolean(v));
}


function Header({ page }: { page: Page }) {
  const [theme, setTheme] = useState(() => chooseTheme());
  useEffect(() => void chooseTheme(theme), [theme]);
  const other = theme === "dark" ? "light" : "dark";
  const { verdict, rules, counts } = page;
  return (
    <header>
      <div class="title">
        <h1>{page.model}</h1>
        <span class="soft">
          {rules.name}
          {rules.paper && ` (${rules.paper})`}, {number(counts.states, "state")},{" "}
          {number(counts.transitions, "transition")}
        </span>
        <button class="theme" onClick={() => setTheme(other)}>{other}</button>
      </div>
      <p class={`verdict ${verdict.name}`}>
        <strong>{verdict.name}</strong> {verdict.sentence}
      </p>
      {verdict.notes.map((note) => <p class="note">{note}</p>)}
    </header>
  );
}

function number(n: number, noun: string): string {
  return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
}
