/** Questions to the server that the page came from. */

/** A newer question of the same page takes the place of an older one. */
const tab = Array.from(crypto.getRandomValues(new Uint8Array(8)), (n) => n.toString(16)).join("");

export async function fromServer(task: string, asked: { name?: string }, signal?: AbortSignal): Promise<string> {
  const path = { start: "api/start", rules: `api/rules/${asked.name}` }[task];
  const answer = await (path ? fetch(path, { signal }) : post(task, asked, signal));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text.trim() || answer.statusText);
  return text;
}

function post(task: string, asked: object, signal?: AbortSignal): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return fetch(`api/${task}`, { method: "POST", headers, body: JSON.stringify({ ...asked, tab }), signal });
}
