/** One question to the engine: JSON on its standard input, the answer on its standard output. */
import { ConsoleStdout, File, OpenFile, WASI } from "@bjorn3/browser_wasi_shim";

onmessage = async ({ data }: MessageEvent<{ engine: WebAssembly.Module; question: string }>) => {
  const pieces: Uint8Array[] = [];
  const said: string[] = [];
  const input = new OpenFile(new File(new TextEncoder().encode(data.question)));
  const output = new ConsoleStdout((bytes) => void pieces.push(bytes.slice()));
  const errors = ConsoleStdout.lineBuffered((line) => void said.push(line));
  try {
    const wasi = new WASI([], [], [input, output, errors], { debug: false });
    const instance = await WebAssembly.instantiate(data.engine, { wasi_snapshot_preview1: wasi.wasiImport });
    const status = wasi.start(instance as Parameters<WASI["start"]>[0]);
    if (status !== 0) throw new Error(said.join("\n") || `the engine ended with ${status}`);
    postMessage({ answer: await new Blob(pieces as BlobPart[]).text() });
  } catch (why) {
    postMessage({ error: [...said, String(why)].join("\n") });
  }
};
