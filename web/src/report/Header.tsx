import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { chooseTheme } from "../theme";
import type { Verdict } from "./page";

/** The model, what was done with it, and the verdict if there is one. */
export function Header({ page, children }: { page: { model: string; verdict?: Verdict }; children: ComponentChildren }) {
  const { verdict } = page;
  return (
    <header>
      <div class="title">
        <h1>{page.model}</h1>
        <span class="soft">{children}</span>
        <ThemeButton />
      </div>
      {verdict && (
        <p class={`verdict ${verdict.name === "no assertion" ? "none" : verdict.name}`}>
          <strong>{verdict.name}</strong> {verdict.sentence}
        </p>
      )}
      {verdict?.notes.map((note) => <p class="note">{note}</p>)}
    </header>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useState(() => chooseTheme());
  useEffect(() => void chooseTheme(theme), [theme]);
  const other = theme === "dark" ? "light" : "dark";
  return <button class="theme" onClick={() => setTheme(other)}>{other}</button>;
}

/** `1 state`, `12,000 states`. */
export function number(n: number, noun: string): string {
  return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
}
