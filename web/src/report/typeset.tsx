import type { ComponentChildren } from "preact";

const SIGNS: Record<string, string> = {
  "for all": "∀",
  not: "¬",
  and: "∧",
  or: "∨",
  in: "∈",
  "!=": "≠",
  "<=": "≤",
  ">=": "≥",
  "->": "→",
  "~>": "⇝",
  Sigma: "Σ",
  Omega: "Ω",
  alpha: "α",
  delta: "δ",
};

/** Words that are not variables. */
const PROSE = new Set(["of", "is", "if", "at", "by", "to", "no", "in", "it", "as"]);

const TOKEN = /for all|\bin(?= [A-Z\d{]| delta\b| alpha\b)|!=|<=|>=|--+>|->(?:_(\w+))?|~>|([A-Za-z]+)(\d*)(?:_(\w+))?(?:\^([A-Z]'?))?('*)([+-](?=\())?/g;

/** A formula in the rules' ASCII, as a paper prints it. */
export function typeset(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, match.index).replace(/--/g, "—"));
    parts.push(sign(match));
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

function sign(match: RegExpMatchArray): ComponentChildren {
  const [whole, mover, name, digits, below, copy, primes, plus] = match;
  if (SIGNS[whole] && (whole !== "in" || !name)) return SIGNS[whole];
  if (mover) return <>→<sub>{mover}</sub></>;
  if (/^--+>$/.test(whole)) return "⟶";
  const letter = name === "in" ? name : (SIGNS[name] ?? name);
  const short = letter.length <= 2 && /^[a-z]/.test(letter) && !PROSE.has(letter);
  return (
    <>
      {short ? <i>{letter}</i> : letter}
      {(digits || below) && <sub>{digits}{below}</sub>}
      {(copy || plus) && <sup>{(copy ?? "").replace("'", "′")}{plus}</sup>}
      {"′".repeat(primes.length)}
    </>
  );
}
