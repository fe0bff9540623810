import type { CheckPage } from "./page";

/** The side conditions of the verdict, behind a fold. */
export function Conditions({ page }: { page: CheckPage }) {
  const { counts, rules, conditions } = page;
  return (
    <div class="conditions">
      <dl>
        <dt>rules</dt>
        <dd>{rules.name}, which {rules.claim === "sound" ? "miss no error" : rules.claim.replace("misses", "miss")}</dd>
        {counts.movers && <><dt>movers</dt><dd>{counts.movers}</dd></>}
        <dt>explored</dt>
        <dd>{counts.states} states, {counts.transitions} transitions, {counts.rounds} rounds</dd>
        {counts.bound && <><dt>bound hit</dt><dd>{counts.bound}</dd></>}
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
