import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Conditions } from "./Conditions";
import { Derivations } from "./Derivations";
import { Header, number } from "./Header";
import type { CheckPage } from "./page";
import { Rules } from "./Rules";
import { SourceView } from "./Source";
import { Summaries } from "./Summaries";
import { TimelineView } from "./Timeline";
import { TraceView } from "./Trace";
import { Views, type View } from "./Views";

/** Where a reader may go: to a line of the source, or to an inference rule if there is one of that name. */
export interface Links {
  line(line: number): void;
  rule(name: string): void;
  hasRule(name: string): boolean;
}

/** The page of a check: the verdict, the source, and the views beside it. */
export function Report({ page }: { page: CheckPage }) {
  const { line, panel } = useViews(page);
  const { rules, counts } = page;
  const constants = Object.entries(page.constants).map(([name, n]) => `${name} = ${n}, `).join("");
  const by = rules.paper ? `${rules.name} (${rules.paper})` : rules.name;
  return (
    <>
      <Header page={page}>
        {constants}{by}, {number(counts.states, "state")}, {number(counts.transitions, "transition")}
      </Header>
      <main>
        <SourceView source={page.source} current={line} />
        {panel}
      </main>
    </>
  );
}

/** The views of a page of which one is open, and the line of the source that it is about. */
export function useViews(page: CheckPage): { line: number | undefined; panel: ComponentChildren } {
  const [chosen, setStep] = useState(Infinity);
  const [line, setLine] = useState<number>();
  const [target, setTarget] = useState("");
  const [wanted, setView] = useState("trace");
  // The same trace, looked at again with more beside it, stays where it is.
  useEffect(() => (setStep(Infinity), setLine(undefined)), [JSON.stringify(page.trace?.steps)]);
  const step = Math.min(chosen, page.trace?.steps.length ?? 0);
  const views = viewsOf(page, { step, setStep, target }, {
    line: setLine,
    rule: (name) => (setTarget(name), setView("rules")),
    hasRule: (name) => page.rules_text.inferences.some((i) => i.name === name),
  });
  const view = (views.find((v) => v.name === wanted) ?? views[0]).name;
  return {
    line: view === "trace" ? lineOf(page, step) : line,
    panel: <Views views={views} view={view} open={setView} />,
  };
}

/** The line of the last step that was taken, at first of the one that comes. */
function lineOf(page: CheckPage, step: number): number | undefined {
  const steps = page.trace?.steps ?? [];
  return steps[Math.max(step - 1, 0)]?.line ?? undefined;
}

function viewsOf(
  page: CheckPage,
  at: { step: number; setStep: (step: number) => void; target: string },
  links: Links,
): View[] {
  const { trace, threads, derivations } = page;
  const views: (View | false | null)[] = [
    trace && {
      name: "trace",
      title: "Trace",
      shown: (active) => (
        <TraceView trace={trace} threads={threads} at={at.step} go={at.setStep} active={active} leftOut="first" />
      ),
    },
    page.timeline && {
      name: "timeline",
      title: "Timeline",
      shown: (active) => <TimelineView page={page} links={links} active={active} />,
    },
    page.summaries && page.summaries.length > 0 && {
      name: "summaries",
      title: "Summaries",
      shown: () => <Summaries page={page} />,
    },
    derivations && {
      name: "derivations",
      title: "Derivations",
      shown: () => (
        <Derivations
          derivations={derivations}
          initial={page.initial}
          goneWrong={trace?.steps.find((s) => s.goes_wrong)?.thread}
          links={links}
        />
      ),
    },
    { name: "rules", title: "Rules", shown: () => <Rules page={page} target={at.target} /> },
    { name: "conditions", title: "What it rests on", shown: () => <Conditions page={page} /> },
  ];
  return views.filter((v): v is View => Boolean(v));
}
