import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { threadColour } from "../theme";
import { useArrows } from "./keys";
import { Go, Letter } from "./parts";
import type { Moment, CheckPage } from "./page";
import type { Links } from "./Report";

/** What a search did, moment by moment, with a slider; and its stack at that moment. */
export function TimelineView({ page, links, active }: { page: CheckPage; links: Links; active: boolean }) {
  const { events, scheduled_in, graph } = page.timeline!;
  const [at, setAt] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.querySelector(".here")?.scrollIntoView({ block: "nearest" }), [at]);
  const go = (to: number) => {
    setAt(Math.max(0, Math.min(events.length - 1, to)));
    const line = events[to]?.step?.line;
    if (line) links.line(line);
  };
  useArrows(active, at, events.length - 1, go);
  return (
    <div class="timeline">
      <div class="buttons">
        <Go to="back" off={at === 0} go={() => go(at - 1)} />
        <input
          type="range"
          min={0}
          max={events.length - 1}
          value={at}
          aria-label="moment"
          onInput={(e) => go(Number(e.currentTarget.value))}
        />
        <Go to="on" off={at === events.length - 1} go={() => go(at + 1)} />
        <span class="position">{at + 1} of {events.length}</span>
      </div>
      <Stack events={events} at={at} />
      <div class={graph ? "beside" : "alone"}>
      <ol ref={list}>
        {events.map((moment, i) => (
          <li class={i === at ? "here" : i > at ? "later" : ""}>
            <button onClick={() => go(i)} style={{ paddingLeft: `${0.4 + Math.min(moment.depth, 16) * 0.9}rem` }}>
              <MomentView moment={moment} />
            </button>
          </li>
        ))}
      </ol>
      {graph && <StateGraph svg={graph} events={events} at={at} active={active} />}
      </div>
      <p class="soft">
        all threads are scheduled in {scheduled_in.length === 1 ? "state" : "states"}{" "}
        {scheduled_in.map((place) => place.state).join(", ")}
      </p>
    </div>
  );
}

/** The states on the stack, the oldest first. */
function Stack({ events, at }: { events: Moment[]; at: number }) {
  const stack: Moment[] = [];
  for (const moment of events.slice(0, at + 1)) {
    if (moment.event === "push" || moment.event === "schedule") stack.push(moment);
    if (moment.event === "pop") stack.pop();
  }
  return (
    <p class="stack">
      stack{" "}
      {stack.map((m) => <b class={m.phase} style={{ borderColor: threadColour(m.thread) }}>{m.state}</b>)}
      {stack.length === 0 && <span class="soft">empty</span>}
    </p>
  );
}

/** The states that are known by then, the one that it is about in a frame. */
function StateGraph({ svg, events, at, active }: { svg: string; events: Moment[]; at: number; active: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useMemo(() => ({ __html: svg }), [svg]);
  useLayoutEffect(() => {
    const known = new Set(events.slice(0, at + 1).map((m) => m.state));
    for (const node of box.current?.querySelectorAll(".mv-node") ?? []) {
      const state = Number(/mv-node-(\d+)/.exec(node.getAttribute("class") ?? "")?.[1]);
      node.classList.toggle("unknown", !known.has(state));
      node.classList.toggle("here", state === events[at].state);
      if (state === events[at].state) reveal(box.current!, node);
    }
  }, [svg, at, active]);
  // Drawn by the same program as this page: its texts are escaped there.
  return <div class="graph" ref={box} dangerouslySetInnerHTML={inner} />;
}

/** Scrolls the box, and nothing around it, to what is not in it as a whole. */
function reveal(box: Element, node: Element) {
  const [all, one] = [box.getBoundingClientRect(), node.getBoundingClientRect()];
  if (one.left < all.left || one.right > all.right) box.scrollLeft += (one.left + one.right - all.left - all.right) / 2;
  if (one.top < all.top || one.bottom > all.bottom) box.scrollTop += (one.top + one.bottom - all.top - all.bottom) / 2;
}

function MomentView({ moment }: { moment: Moment }) {
  const { event, step, state, thread } = moment;
  const who = <i class="dot" style={{ background: threadColour(thread) }} title={`thread ${thread}`} />;
  const sign = moment.phase && <span class={`phase ${moment.phase}`}>{moment.phase === "pre-commit" ? "+" : "-"}</span>;
  switch (event) {
    case "push":
    case "revisit":
      if (!step) return <>{who} state {state} {sign} <span class="soft">initial: all threads are scheduled</span></>;
      return (
        <>
          {who} <code>{step.action}</code> <Letter letter={step.mover} /> → state {state} {sign}
          {event === "revisit" && <span class="soft"> known{moment.on_stack ? ", on the stack" : ""}</span>}
          {step.commits && <b> commits</b>}
          {step.goes_wrong && <b class="wrong"> goes wrong</b>}
          {moment.hands_on_cpc && <span class="soft"> hands on CPC (L11)</span>}
        </>
      );
    case "ends":
      return <>{who} <b>a transaction ends</b> in state {state} <span class="soft">{moment.why}</span></>;
    case "schedule":
      return <>{who} state {state}: thread {thread} is scheduled (L26)</>;
    case "pop":
      return <>{who} <span class="soft">pop state {state}{moment.hands_on_cpc ? ", hands on CPC (L23)" : ""}</span></>;
  }
}
