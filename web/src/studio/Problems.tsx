import type { Finding } from "./engine";

/** What is wrong, as a list that leads to the lines. */
export function Problems({ findings, onGo }: { findings: Finding[]; onGo: (line: number) => void }) {
  if (findings.length === 0) return null;
  return (
    <ul class="problems" aria-label="Problems">
      {findings.map((f) => (
        <li class={f.severity}>
          <button onClick={() => onGo(f.line ?? 1)}>
            <b>{f.severity}</b>
            {f.line && <span class="where">line {f.line}</span>}
            <span>{f.message}</span>
          </button>
          {f.help && <p>help: {f.help}</p>}
        </li>
      ))}
    </ul>
  );
}
