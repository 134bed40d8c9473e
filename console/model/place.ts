import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { stored } from './stored.js';

/** What the console shows: a view, its subject, and its filters. */
export interface Place {
  /** The name of a view, then what it shows, such as `['state', 'user', '3']`. */
  readonly path: readonly string[];
  /** Filters, and the session unless it is the default session. */
  readonly query: Readonly<Record<string, string>>;
}

/** The address bar of the console: that of the page, or, in a panel, one in memory. */
export interface AddressBar {
  readonly hash: ReadonlySignal<string>;
  /** Goes to a place, unless it is the present one. With `replace`, "back" skips the present one. */
  go(hash: string, options?: { replace?: boolean }): void;
}

/** `#/state/user?search=ann&session=worker-1` */
export function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  return {
    path: path.split('/').filter(Boolean).map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

export function hashOf({ path, query }: Place): string {
  const text = new URLSearchParams(query).toString();
  return `#/${path.map(encoded).join('/')}${text === '' ? '' : `?${text}`}`;
}

/** A key may have half of a surrogate pair, which no address can hold. */
function encoded(part: string): string {
  return encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** A text that is not encoded, such as `50% off`, stays as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The present place, and the ways to others. */
export class Navigation {
  readonly #bar: AddressBar;
  readonly place: ReadonlySignal<Place>;
  readonly session: ReadonlySignal<string | null>;

  constructor(bar: AddressBar) {
    this.#bar = bar;
    this.place = computed(() => placeOf(bar.hash.value));
    this.session = computed(() => this.place.value.query.session || null);
  }

  /** The address of a place in the present session. */
  href(path: readonly (string | number)[], query: Readonly<Record<string, string>> = {}): string {
    const session = this.session.value;
    return hashOf({ path: path.map(String), query: { ...query, ...(session !== null && { session }) } });
  }

  go(path: readonly (string | number)[], query?: Readonly<Record<string, string>>): void {
    this.#bar.go(this.href(path, query));
  }

  /** Replaces the present place, so that "back" skips it: for controls that are being moved. */
  replace(path: readonly (string | number)[]): void {
    this.#bar.go(this.href(path), { replace: true });
  }

  /** Goes to an address of {@link href}. */
  follow(href: string): void {
    this.#bar.go(href);
  }

  /** Changes filters of the present place. An empty text removes one. */
  filter(changes: Readonly<Record<string, string>>): void {
    const { path, query } = this.place.value;
    const kept = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== '');
    this.#bar.go(hashOf({ path, query: Object.fromEntries(kept) }), { replace: true });
  }

  /** Enters a session; null is the default session. The view stays, but not what it shows. */
  enter(session: string | null, options: { readonly replace?: boolean } = {}): void {
    const path = this.place.value.path.slice(0, 1);
    this.#bar.go(hashOf({ path, query: session === null ? {} : { session } }), options);
  }
}

/** The least number of milliseconds between two replacements of the address. Browsers ignore or refuse those that come faster for long. */
const PACE = 100;

/** The address bar of the page. The address follows a control that is being moved a moment later. */
export function pageAddressBar(): AddressBar {
  const hash = signal(window.location.hash);
  let address = window.location.hash;
  let timer: number | undefined;
  let replacedAt = -PACE;
  const settle = () => {
    window.clearTimeout(timer);
    timer = undefined;
    address = window.location.hash;
  };
  const replaceAddress = () => {
    replacedAt = performance.now();
    try {
      // Otherwise the page has gone somewhere else, and its event is about to come.
      if (window.location.hash === address) window.history.replaceState(null, '', hash.value);
    } catch {
      // The next one may be allowed.
    }
    settle();
  };
  window.addEventListener('hashchange', () => {
    settle();
    hash.value = address;
  });
  return {
    hash,
    go(next, { replace = false } = {}) {
      if (next === hash.value) return;
      if (!replace && timer !== undefined) replaceAddress();
      hash.value = next;
      if (replace) {
        timer ??= window.setTimeout(replaceAddress, replacedAt + PACE - performance.now());
      } else {
        window.history.pushState(null, '', next);
        settle();
      }
    },
  };
}

/** An address bar that does not touch that of the page. The last place is kept over reloads; the first one is in `session`. */
export function memoryAddressBar(
  session?: string,
): AddressBar & { readonly canGoBack: ReadonlySignal<boolean>; back(): void } {
  const last = stored<unknown>(() => sessionStorage, 'briefs-mock-console-place');
  const first = session === undefined ? '' : hashOf({ path: [], query: { session } });
  const kept = last.get();
  // Somebody else may have written there.
  const visited = signal([typeof kept === 'string' ? kept : first]);
  const visit = (places: string[]) => {
    visited.value = places;
    last.set(places.at(-1) ?? '');
  };
  return {
    hash: computed(() => visited.value.at(-1) ?? ''),
    canGoBack: computed(() => visited.value.length > 1),
    go(next, { replace = false } = {}) {
      const others = replace ? visited.value.slice(0, -1) : visited.value;
      if (next !== visited.value.at(-1)) visit([...others, next]);
    },
    back() {
      if (visited.value.length > 1) visit(visited.value.slice(0, -1));
    },
  };
}
