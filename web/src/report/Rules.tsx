import { useEffect, useRef } from "preact/hooks";
import type { Inference, CheckPage } from "./page";
import { typeset } from "./typeset";

/** The inference rules of the paper, each with the rule that ran; and the text as a whole. */
export function Rules({ page, target }: { page: CheckPage; target: string }) {
  const { inferences, text } = page.rules_text;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector(".target")?.scrollIntoView({ block: "center" });
  }, [target]);
  return (
    <div class="rules" ref={box}>
      <p>
        <b>{page.rules.name}</b>
        {page.rules.paper && ` (${page.rules.paper})`}: {page.rules.summary}. Claim: {page.rules.claim}.
      </p>
      {inferences.map((inference) => (
        <InferenceView inference={inference} target={inference.name === target} />
      ))}
      <details open={!page.rules.paper || inferences.length === 0}>
        <summary>the text that {inferences.length > 0 ? "these rules are in" : "runs"}</summary>
        <pre>{text}</pre>
      </details>
    </div>
  );
}

function InferenceView({ inference, target }: { inference: Inference; target: boolean }) {
  const { name, premises, conclusions, remarks, code } = inference;
  return (
    <figure class={`inference ${target ? "target" : ""}`}>
      <div class="drawn">
        <span class="name">{name}</span>
        <div class="fraction">
          <div class="premises">{premises.map((p) => <span>{typeset(p)}</span>)}</div>
          <div class="conclusions">{conclusions.map((c) => <span>{typeset(c)}</span>)}</div>
        </div>
      </div>
      {remarks && <p class="soft">{remarks}</p>}
      {code && (
        <details open={target}>
          <summary>as it runs</summary>
          <pre>{code}</pre>
        </details>
      )}
    </figure>
  );
}
