/** Questions to the engine in the page: WebAssembly in a worker for each, which ends with its answer or is ended. */
import type { Ask } from "./engine";

/** The engine is loaded and compiled once. */
export function fromWorker(path: string): Ask {
  const compiled = fetch(path).then((found) => {
    if (!found.ok) throw new Error(`${path}: ${found.statusText}`);
    return WebAssembly.compileStreaming(found);
  });
  return async (task, asked, signal) => {
    const engine = await compiled;
    return answered(engine, { task, asked }, signal);
  };
}

function answered(engine: WebAssembly.Module, question: object, signal?: AbortSignal): Promise<string> {
  return new Promise((found, failed) => {
    const worker = new Worker("studio-worker.js");
    const end = (tell: () => void) => (worker.terminate(), tell());
    signal?.addEventListener("abort", () => end(() => failed(new DOMException("cancelled", "AbortError"))));
    worker.onmessage = ({ data }) => end(() => (data.error ? failed(new Error(data.error)) : found(data.answer)));
    worker.onerror = (event) => end(() => failed(new Error(event.message)));
    worker.postMessage({ engine, question: JSON.stringify(question) });
  });
}
