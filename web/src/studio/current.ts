/** The line that the result is about. */
import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

export const setCurrent = StateEffect.define<number | undefined>();

const line = Decoration.line({ class: "cm-current" });

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    const { doc } = transaction.state;
    for (const effect of transaction.effects) {
      if (!effect.is(setCurrent)) continue;
      const at = effect.value;
      return at && at <= doc.lines ? Decoration.set(line.range(doc.line(at).from)) : Decoration.none;
    }
    return transaction.docChanged ? Decoration.none : value;
  },
  provide: (f) => EditorView.decorations.from(f),
});

export const current: Extension = field;
