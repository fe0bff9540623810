import { Header, number } from "./Header";
import type { Result, TablePage } from "./page";

/** The page of a comparison: a row for each model, two columns for each engine. */
export function TableReport({ page }: { page: TablePage }) {
  return (
    <>
      <Header page={page}>verdict and states; the bar is the share of the most states in the row</Header>
      <main class="wide">
        <div class="comparison">
          <table>
            <thead>
              <tr>
                <th>model</th>
                {page.engines.map((engine) => (
                  <th colSpan={2} title={engine.paper}>
                    {engine.name}
                    {engine.claim !== "sound" && <span class="soft"> {engine.claim}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {page.rows.map((row, i) => (
                <>
                  {folder(row.model) !== folder(page.rows[i - 1]?.model ?? "") && (
                    <tr><th class="folder" colSpan={1 + 2 * page.engines.length}>{folder(row.model)}</th></tr>
                  )}
                  <Row page={page} row={row} />
                </>
              ))}
            </tbody>
          </table>
        </div>
      </main>
    </>
  );
}

function folder(model: string): string {
  return model.slice(0, model.lastIndexOf("/") + 1);
}

function Row({ page, row }: { page: TablePage; row: TablePage["rows"][number] }) {
  const most = Math.max(1, ...Object.values(row.results).map((r) => r.states));
  return (
    <tr class={row.disagreement ? "disputed" : ""}>
      <th scope="row">{row.model.slice(folder(row.model).length).replace(/\.mover$/, "")}</th>
      {page.engines.map(({ name }) => <Cells result={row.results[name]} most={most} missed={row.missed_by.includes(name)} />)}
    </tr>
  );
}

function Cells({ result, most, missed }: { result: Result; most: number; missed: boolean }) {
  const { verdict, states, bound, transitions } = result;
  const title = `${number(states, "state")}, ${number(transitions, "transition")}${bound ? `, bound: ${bound}` : ""}`;
  return (
    <>
      <td class={missed ? "missed" : verdict}>{missed ? "missed" : verdict}</td>
      <td class="count" title={title}>
        <span class="bar" style={{ width: `${(100 * states) / most}%` }} />
        <span>{states.toLocaleString("en")}{bound && bound !== "ruleset may miss errors" && " +"}</span>
      </td>
    </>
  );
}
