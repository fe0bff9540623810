import { indentUnit } from "@codemirror/language";
import { setDiagnostics, lintGutter, type Diagnostic } from "@codemirror/lint";
import { Annotation, EditorState, type Extension, type StateEffect, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Mark } from "../report/page";
import type { Finding } from "./engine";
import { current as currentLine, setCurrent } from "./current";
import { letters, setMarks } from "./letters";

/** Marks a change that comes from the page and not from the keyboard. */
const fromPage = Annotation.define<boolean>();

interface Props {
  label: string;
  text: string;
  language: Extension;
  findings: Finding[];
  marks?: Mark[];
  /** The line that the result is about. */
  current?: number;
  /** The line to go to, and how often it was asked for. */
  goTo?: { line: number; asked: number };
  onChange: (text: string) => void;
}

/** A text that is edited, with what is said of it. */
export function Editor({ label, text, language, findings, marks, current, goTo, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  /** The text that both sides know: what the editor told last, or was given. */
  const known = useRef(text);
  useEffect(() => {
    const listens = EditorView.updateListener.of((update) => {
      const typed = update.docChanged && !update.transactions.some((t) => t.annotation(fromPage));
      if (typed) changed.current((known.current = update.state.doc.toString()));
    });
    const named = EditorView.contentAttributes.of({ "aria-label": label });
    const looks = [basicSetup, indentUnit.of("    "), EditorView.lineWrapping, language, lintGutter()];
    const own = [looks, listens, named, ...(marks ? [letters, currentLine] : [])];
    const state = EditorState.create({ doc: text, extensions: own });
    view.current = new EditorView({ state, parent: place.current! });
    return () => view.current?.destroy();
  }, []);
  // Only a text from elsewhere replaces what is there, and before the next key: later, `text` may be that of some keys ago.
  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || known.current === text) return;
    known.current = text;
    const whole = { from: 0, to: editor.state.doc.length, insert: text };
    editor.dispatch({ changes: whole, annotations: fromPage.of(true), selection: { anchor: 0 }, scrollIntoView: true });
  }, [text]);
  useEffect(() => {
    const editor = view.current!;
    editor.dispatch(setDiagnostics(editor.state, findings.map((f) => drawn(f, editor.state.doc))));
  }, [findings]);
  useEffect(() => {
    if (marks) view.current!.dispatch({ effects: setMarks.of(marks) });
  }, [marks]);
  useEffect(() => {
    const editor = view.current!;
    const effects: StateEffect<unknown>[] = [setCurrent.of(current)];
    if (current && current <= editor.state.doc.lines) {
      effects.push(EditorView.scrollIntoView(editor.state.doc.line(current).from, { y: "nearest", yMargin: 40 }));
    }
    editor.dispatch({ effects });
  }, [current, marks]);
  useEffect(() => {
    const editor = view.current!;
    if (!goTo || goTo.line > editor.state.doc.lines) return;
    const at = editor.state.doc.line(goTo.line).from;
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    editor.focus();
  }, [goTo]);
  return <div class="editor" ref={place} />;
}

/** Columns count characters, the editor's places count UTF-16 units. */
function offset(doc: Text, line: number, column: number): number {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return at.from + [...at.text].slice(0, column - 1).join("").length;
}

function drawn(finding: Finding, doc: Text): Diagnostic {
  const from = offset(doc, finding.line ?? 1, finding.column ?? 1);
  const to = offset(doc, finding.end_line ?? finding.line ?? 1, finding.end_column ?? finding.column ?? 1);
  const said = [finding.message, ...finding.notes, ...(finding.help ? [`help: ${finding.help}`] : [])];
  const severity = finding.severity === "note" ? "info" : finding.severity;
  return { from, to: Math.max(from, to), severity, message: said.join("\n") };
}
