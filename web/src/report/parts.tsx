import { moverColour, threadColour } from "../theme";
import type { Thread, Values } from "./page";

/** A mover letter in its colour. */
export function Letter({ letter }: { letter?: string | null }) {
  if (!letter) return null;
  return <b class="letter" style={{ "--own": moverColour(letter) }}>{letter}</b>;
}

/** `thread 2 (T2)`, with its colour before it. */
export function ThreadName({ threads, thread }: { threads: Thread[]; thread: number }) {
  const name = threads[thread - 1]?.name ?? `thread ${thread}`;
  return <span class="thread"><i style={{ background: threadColour(thread) }} />{name}</span>;
}

/** `x = 1, y = 2`. */
export function valuesText(values: Values): string {
  return Object.entries(values).map(([name, value]) => `${name} = ${value}`).join(", ");
}

const SHAPES = {
  first: "M2 2h2.5v12H2zM14 2v12L5.5 8z",
  back: "M12.5 2v12L3.5 8z",
  on: "M3.5 2v12l9-6z",
  last: "M11.5 2H14v12h-2.5zM2 2v12l8.5-6z",
};

/** A button that goes one way, `keys` being what does the same. */
export function Go({ to, keys, off, go }: { to: keyof typeof SHAPES; keys?: string; off: boolean; go(): void }) {
  return (
    <button onClick={go} disabled={off} aria-label={to} title={keys}>
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d={SHAPES[to]} /></svg>
    </button>
  );
}

/** So many shared variables are always written. */
const FEW = 4;

/** Facts with their values; the ones that are as at first are left out where there are many. */
export function shortened(initial: Values, whole: boolean): (shown: string) => string {
  const names = Object.keys(initial);
  if (whole || names.length <= FEW) return (shown) => shown;
  return (shown) =>
    shown.replace(/([,;] |\()([A-Za-z_][\w.[\]]*)=([^,;()]+)/g, (all, before, name, value) =>
      name in initial && String(initial[name]) === value ? (before === ", " ? "" : before) : all,
    ).replace(/([(;] ?), /g, "$1").replace(/; (?=$|\))/g, "");
}

export function hasMany(initial: Values): boolean {
  return Object.keys(initial).length > FEW;
}
