import { useEffect, useState } from "preact/hooks";
import { chooseTheme } from "../theme";
import type { Page } from "./page";
import { SourceView } from "./Source";

/** The whole page: the verdict, the source, and the views beside it. */
export function Report({ page }: { page: Page }) {
  const [theme, setTheme] = useState(() => chooseTheme());
  useEffect(() => void chooseTheme(theme), [theme]);
  const other = theme === "dark" ? "light" : "dark";
  return (
    <>
      <header>
        <h1>{page.model}</h1>
        <button class="theme" onClick={() => setTheme(other)}>{other}</button>
      </header>
      <section class={`verdict ${page.verdict.name}`}>
        <strong>{page.verdict.name}</strong> {page.verdict.sentence}
        {page.verdict.notes.map((note) => <p>{note}</p>)}
      </section>
      <main>
        <SourceView source={page.source} />
      </main>
    </>
  );
}
