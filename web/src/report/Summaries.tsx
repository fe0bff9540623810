import { threadColour } from "../theme";
import { hasMany } from "./parts";
import type { CheckPage, Edge, Point, ProcedureSummaries, Values } from "./page";

/** The summary edges of each procedure in the papers' notation. */
export function Summaries({ page }: { page: CheckPage }) {
  return (
    <div class="summaries">
      {page.summaries!.map((of) => <OfProcedure of={of} initial={page.initial} />)}
      <p class="soft">
        A place has the locals that are in scope there and the shared variables
        {hasMany(page.initial) && ", except those that an edge leaves as they are at first"}; a value is part of an edge
        also where the edge does not depend on it.
      </p>
      <p class="soft">
        <span class="phase pre-commit">+</span> pre-commit, <span class="phase post-commit">-</span> post-commit;{" "}
        <b>Sum</b> leads to the end of a transaction, <b>Sum+</b> to a call, <b>Sum-</b> to a return
      </p>
    </div>
  );
}

function OfProcedure({ of, initial }: { of: ProcedureSummaries; initial: Values }) {
  return (
    <>
      <h3>{of.procedure}</h3>
      <table>
        <tbody>
          {of.edges.map((edge) => <EdgeRow edge={hasMany(initial) ? inShort(edge, initial) : edge} />)}
        </tbody>
      </table>
      {of.left_out > 0 && <p class="note">{of.left_out} more are left out</p>}
    </>
  );
}

/** Without the shared variables that are as at first in both places. */
function inShort(edge: Edge, initial: Values): Edge {
  const same = (name: string) => edge.from.globals[name] === initial[name] && edge.to.globals[name] === initial[name];
  const some = (point: Point) => ({
    ...point,
    globals: Object.fromEntries(Object.entries(point.globals).filter(([name]) => !same(name))),
  });
  return { ...edge, from: some(edge.from), to: some(edge.to) };
}

function EdgeRow({ edge }: { edge: Edge }) {
  const { from, to, frame, kind } = edge;
  const stack = kind === "Sum+" ? "pushes" : "pops";
  return (
    <tr>
      <th scope="row">{kind}</th>
      <td><PointView point={from} /></td>
      <td>→</td>
      <td>
        <PointView point={to} before={from} />
        {frame && <span class="soft"> {stack} {frame.returns_to}</span>}
      </td>
      <td class="who">{edge.threads.map((t) => <i style={{ background: threadColour(t) }} title={`thread ${t}`}>{t}</i>)}</td>
    </tr>
  );
}

/** `(L0, r=1, g=0, +)`, what differs from `before` in bold. */
function PointView({ point, before }: { point: Point; before?: Point }) {
  return (
    <code>
      {point.location}
      <ValueList values={point.locals} before={before?.locals} />
      <ValueList values={point.globals} before={before?.globals} />
      {point.phase !== undefined && (
        <span class={`phase ${point.phase ? "pre-commit" : "post-commit"}`}>{point.phase ? "+" : "-"}</span>
      )}
    </code>
  );
}

function ValueList({ values, before }: { values: Values; before?: Values }) {
  return (
    <>
      {Object.entries(values).map(([name, value]) => {
        const changed = before !== undefined && name in before && before[name] !== value;
        return <>, <span class={changed ? "changed" : ""}>{name}={String(value)}</span></>;
      })}
    </>
  );
}
