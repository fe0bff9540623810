import type { ComponentChildren } from "preact";

export interface View {
  name: string;
  title: string;
  /** `active`: it is the open one. */
  shown(active: boolean): ComponentChildren;
}

/** Views of which one is open; all are printed. */
export function Views({ views, view, open }: { views: View[]; view: string; open(name: string): void }) {
  return (
    <div class="views">
      <nav role="tablist">
        {views.map(({ name, title }) => (
          <button role="tab" id={`tab-${name}`} aria-selected={name === view} onClick={() => open(name)}>{title}</button>
        ))}
      </nav>
      {views.map(({ name, title, shown }) => (
        <section role="tabpanel" id={name} aria-labelledby={`tab-${name}`} class={name === view ? "open" : ""}>
          <h2 class="printed">{title}</h2>
          {shown(name === view)}
        </section>
      ))}
    </div>
  );
}
