/** The gutter with mover letters, phases and where transactions start. */
import { RangeSet, StateEffect, StateField, type Extension, type Text } from "@codemirror/state";
import { GutterMarker, gutter } from "@codemirror/view";
import type { Mark } from "../report/page";
import { moverColour } from "../theme";

const MEANING: Record<string, string> = { R: "right mover", L: "left mover", B: "both mover", N: "non-mover" };

class Letters extends GutterMarker {
  constructor(readonly marks: Mark[]) {
    super();
  }

  override eq(other: Letters): boolean {
    return JSON.stringify(this.marks) === JSON.stringify(other.marks);
  }

  override toDOM(): Node {
    const line = document.createElement("span");
    line.className = "letters";
    for (const mark of this.marks) line.append(one(mark));
    return line;
  }
}

/** One location of the line. */
function one(mark: Mark): HTMLElement {
  const cell = document.createElement("span");
  cell.className = `letter ${mark.border} ${mark.phases.length === 2 ? "both-phases" : (mark.phases[0] ?? "")}`;
  const words = mark.letters.map((letter) => MEANING[letter] ?? letter).join(" or ");
  const border = mark.border === "inside" ? "inside a transaction" : "a transaction starts here";
  cell.title = `${mark.location}: ${words}; ${mark.phases.join(" or ")}; ${border}`;
  for (const letter of mark.letters) {
    const b = document.createElement("b");
    b.textContent = letter;
    b.style.background = moverColour(letter);
    cell.append(b);
  }
  return cell;
}

export const setMarks = StateEffect.define<Mark[]>();

function ranges(marks: Mark[], doc: Text): RangeSet<GutterMarker> {
  const at = new Map<number, Mark[]>();
  for (const mark of marks) {
    const same = at.get(mark.line) ?? [];
    // Steps of one line that look alike are one.
    const alike = (m: Mark) => m.letters.join() === mark.letters.join() && m.phases.join() === mark.phases.join();
    if (!same.some(alike)) at.set(mark.line, [...same, mark]);
  }
  const lines = [...at].filter(([line]) => line >= 1 && line <= doc.lines).sort(([a], [b]) => a - b);
  return RangeSet.of(lines.map(([line, found]) => new Letters(found).range(doc.line(line).from)));
}

const field = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) return ranges(effect.value, transaction.state.doc);
    }
    return value.map(transaction.changes);
  },
});

export const letters: Extension = [
  field,
  gutter({ class: "cm-letters", markers: (view) => view.state.field(field) }),
];
