import { render as draw } from "preact";
import "../theme.css";
import "./report.css";
import { Report } from "./Report";
import type { Page } from "./page";

/** Shows a page below `root`, in place of what is there. */
export function render(root: HTMLElement, page: Page): void {
  root.replaceChildren();
  draw(<Report page={page} />, root);
}
