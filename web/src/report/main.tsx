import { render } from "./index";

const data = document.getElementById("data");
const root = document.getElementById("page");
if (data && root) render(root, JSON.parse(data.textContent ?? "null"));
