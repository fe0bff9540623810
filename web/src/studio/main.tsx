import { render } from "preact";
import "../theme.css";
import "../report/report.css";
import "./studio.css";
import { engine } from "./engine";
import { carried } from "./link";
import { Studio } from "./Studio";

const root = document.getElementById("studio")!;
Promise.all([engine.start(), carried()]).then(
  ([start, brought]) => render(<Studio start={start} brought={brought} />, root),
  (why) => render(<p class="fatal">The studio does not answer: {String(why.message ?? why)}</p>, root),
);
