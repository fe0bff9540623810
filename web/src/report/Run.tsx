import { useState } from "preact/hooks";
import { Header, number } from "./Header";
import type { RunPage } from "./page";
import { TraceView } from "./Trace";
import { Views, type View } from "./Views";

/** The page of a run: its steps, the lattice of its control states, and what is known of other schedules. */
export function RunReport({ page }: { page: RunPage }) {
  const { trace, threads, lattice } = page;
  const [step, setStep] = useState(0);
  const [view, setView] = useState(lattice ? "lattice" : "trace");
  const run = (active: boolean) => (
    <TraceView trace={trace} threads={threads} at={step} go={setStep} active={active} leftOut="last" />
  );
  const views: View[] = [
    { name: "trace", title: "Run", shown: run },
    { name: "analysis", title: "All schedules", shown: () => <pre>{page.analysis}</pre> },
    { name: "log", title: "Log", shown: () => <pre>{page.log}</pre> },
  ];
  // Drawn by the same program as this page: its texts are escaped there.
  const picture = lattice && <div class="picture" dangerouslySetInnerHTML={{ __html: lattice }} />;
  if (picture) views.splice(1, 0, { name: "lattice", title: threads.length === 2 ? "Lattice" : "Graph", shown: () => picture });
  return (
    <>
      <Header page={page}>{number(trace.steps.length + trace.left_out, "step")} of a run</Header>
      <main class="wide">
        <Views views={views} view={view} open={setView} />
      </main>
    </>
  );
}
