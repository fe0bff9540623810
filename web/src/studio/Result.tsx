import { useEffect } from "preact/hooks";
import type { CheckPage } from "../report/page";
import { number } from "../report/Header";
import { useViews } from "../report/Report";

/** What a check says, below its verdict: as a report does. */
export function Result({ page, onLine }: { page: CheckPage; onLine: (line: number | undefined) => void }) {
  const { line, panel } = useViews(page);
  useEffect(() => onLine(line), [line]);
  useEffect(() => () => onLine(undefined), []);
  const { counts, rules } = page;
  return (
    <div class="result">
      <p class="soft">
        {rules.paper ? `${rules.name} (${rules.paper})` : rules.name}: {number(counts.states, "state")},{" "}
        {number(counts.transitions, "transition")}
        {counts.bound && `; bound: ${counts.bound}`}
      </p>
      {page.verdict.notes.map((note) => <p class="note">{note}</p>)}
      {panel}
    </div>
  );
}
