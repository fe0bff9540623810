/** Colours by name, as theme.css has them. */

/** The colour of a thread; after six they come again. */
export function threadColour(thread: number): string {
  return `var(--thread-${((thread - 1) % 6) + 1})`;
}

/** The colour of a mover letter. */
export function moverColour(letter: string): string {
  return `var(--mover-${letter})`;
}

export type Theme = "light" | "dark";

/** What the reader chose on this page, or else what the system says. */
export function chooseTheme(theme?: Theme): Theme {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const chosen = theme ?? system;
  document.documentElement.dataset.theme = chosen;
  return chosen;
}
