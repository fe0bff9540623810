import { moverColour } from "../theme";
import type { Mark, Source } from "./page";
import { wordsOf } from "./words";

/** The source; its margin has mover letters, phases and where transactions start. */
export function SourceView({ source, current }: { source: Source; current?: number }) {
  const at = new Map<number, Mark[]>();
  for (const mark of source.marks) at.set(mark.line, [...(at.get(mark.line) ?? []), mark]);
  return (
    <div class="source">
      {wordsOf(source.text.replace(/\n$/, "")).map((words, i) => (
        <div class={`row ${current === i + 1 ? "current" : ""}`} id={`line-${i + 1}`}>
          <span class="margin">{(at.get(i + 1) ?? []).map((mark) => <MarkView mark={mark} />)}</span>
          <span class="number">{i + 1}</span>
          <code>{words.map((word) => (word.kind ? <span class={word.kind}>{word.text}</span> : word.text))}</code>
        </div>
      ))}
    </div>
  );
}

function MarkView({ mark }: { mark: Mark }) {
  const phase = mark.phases.length === 2 ? "both-phases" : mark.phases[0];
  return (
    <span class={`mark ${mark.border} ${phase}`} title={`${mark.location}: ${mark.action}`}>
      {mark.letters.map((letter) => <b style={{ color: moverColour(letter) }}>{letter}</b>)}
    </span>
  );
}
