/** Colours of the two languages; what they mean is said by the diagnostics. */
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StreamParser } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { KEYWORDS } from "../report/words";

const RULE_WORDS = new Set(
  ("relation macro override include drop if let for in all some count agg lattice ident expr true false").split(" "),
);

interface State {
  comment: boolean;
  /** How far the lines are indented on which the open braces stand. */
  open: number[];
}

function parser(keywords: Set<string>): StreamParser<State> {
  return {
    startState: () => ({ comment: false, open: [] }),
    token(stream, state) {
      if (state.comment || stream.match("/*")) {
        state.comment = !stream.match(/^.*?\*\//);
        if (state.comment) stream.skipToEnd();
        return "comment";
      }
      if (stream.match(/^\/\/@.*/)) return "meta";
      if (stream.match(/^\/\/.*/)) return "comment";
      if (stream.match(/^\d+/)) return "number";
      const word = stream.match(/^[A-Za-z_$][\w$]*/) as RegExpMatchArray | null;
      if (word) return keywords.has(word[0]) ? "keyword" : /^[A-Z]/.test(word[0]) ? "typeName" : "variableName";
      if (stream.match(/^(<--|\|\||&&|[-+*/%=<>!]=?|[|&])/)) return "operator";
      const next = stream.next();
      if (next === "{") state.open.push(stream.indentation());
      if (next === "}") state.open.pop();
      return null;
    },
    /** One step further in than the line with the brace that is open; otherwise as the line before. */
    indent(state, after, { unit }) {
      const line = state.open[state.open.length - 1];
      if (line === undefined) return null;
      return after.startsWith("}") ? line : line + unit;
    },
    languageData: { commentTokens: { line: "//" }, indentOnInput: /^\s*\}$/ },
  };
}

const style = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)", fontWeight: "600" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.meta, color: "var(--accent)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.typeName, color: "var(--accent)" },
  { tag: tags.operator, color: "var(--soft)" },
]);

export const model = [StreamLanguage.define(parser(KEYWORDS)), syntaxHighlighting(style)];
export const rules = [StreamLanguage.define(parser(RULE_WORDS)), syntaxHighlighting(style)];
