// What runs in the page. It is sent as text, so it uses nothing from outside.

/** What the page has asked for since its document was opened. */
export interface PageCounts {
  /** Requests to the APIs that were sent. */
  started: number;
  /** Those whose answer was read, or that failed. */
  ended: number;
  /** How often the page is asked again while a service worker starts; 0 if none does. */
  starting: number;
  /** Whether the page has registered a service worker. */
  hasServiceWorker: boolean;
}

/**
 * Counts the requests to the APIs from the inside: only the page knows at once that it has sent a request, and when it has read an
 * answer. `pattern` is the source of a regular expression for their addresses.
 */
export function countRequests(pattern: string): void {
  const counts = { started: 0, ended: 0, starting: 0, hasServiceWorker: false };
  const isApi = (url: unknown) => new RegExp(pattern).test(new URL(String(url), document.baseURI).href);
  Object.defineProperty(window, '__explore', { value: counts });
  const { fetch } = window;
  window.fetch = async function counted(input, init) {
    const url = input instanceof Request ? input.url : input;
    if (!isApi(url)) return fetch.call(window, input, init);
    counts.started += 1;
    try {
      const response = await fetch.call(window, input, init);
      const end = () => {
        counts.ended += 1;
      };
      if (response.body === null) end();
      else response.clone().arrayBuffer().then(end, end);
      return response;
    } catch (error) {
      counts.ended += 1;
      throw error;
    }
  };
  const { open, send } = XMLHttpRequest.prototype;
  const urls = new WeakMap<XMLHttpRequest, unknown>();
  XMLHttpRequest.prototype.open = function opened(this: XMLHttpRequest, ...args: unknown[]) {
    urls.set(this, args[1]);
    return Reflect.apply(open, this, args);
  };
  XMLHttpRequest.prototype.send = function sent(this: XMLHttpRequest, body) {
    if (!isApi(urls.get(this))) return send.call(this, body);
    const end = () => {
      counts.ended += 1;
    };
    counts.started += 1;
    this.addEventListener('loadend', end, { once: true });
    try {
      return send.call(this, body);
    } catch (error) {
      this.removeEventListener('loadend', end);
      end();
      throw error;
    }
  };
}

/**
 * Follows a service worker from its registration until it is active and has replied to what the page sent it: MSW lets an application
 * wait for that. Some never reply.
 */
export function followServiceWorker(): void {
  const { serviceWorker } = navigator;
  const counts = (window as { __explore?: PageCounts }).__explore;
  // There is none in a page that is not served securely.
  if (serviceWorker === undefined || counts === undefined) return;
  const { register } = serviceWorker;
  const { postMessage } = ServiceWorker.prototype;
  let isActive = false;
  let sent = 0;
  /** The page may send the next message as soon as it knows of this. */
  const check = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      if (isActive && sent <= 0) counts.starting = 0;
    };
    port2.postMessage(null);
  };
  const end = () => {
    isActive = true;
    check();
  };
  serviceWorker.register = async (...args) => {
    counts.starting = 500;
    counts.hasServiceWorker = true;
    try {
      const registration = await register.apply(serviceWorker, args);
      serviceWorker.ready.then(end);
      return registration;
    } catch (error) {
      end();
      throw error;
    }
  };
  ServiceWorker.prototype.postMessage = function posted(this: ServiceWorker, ...args: unknown[]) {
    sent += 1;
    Reflect.apply(postMessage, this, args);
  };
  serviceWorker.addEventListener('message', () => {
    sent -= 1;
    check();
  });
}

/**
 * Lets the tasks of the page run that wait already, and returns its counts; null in a document without them. `lost` is the number of
 * its calls that never became requests, and no longer count.
 */
export async function turn(lost: number): Promise<PageCounts | null> {
  for (let i = 0; i < 3; i += 1) {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
  }
  const counts = (window as { __explore?: PageCounts }).__explore;
  if (counts === undefined) return null;
  counts.starting = Math.max(0, counts.starting - 1);
  counts.started -= lost;
  counts.ended -= lost;
  return { ...counts };
}

/** What is known of a field besides its label. */
export interface PageField {
  /** Its type, such as `email`. */
  readonly type: string;
  /** What the form calls it. */
  readonly name: string;
  /** How many characters it takes; -1 if it does not say. */
  readonly limit: number;
}

/** What an accessibility tree leaves out. */
export interface PageFacts {
  readonly url: string;
  readonly title: string;
  /** Whether a step back stays in the application. */
  readonly canGoBack: boolean;
  /** What is busy: the names of elements with `aria-busy`, and of progress bars without a value. */
  readonly busy: readonly string[];
  /** The number of elements that can be clicked or typed into. */
  readonly usable: number;
  /** The fields, by their labels. */
  readonly fields: Readonly<Record<string, PageField>>;
  /** What the browser keeps for the origin. */
  readonly storage: { readonly local: Record<string, string>; readonly session: Record<string, string> };
}

export function factsOf(): PageFacts {
  const shown = (element: Element) => element.getClientRects().length > 0;
  const rootsIn = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => {
    const inner = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    return [root, ...inner.flatMap(rootsIn)];
  };
  const roots = rootsIn(document);
  const all = (selector: string) => roots.flatMap((root) => [...root.querySelectorAll(selector)]).filter(shown);
  const busy = all('[aria-busy="true"], progress:not([value]), [role="progressbar"]:not([aria-valuenow])').map(
    (element) => element.getAttribute('aria-label') || element.id || element.tagName.toLowerCase(),
  );
  const interactive =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [tabindex="0"]';
  const usable = all(interactive).filter(
    (element) => !element.matches(':disabled, [aria-disabled="true"]') && element.closest('[inert]') === null,
  ).length;
  const fields: Record<string, PageField> = {};
  const inputs = roots.flatMap((root) => [...root.querySelectorAll<HTMLInputElement>('input, textarea')]);
  for (const { type, name, id, maxLength: limit, placeholder, labels, ariaLabel } of inputs) {
    const label = ariaLabel ?? labels?.[0]?.textContent?.trim() ?? placeholder;
    fields[label] = { type, name: name || id, limit };
  }
  const entriesOf = (storage: () => Storage) => {
    try {
      return { ...storage() };
    } catch {
      return {}; // a page that may not store anything
    }
  };
  const storage = { local: entriesOf(() => localStorage), session: entriesOf(() => sessionStorage) };
  const { canGoBack } = (window as unknown as { navigation: { canGoBack: boolean } }).navigation;
  return { url: location.href, title: document.title, canGoBack, busy, usable, fields, storage };
}

/** Puts back what the browser kept, in a document of the origin that has run nothing yet. */
export function keep(storage: PageFacts['storage']): void {
  try {
    for (const [name, value] of Object.entries(storage.local)) localStorage.setItem(name, value);
    for (const [name, value] of Object.entries(storage.session)) sessionStorage.setItem(name, value);
  } catch {
    // a page that may not store anything
  }
}

/** Lets the cookies that a page sets expire by its own clock: the browser goes by that of the machine. */
export function expireByPage(): void {
  const native = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor;
  const ageOf = (whole: string, date: string) => {
    const seconds = Math.round((Date.parse(date) - Date.now()) / 1000);
    return Number.isNaN(seconds) ? whole : `max-age=${seconds}`;
  };
  Object.defineProperty(Document.prototype, 'cookie', {
    ...native,
    set(this: Document, cookie: unknown) {
      const text = String(cookie);
      native.set?.call(this, /max-age=/i.test(text) ? text : text.replace(/expires=([^;]*)/i, ageOf));
    },
  });
}

/** Whether the document is a page, rather than a picture or data that the browser shows. */
export const isPage = () => document.contentType === 'text/html' || document.contentType === 'application/xhtml+xml';

/** Whether a person could click an element: it is in view once scrolled to, and nothing lies over it. */
export function isReachable(element: Element): boolean {
  if (element.closest('[inert]') !== null || element.matches(':disabled')) return false;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(left + width / 2, top + height / 2);
  if (hit === null) return false;
  const labels = [...((element as HTMLInputElement).labels ?? [])];
  return [element, ...labels].some((one) => one.contains(hit) || hit.contains(one));
}
