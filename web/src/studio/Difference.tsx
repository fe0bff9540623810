import type { Contrast, Counts, Separate, Side } from "./engine";

interface Props {
  contrast: Contrast | null;
  separate: Separate | null;
  searching: boolean;
  onLonger: () => void;
  onOpen: (text: string) => void;
}

/** What the change of rules changes: verdict, facts, the smallest program that shows it. */
export function Difference({ contrast, separate, searching, onLonger, onOpen }: Props) {
  if (!contrast?.rules || !contrast.compare) return <p class="hint">Change a premise: the difference appears here.</p>;
  const row = contrast.compare.rows[0];
  return (
    <div class="difference" aria-live="polite">
      <Verdicts names={contrast.rules} results={row.results} missed={row.missed_by} />
      <h3>the smallest program that tells them apart</h3>
      <Program separate={separate} searching={searching} onLonger={onLonger} onOpen={onOpen} />
      <h3>facts that differ on this model</h3>
      <Facts contrast={contrast} />
    </div>
  );
}

function Verdicts({ names, results, missed }: { names: string[]; results: Record<string, Counts>; missed: string[] }) {
  return (
    <table>
      <thead>
        <tr><th>rules</th><th>verdict</th><th>states</th><th>transitions</th></tr>
      </thead>
      <tbody>
        {names.map((name, i) => {
          const of = results[name];
          const other = results[names[1 - i]];
          const changed = (key: "verdict" | "states" | "transitions") => (of[key] === other[key] ? "" : "changed");
          return (
            <tr>
              <th>{i === 0 ? "original" : "edited"} <small>{name}</small></th>
              <td class={changed("verdict")}>
                <b class={`word ${of.verdict}`}>{of.verdict}</b>
                {missed.includes(name) && <span class="missed"> misses the error</span>}
              </td>
              <td class={changed("states")}>{of.states}</td>
              <td class={changed("transitions")}>{of.transitions}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Facts({ contrast }: { contrast: Contrast }) {
  if (!contrast.diff) return <p>not known: a bound was hit.</p>;
  const sides = contrast.diff.sides.filter((side) => side.only_here.length > 0);
  const without = contrast.diff.sides.find((side) => !side.phases);
  const aside = without && contrast.diff.sides.some((side) => side.phases);
  return (
    <>
      {aside && <p class="hint">Phases are left aside: {without.rules} has none.</p>}
      {sides.length === 0 ? <p>none</p> : sides.map((side) => <Only side={side} />)}
    </>
  );
}

function Only({ side }: { side: Side }) {
  const n = side.only_here.length + side.left_out;
  return (
    <details open>
      <summary>
        {n} {n === 1 ? "fact" : "facts"} of <b>{side.rules}</b> alone
      </summary>
      <ul class="facts">
        {side.only_here.map((f) => (
          <li>
            <code>{f.fact}</code>
            <details>
              <summary>why: {f.rule}</summary>
              <code>{f.derivation}</code>
            </details>
          </li>
        ))}
        {side.left_out > 0 && <li>… and {side.left_out} more</li>}
      </ul>
    </details>
  );
}

function Program({ separate, searching, onLonger, onOpen }: Omit<Props, "contrast">) {
  if (searching) return <p class="busy">searching …</p>;
  const found = separate?.separate;
  if (!found) return null;
  if (found.model) {
    const text = found.model;
    return (
      <>
        <p>{found.statements} statements:</p>
        <pre tabIndex={0}>{text}</pre>
        <button onClick={() => onOpen(text)}>open it in the editor</button>
      </>
    );
  }
  return (
    <p>
      none was found: no program with up to {found.exhaustive} statements, nor any of {found.tried.random} random ones.{" "}
      {found.cut === "time" && <button onClick={onLonger}>search 20 s</button>}
    </p>
  );
}
