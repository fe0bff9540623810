import { render as draw } from "preact";
import "../theme.css";
import "./report.css";
import type { Page } from "./page";
import { Report } from "./Report";
import { RunReport } from "./Run";
import { TableReport } from "./Table";

/** Shows a page below `root`, in place of what is there. */
export function render(root: HTMLElement, page: Page): void {
  root.replaceChildren();
  draw(shown(page), root);
}

function shown(page: Page) {
  switch (page.page) {
    case "check":
      return <Report page={page} />;
    case "run":
      return <RunReport page={page} />;
    case "table":
      return <TableReport page={page} />;
  }
}
