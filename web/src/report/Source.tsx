import { useEffect, useMemo, useRef } from "preact/hooks";
import { moverColour } from "../theme";
import type { Mark, Source } from "./page";
import { wordsOf } from "./words";

/** The source; its margin has mover letters, phases and where transactions start. */
export function SourceView({ source, current }: { source: Source; current?: number }) {
  const lines = useMemo(() => wordsOf(source.text.replace(/\n$/, "")), [source]);
  const marks = useMemo(() => byLine(source.marks), [source]);
  const said = useMemo(() => byLine(source.said), [source]);
  const box = useRef<HTMLDivElement>(null);
  const first = source.marks[0]?.line ?? 1;
  useEffect(() => {
    // At first where the program begins to do something: comments come before.
    const line = box.current?.querySelector(".current");
    if (line) reveal(box.current!, line);
    else box.current?.children[Math.max(0, first - 4)]?.scrollIntoView({ block: "start" });
  }, [current]);
  const most = Math.max(0, ...[...marks.values()].map((m) => m.length));
  return (
    <div class="source-panel">
      <div class="source" ref={box} style={{ "--margin": `${most ? 0.8 + 1.9 * Math.min(most, 4) : 0}rem` }}>
        {lines.map((words, i) => (
          <div class={`row ${current === i + 1 ? "current" : ""}`} id={`line-${i + 1}`}>
            <span class="margin">{(marks.get(i + 1) ?? []).map((mark) => <MarkView mark={mark} />)}</span>
            <span class="number">{i + 1}</span>
            <div>
              <code>{words.map((word) => (word.kind ? <span class={word.kind}>{word.text}</span> : word.text))}</code>
              {(said.get(i + 1) ?? []).map(({ words }) => <span class="said">{words}</span>)}
            </div>
          </div>
        ))}
      </div>
      {source.marks.length > 0 && <Legend marks={source.marks} />}
    </div>
  );
}

/** Scrolls to the middle what is not well inside. */
function reveal(box: Element, line: Element) {
  const [all, one] = [box.getBoundingClientRect(), line.getBoundingClientRect()];
  const room = 3 * one.height;
  if (one.top < all.top + room || one.bottom > all.bottom - room) line.scrollIntoView({ block: "center" });
}

function byLine<T extends { line: number }>(all: T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const one of all) found.set(one.line, [...(found.get(one.line) ?? []), one]);
  return found;
}

function MarkView({ mark }: { mark: Mark }) {
  const phase = mark.phases.length === 2 ? "both-phases" : (mark.phases[0] ?? "");
  const title = `${mark.location}: ${mark.action}\n${mark.phases.join(" and ")}, ${BORDERS[mark.border]}`;
  return (
    <span class={`mark ${mark.border} ${phase}`} title={title}>
      {mark.letters.map((letter) => <b style={{ "--own": moverColour(letter) }}>{letter}</b>)}
    </span>
  );
}

const BORDERS = {
  starts: "a transaction starts here",
  inside: "inside a transaction",
  both: "a transaction starts here, or is inside",
};

const MOVERS = { R: "right mover", L: "left mover", B: "both mover", N: "non-mover" };

/** What occurs, and no more. */
function Legend({ marks }: { marks: Mark[] }) {
  const letters = Object.entries(MOVERS).filter(([letter]) => marks.some((m) => m.letters.includes(letter)));
  const phases = ["pre-commit", "post-commit"] as const;
  return (
    <div class="legend">
      {letters.map(([letter, meaning]) => (
        <span><b class="letter" style={{ "--own": moverColour(letter) }}>{letter}</b> {meaning}</span>
      ))}
      {phases.filter((p) => marks.some((m) => m.phases.includes(p))).map((phase) => (
        <span title="the phase of the thread before the step"><span class={`mark ${phase}`} />{phase}</span>
      ))}
      <span><span class="mark starts" />a transaction starts</span>
      {marks.some((m) => m.border === "both") && <span><span class="mark both" />starts, or is inside one</span>}
    </div>
  );
}
