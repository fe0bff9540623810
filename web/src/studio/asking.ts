/** Questions that are asked when what they are about has not changed for a while; a newer one cancels the older. */
import { useEffect, useRef, useState } from "preact/hooks";

export interface Asked<A> {
  answer: A | null;
  /** Why there is none. */
  failed: string | null;
  busy: boolean;
}

/**
 * The answer to `ask`, asked again when `about` changes and is not null. The answer before stays until there is
 * another.
 */
export function useAsked<A>(
  about: string | null,
  after: number,
  ask: (signal: AbortSignal) => Promise<A>,
): Asked<A> {
  const [asked, setAsked] = useState<Asked<A>>({ answer: null, failed: null, busy: false });
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (about === null) {
      setAsked({ answer: null, failed: null, busy: false });
      return;
    }
    const cancel = new AbortController();
    setAsked((before) => ({ ...before, busy: true }));
    const timer = setTimeout(() => {
      latest.current(cancel.signal).then(
        (answer) => !cancel.signal.aborted && setAsked({ answer, failed: null, busy: false }),
        (why: Error) => !cancel.signal.aborted && setAsked({ answer: null, failed: why.message, busy: false }),
      );
    }, after);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [about]);
  return asked;
}
