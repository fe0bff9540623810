import { useMemo, useState } from "preact/hooks";
import { Letter, hasMany, shortened } from "./parts";
import type { Derived, Forest, Input, Values } from "./page";
import type { Links } from "./Report";

const HEADINGS = { wrong: "goes wrong", summary: "summaries", end: "final states" };

/** The heading of facts of a kind: of a wrong one whose it is. */
function heading(kind: keyof typeof HEADINGS, { derivations, goneWrong }: { derivations: Forest; goneWrong?: number }) {
  const thread = derivations.roots.find((r) => r.is === kind)?.thread;
  if (thread === undefined) return HEADINGS[kind];
  const alike = goneWrong && goneWrong !== thread ? `, as thread ${goneWrong} does in the trace` : "";
  return `thread ${thread} ${HEADINGS[kind]}${alike}`;
}

/** So many facts are listed that match what is looked for. */
const LISTED = 60;

/** A list of facts to begin with, and the derivation of the one that is chosen. */
export function Derivations({ derivations: all, initial, goneWrong, links }: {
  derivations: Forest;
  initial: Values;
  /** The thread that goes wrong in the trace. */
  goneWrong?: number;
  links: Links;
}) {
  const [whole, setWhole] = useState(false);
  const derivations = useMemo(() => inShort(all, shortened(initial, whole)), [all, whole]);
  const nodes = useMemo(() => new Map(derivations.nodes.map((n) => [n.id, n])), [derivations]);
  const [chosen, choose] = useState(derivations.roots[0]?.fact ?? derivations.nodes[0]?.id);
  const [sought, seek] = useState("");
  const found = sought ? derivations.nodes.filter((n) => matches(n, sought)) : null;
  const root = nodes.get(chosen);
  return (
    <div class="derivations">
      <div class="facts">
        <input
          type="search"
          placeholder="find a fact"
          aria-label="find a fact"
          value={sought}
          onInput={(e) => seek(e.currentTarget.value)}
        />
        {hasMany(initial) && (
          <label class="whole">
            <input type="checkbox" checked={whole} onChange={() => setWhole(!whole)} /> also values that are as at first
          </label>
        )}
        {found ? (
          <Facts title={`${found.length} found`} facts={found.slice(0, LISTED)} chosen={chosen} choose={choose} />
        ) : (
          <Beginnings {...{ derivations, goneWrong, nodes, chosen, choose }} />
        )}
        <p class="soft">
          {derivations.facts.toLocaleString("en")} facts
          {derivations.left_out > 0 && `, ${derivations.left_out.toLocaleString("en")} of them left out here`}
        </p>
      </div>
      <div class="tree">
        {root && <Node key={root.id} node={root} nodes={nodes} links={links} depth={0} />}
      </div>
    </div>
  );
}

function inShort(forest: Forest, short: (shown: string) => string): Forest {
  const input = (i: Input) => ({ ...i, shown: short(i.shown) });
  const nodes = forest.nodes.map((n) => ({ ...n, shown: short(n.shown), inputs: n.inputs.map(input) }));
  return { ...forest, nodes };
}

function matches(node: Derived, sought: string): boolean {
  const words = sought.toLowerCase().split(/\s+/);
  const text = `#${node.id} ${node.shown} ${node.rule}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function Beginnings({ derivations, goneWrong, nodes, chosen, choose }: {
  derivations: Forest;
  goneWrong?: number;
  nodes: Map<number, Derived>;
  chosen: number;
  choose(id: number): void;
}) {
  const kinds = ["wrong", "summary", "end"] as const;
  const of = (kind: string) =>
    derivations.roots.filter((r) => r.is === kind).flatMap((r) => nodes.get(r.fact) ?? []);
  return (
    <>
      {kinds.map((kind) => {
        const facts = of(kind);
        const title = heading(kind, { derivations, goneWrong });
        return facts.length > 0 && <Facts {...{ title, facts, chosen, choose }} />;
      })}
    </>
  );
}

function Facts({ title, facts, chosen, choose }: {
  title: string;
  facts: Derived[];
  chosen: number;
  choose(id: number): void;
}) {
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {facts.map((fact) => (
          <li>
            <button class={fact.id === chosen ? "chosen" : ""} onClick={() => choose(fact.id)}>{fact.shown}</button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Facts are unfolded to this depth at first. */
const DEPTH = 2;

/** A fact, by which rule, and what that rests on. */
function Node({ node, nodes, links, depth }: {
  node: Derived;
  nodes: Map<number, Derived>;
  links: Links;
  depth: number;
}) {
  const rests = node.premises.length + node.inputs.length > 0;
  const [open, setOpen] = useState(depth < DEPTH);
  return (
    <div class="node">
      <p>
        {rests ? (
          <button class="fold" aria-expanded={open} aria-label="fold" onClick={() => setOpen(!open)}>
            {open ? "▾" : "▸"}
          </button>
        ) : (
          <span class="fold" />
        )}
        <span class="id">#{node.id}</span> <code>{node.shown}</code>{" "}
        {links.hasRule(node.rule) ? (
          <button class="rule" onClick={() => links.rule(node.rule)}>{node.rule}</button>
        ) : (
          <b>{node.rule}</b>
        )}
        {node.of > 1 && <span class="soft"> 1 of {node.of}</span>}
      </p>
      {open && rests && (
        <div class="under">
          {node.inputs.map((input) => <InputView input={input} links={links} />)}
          {node.premises.map((id) => {
            const premise = nodes.get(id);
            return premise ? (
              <Node key={id} node={premise} nodes={nodes} links={links} depth={depth + 1} />
            ) : (
              <p class="soft"><span class="fold" />#{id} is left out here</p>
            );
          })}
        </div>
      )}
    </div>
  );
}

function InputView({ input, links }: { input: Input; links: Links }) {
  return (
    <p class="input">
      <span class="fold">·</span>
      {!input.holds && <b>not </b>}
      <code>{input.shown}</code>
      {input.step && (
        <>
          {" "}
          <button class="line" onClick={() => links.line(input.step!.line)}>
            {input.step.location}, line {input.step.line}
          </button>{" "}
          <code class="action">{input.step.action}</code>
          {input.step.mover && <Letter letter={input.step.mover} />}
        </>
      )}
    </p>
  );
}
