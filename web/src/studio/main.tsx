import { render } from "preact";
import "../theme.css";
import "../report/report.css";
import "./studio.css";
import { engine } from "./engine";
import { Studio } from "./Studio";

const root = document.getElementById("studio")!;
engine.start().then(
  (start) => render(<Studio start={start} />, root),
  (why) => render(<p class="fatal">The studio does not answer: {String(why.message ?? why)}</p>, root),
);
