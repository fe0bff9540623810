import type { Page } from "../report/page";

/** What a check says: in words first. */
export function Result({ page }: { page: Page; onLine: (line: number) => void }) {
  const { counts, rules } = page;
  return (
    <div class="result">
      <p class="counts">
        {rules.name}: {counts.states} states, {counts.transitions} transitions
        {counts.bound && `, bound hit: ${counts.bound}`}
      </p>
      {page.verdict.notes.map((note) => <p class="note">{note}</p>)}
      <details>
        <summary>side conditions</summary>
        {page.conditions.map((line) => <p>{line}</p>)}
      </details>
    </div>
  );
}
