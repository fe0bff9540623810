/** The source's text in classes for its colours. */

const TOKEN = /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|\b([A-Za-z_]\w*)\b|\b(\d+)\b/g;

export const KEYWORDS = new Set(
  ("const enum int bool boolean mutex Mutex rmutex void thread_local if else while for break continue return goto " +
    "skip atomic choose assert assume true false null tid").split(" "),
);

export interface Word {
  text: string;
  kind: "" | "comment" | "keyword" | "number";
}

/** Lines of words; a comment of several lines is one on each. */
export function wordsOf(text: string): Word[][] {
  const lines: Word[][] = [[]];
  const add = (part: string, kind: Word["kind"]) => {
    part.split("\n").forEach((piece, i) => {
      if (i > 0) lines.push([]);
      if (piece) lines[lines.length - 1].push({ text: piece, kind });
    });
  };
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    add(text.slice(end, match.index), "");
    const [whole, comment, name] = match;
    add(whole, comment ? "comment" : name ? (KEYWORDS.has(name) ? "keyword" : "") : "number");
    end = match.index + whole.length;
  }
  add(text.slice(end), "");
  return lines;
}
