import { useLayoutEffect } from "preact/hooks";

/** Arrow keys, Home and End move between 0 and `last` while `active`; a field that is typed in keeps its keys. */
export function useArrows(active: boolean, at: number, last: number, go: (to: number) => void) {
  // At once, so that the next key finds where this one led.
  useLayoutEffect(() => {
    if (!active) return;
    const pressed = (event: KeyboardEvent) => {
      const to = keyed(event, at, last);
      if (to === undefined || isTyping(event.target)) return;
      event.preventDefault();
      go(Math.max(0, Math.min(last, to)));
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

function keyed(event: KeyboardEvent, at: number, last: number): number | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  switch (event.key) {
    case "ArrowRight":
    case "ArrowDown":
      return at + 1;
    case "ArrowLeft":
    case "ArrowUp":
      return at - 1;
    case "Home":
      return 0;
    case "End":
      return last;
  }
  return undefined;
}

/** Also where a page has an editor around it. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable);
}
