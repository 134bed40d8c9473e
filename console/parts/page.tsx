import type { ComponentChildren } from 'preact';

interface PageProps {
  readonly title: string;
  /** One sentence: what this view is for. */
  readonly about: string;
  /** Buttons and filters. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of a view. */
export function Page({ title, about, tools, children }: PageProps) {
  return (
    <>
      <header class="page-head">
        <div>
          <h1>{title}</h1>
          <p class="about">{about}</p>
        </div>
        <div class="tools">{tools}</div>
      </header>
      {children}
    </>
  );
}
