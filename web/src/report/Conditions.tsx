import type { CheckPage } from "./page";

/** The side conditions of the verdict, behind a fold. */
export function Conditions({ page }: { page: CheckPage }) {
  const { counts, rules, conditions } = page;
  return (
    <div class="conditions">
      <dl>
        <dt>rules</dt>
        <dd>{rules.name}, {rules.claim}</dd>
        {counts.movers && <><dt>movers</dt><dd>{counts.movers}</dd></>}
        <dt>explored</dt>
        <dd>{counts.states} states, {counts.transitions} transitions, {counts.rounds} rounds</dd>
        {counts.bound && <><dt>bound hit</dt><dd>{counts.bound}</dd></>}
        {page.left_out.length > 0 && <><dt>not on this page</dt><dd>{page.left_out.join(", ")}</dd></>}
      </dl>
      {conditions.length > 0 && (
        <details>
          <summary>side conditions</summary>
          {conditions.map((line) => <p>{line}</p>)}
        </details>
      )}
    </div>
  );
}
