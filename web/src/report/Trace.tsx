import { useEffect, useRef } from "preact/hooks";
import { threadColour } from "../theme";
import { useArrows } from "./keys";
import { Go, Letter, ThreadName, valuesText } from "./parts";
import type { State, Step, Thread, Trace, Values } from "./page";

interface Props {
  trace: Trace;
  threads: Thread[];
  /** How many steps have been taken. */
  at: number;
  go(step: number): void;
  /** Whether keys move it. */
  active: boolean;
  /** Where steps are missing, if some are. */
  leftOut: "first" | "last";
}

/** Values stand below the lanes of more threads than this. */
const MOST_BESIDE = 3;

/** The execution, a lane for each thread; and what every variable holds where the reader is. */
export function TraceView({ trace, threads, at, go, active, leftOut }: Props) {
  const last = trace.steps.length;
  const move = (to: number) => go(Math.max(0, Math.min(last, to)));
  useArrows(active, at, last, go);
  return (
    <div class="trace">
      <Buttons at={at} last={last} move={move} />
      {trace.left_out > 0 && <p class="note">The {leftOut} {trace.left_out} steps are left out.</p>}
      <div class={`stepper ${threads.length > MOST_BESIDE ? "below" : ""}`}>
        <Lanes threads={threads} trace={trace} at={at} go={move} />
        <Memory threads={threads} trace={trace} at={at} />
      </div>
      <Printed threads={threads} trace={trace} />
    </div>
  );
}

/** On paper nobody steps: every step with what it changes. */
function Printed({ threads, trace }: { threads: Thread[]; trace: Trace }) {
  return (
    <table class="printed">
      <tbody>
        {trace.steps.map((step, i) => (
          <tr>
            <td>{i + 1}</td>
            <td><ThreadName threads={threads} thread={step.thread} /></td>
            <td>{placeOf(step)}</td>
            <td><code>{step.action}</code> <Letter letter={step.mover} /></td>
            <td>
              {step.changes && <code>{valuesText(step.changes)}</code>}
              {step.commits && <b> commits</b>}
              {step.goes_wrong && <b> goes wrong</b>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Buttons({ at, last, move }: { at: number; last: number; move(to: number): void }) {
  return (
    <div class="buttons">
      <Go to="first" keys="Home" off={at === 0} go={() => move(0)} />
      <Go to="back" keys="←" off={at === 0} go={() => move(at - 1)} />
      <Go to="on" keys="→" off={at === last} go={() => move(at + 1)} />
      <Go to="last" keys="End" off={at === last} go={() => move(last)} />
      <span class="position">step <b>{at}</b> of {last}</span>
      <span class="soft keys">keys: ← → Home End</span>
    </div>
  );
}

/** A column for each thread, a row for each step, a box around each transaction. */
function Lanes({ threads, trace, at, go }: { threads: Thread[]; trace: Trace; at: number; go(step: number): void }) {
  const lanes = threads.filter((t) => trace.steps.some((s) => s.thread === t.thread));
  const column = (thread: number) => lanes.findIndex((t) => t.thread === thread) + 1;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => scrollInto(box.current?.querySelector(".here")), [at]);
  let row = 2;
  let number = 0;
  return (
    <div class="lanes" ref={box} style={{ gridTemplateColumns: `repeat(${lanes.length}, minmax(${lanes.length > 3 ? 6 : 8}rem, 1fr))` }}>
      {lanes.map((t, i) => (
        <div class="lane-head" style={{ gridColumn: i + 1, gridRow: 1, borderColor: threadColour(t.thread) }}>
          <ThreadName threads={threads} thread={t.thread} />
        </div>
      ))}
      {boxes(trace).map((steps) => {
        const { thread, transaction } = steps[0];
        const { resumed, ended } = trace.transactions[transaction];
        const from = number;
        number += steps.length;
        row += steps.length;
        return (
          <div
            class={`transaction ${resumed ? "resumed" : ""} ${ended ? "" : "unended"}`}
            style={{
              gridColumn: column(thread),
              gridRow: `${row - steps.length} / span ${steps.length}`,
              "--own": threadColour(thread),
            }}
          >
            {steps.map((step, i) => <StepRow step={step} number={from + i + 1} at={at} go={go} />)}
          </div>
        );
      })}
    </div>
  );
}

/** The steps of each transaction. */
function boxes(trace: Trace): Step[][] {
  const found: Step[][] = [];
  for (const step of trace.steps) {
    const last = found[found.length - 1];
    if (last && last[0].transaction === step.transaction) last.push(step);
    else found.push([step]);
  }
  return found;
}

function StepRow({ step, number, at, go }: { step: Step; number: number; at: number; go(step: number): void }) {
  const when = number === at ? "here" : number > at ? "later" : "";
  const kind = `${step.phase ?? ""} ${step.commits ? "commits" : ""} ${step.goes_wrong ? "wrong" : ""}`;
  return (
    <button class={`step ${when} ${kind}`} onClick={() => go(number)} title={placeOf(step)}>
      <span class="action">
        {"  ".repeat(Math.min(step.depth, 4))}
        {step.action}
      </span>
      <Letter letter={step.mover} />
      {step.commits && <span class="said">commits</span>}
      {step.goes_wrong && <span class="said">goes wrong</span>}
    </button>
  );
}

function scrollInto(element: Element | null | undefined) {
  element?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Every variable, what the last step changed in bold; and why a step goes wrong. */
function Memory({ threads, trace, at }: { threads: Thread[]; trace: Trace; at: number }) {
  const state = trace.states[at];
  const before: State | undefined = trace.states[at - 1];
  const step: Step | undefined = trace.steps[at - 1];
  return (
    <div class="memory" aria-live="polite">
      <p class="did">{step ? <Did step={step} threads={threads} /> : <span class="soft">the initial state</span>}</p>
      {step?.goes_wrong && (
        <p class="failure">
          <strong>goes wrong</strong> {trace.message}
          {step.looked_at && Object.keys(step.looked_at).length > 0 && <> with {valuesText(step.looked_at)}</>}
        </p>
      )}
      <Table title="globals" values={state.globals} before={before?.globals} />
      {state.threads.map((thread, i) => (
        <ThreadMemory threads={threads} number={i + 1} state={thread} before={before?.threads[i]} />
      ))}
    </div>
  );
}

function placeOf(step: Step): string {
  return step.line ? `${step.location}, line ${step.line}` : step.location;
}

function Did({ step, threads }: { step: Step; threads: Thread[] }) {
  return (
    <>
      <ThreadName threads={threads} thread={step.thread} /> <span class="soft">{placeOf(step)}</span>
      <br />
      <code>{step.action}</code> <Letter letter={step.mover} />{" "}
      {step.phase && <span class={`phase ${step.phase}`}>{step.phase}</span>}
      {step.commits && <span class="phase commit-point">commits</span>}
    </>
  );
}

function ThreadMemory({ threads, number, state, before }: {
  threads: Thread[];
  number: number;
  state: State["threads"][number];
  before?: State["threads"][number];
}) {
  const moved = before !== undefined && before.location !== state.location;
  const frames = state.stack.map((f) => f.location).join(", ");
  return (
    <div class="of-thread" style={{ "--own": threadColour(number) }}>
      <p>
        <ThreadName threads={threads} thread={number} />{" "}
        <span class={moved ? "changed" : ""}>{state.location ? `at ${state.location}` : "has gone wrong"}</span>
        {frames && <span class="soft"> under {frames}</span>}
      </p>
      <Table title="" values={state.locals} before={state.stack.length === before?.stack.length ? before?.locals : undefined} />
    </div>
  );
}

function Table({ title, values, before }: { title: string; values: Values; before?: Values }) {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <table class="values">
      {title && <caption>{title}</caption>}
      <tbody>
        {entries.map(([name, value]) => {
          const changed = before !== undefined && before[name] !== value;
          return (
            <tr class={changed ? "changed" : ""}>
              <th scope="row">{name}</th>
              <td>{String(value)}</td>
              <td class="was">{changed && name in before ? `was ${before[name]}` : ""}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
