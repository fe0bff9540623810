// Writes web/dist from web/src: the same sources, the same bytes. `node build.mjs --check` compares instead.
import { build } from "esbuild";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** Each entry becomes dist/NAME.js and dist/NAME.css. */
const ENTRIES = { report: "src/report/main.tsx", studio: "src/studio/main.tsx", "studio-worker": "src/studio/worker.ts" };

/** Files that are taken as they are. */
const COPIED = { "studio.html": "src/studio/studio.html" };

const { outputFiles, metafile } = await build({
  absWorkingDir: here,
  entryPoints: ENTRIES,
  outdir: "dist",
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  format: "iife",
  target: ["es2020"],
  charset: "utf8",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
});

/** The licenses of the packages that are in a file, as a comment at its beginning. */
const licenses = (path) => {
  const inputs = Object.keys(metafile.outputs[relative(here, path)].inputs);
  const packages = inputs.map((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]).filter(Boolean);
  const texts = new Map();
  for (const name of [...new Set(packages)].sort()) {
    const files = ["LICENSE", "LICENSE-MIT"].map((file) => join(here, "node_modules", name, file));
    const text = readFileSync(files.find(existsSync), "utf8").trim();
    texts.set(text, [...(texts.get(text) ?? []), name]);
  }
  return [...texts].map(([text, names]) => `/*! ${names.join(", ")}:\n\n${text}\n*/\n`).join("");
};

const known = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
};

mkdirSync(join(here, "dist"), { recursive: true });
let stale = false;
const copied = Object.entries(COPIED).map(([name, from]) => ({
  path: join(here, "dist", name),
  text: readFileSync(join(here, from), "utf8"),
}));
for (const { path, text: built } of [...outputFiles, ...copied]) {
  const text = path.endsWith(".js") ? licenses(path) + built : built;
  if (process.argv.includes("--check")) {
    if (known(path) !== text) {
      console.error(`${path} is not what the sources build to; run \`npm run build\` in web/`);
      stale = true;
    }
  } else {
    writeFileSync(path, text);
  }
}
process.exit(stale ? 1 : 0);
