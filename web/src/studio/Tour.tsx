import type { Lesson } from "./engine";

interface Props {
  lessons: Lesson[];
  number: number;
  /** Goals that were reached: lesson and step. */
  reached: Set<string>;
  onOpen: (number: number) => void;
}

/** One page of the tour: what to look at, what to type, what to change. */
export function Tour({ lessons, number, reached, onOpen }: Props) {
  const lesson = lessons[number];
  return (
    <aside class="tour" aria-label="Tour">
      <nav aria-label="Lessons">
        {lessons.map((l, i) => (
          <button
            aria-current={i === number ? "page" : undefined}
            aria-label={`Lesson ${i + 1}: ${l.title}`}
            title={l.title}
            onClick={() => onOpen(i)}
          >
            {i + 1}
          </button>
        ))}
      </nav>
      <h2>
        {number + 1}. {lesson.title}
      </h2>
      <ol>
        {lesson.steps.map((step, i) => (
          <li class={reached.has(`${number}.${i}`) ? "reached" : ""}>
            <p>{coded(step.say)}</p>
            {step.goal && (
              <p class="goal">
                {reached.has(`${number}.${i}`) ? "✓ reached: " : "to reach: "}
                <b class={`word ${step.goal}`}>{step.goal}</b>
              </p>
            )}
            <p class="hint">in a terminal:</p>
            <pre tabIndex={0}>{step.command}</pre>
          </li>
        ))}
      </ol>
      <div class="turn">
        <button disabled={number === 0} onClick={() => onOpen(number - 1)}>← back</button>
        <button onClick={() => onOpen(number)}>start over</button>
        <button disabled={number + 1 === lessons.length} onClick={() => onOpen(number + 1)}>next →</button>
      </div>
    </aside>
  );
}

/** What stands between backticks is code. */
function coded(text: string) {
  return text.split("`").map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part));
}
