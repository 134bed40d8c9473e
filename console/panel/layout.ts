import { effect, type Signal, signal } from '@preact/signals';
import { stored } from '../model/stored.js';

/** Where the panel can be in the page. */
export const docks = ['bottom', 'right', 'floating'] as const;
export type Dock = (typeof docks)[number];

/** Where the panel is, how large, and whether it is open: what is kept over reloads, for all pages of an origin. */
export interface Layout {
  readonly isOpen: boolean;
  readonly dock: Dock;
  /** Whether it is in a window of its own. */
  readonly isApart: boolean;
  /** Whether the page has the time of the mock. */
  readonly hasMockTime: boolean;
  /** Pixels: its height at the bottom, its width at the right, and its place while it floats. */
  readonly bottom: number;
  readonly right: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pages below this width have the panel at the bottom. */
const NARROW = 600;
const LEAST = 160;

/** The layout of a panel, kept; a change is a part of it. */
export function keptLayout(initial: Pick<Layout, 'isOpen' | 'dock'>): Signal<Layout> {
  const storage = stored<Layout>(() => localStorage, 'briefs-mock-console');
  const sizes = { bottom: 360, right: 520, left: 24, top: 24, width: 760, height: 520 };
  const layout = signal<Layout>({ isApart: false, hasMockTime: false, ...sizes, ...initial, ...storage.get() });
  effect(() => storage.set(layout.value));
  return layout;
}

/** The layout as it fits into a page of a size. */
export function fitting(layout: Layout, page: { readonly width: number; readonly height: number }): Layout {
  const within = (value: number, most: number) => Math.max(Math.min(value, most), Math.min(LEAST, most));
  const width = within(layout.width, page.width);
  const height = within(layout.height, page.height);
  return {
    ...layout,
    dock: page.width < NARROW ? 'bottom' : layout.dock,
    // Some of the page stays in sight.
    bottom: within(layout.bottom, page.height * 0.85),
    right: within(layout.right, page.width * 0.85),
    width,
    height,
    left: Math.max(0, Math.min(layout.left, page.width - width)),
    top: Math.max(0, Math.min(layout.top, page.height - height)),
  };
}
