import { useEffect, useErrorBoundary, useRef } from "preact/hooks";
import type { CheckPage } from "../report/page";
import { number } from "../report/Header";
import { useViews } from "../report/Report";

interface Props {
  page: CheckPage;
  onLine: (line: number | undefined) => void;
}

/** What a check says, below its verdict: as a report does. Nothing that goes wrong here ends the page. */
export function Result(props: Props) {
  const failed = useRef<CheckPage | null>(null);
  const [why, again] = useErrorBoundary(() => {
    failed.current = props.page;
  });
  // The next page is another try.
  useEffect(() => {
    if (why && failed.current !== props.page) again();
  }, [props.page]);
  return why ? <p class="missed">This result cannot be shown: {String(why)}</p> : <Shown {...props} />;
}

function Shown({ page, onLine }: Props) {
  const { line, panel } = useViews(page);
  useEffect(() => onLine(line), [line]);
  useEffect(() => () => onLine(undefined), []);
  const { counts, rules } = page;
  return (
    <div class="result">
      <p class="soft">
        {rules.paper ? `${rules.name} (${rules.paper})` : rules.name}: {number(counts.states, "state")},{" "}
        {number(counts.transitions, "transition")}
        {counts.bound && `; bound: ${counts.bound}`}
      </p>
      {page.verdict.notes.map((note) => <p class="note">{note}</p>)}
      {panel}
    </div>
  );
}
