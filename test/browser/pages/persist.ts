import { createMock, type Mock, type Persisted } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { setupWorker } from 'msw/browser';

// The start of a front end whose mock keeps its state. The query of its address has settings.

declare global {
  interface Window {
    /** Resolves when the service worker has started and the state is loaded. */
    loaded: Promise<Persisted>;
  }
}

const { key, seed = '1', persist = 'on', indexedDb } = Object.fromEntries(new URLSearchParams(location.search));
const refuse = () => {
  throw new DOMException('denied by the test', 'SecurityError');
};
if (indexedDb === 'missing') Object.defineProperty(window, 'indexedDB', { value: undefined });
if (indexedDb === 'denied') IDBFactory.prototype.open = refuse;
if (indexedDb === 'full') {
  IDBObjectStore.prototype.add = () => {
    throw new DOMException('no space is left', 'QuotaExceededError');
  };
}

window.mock = createMock({
  scenario: newsroom,
  baseUrl: '/',
  seed: Number(seed),
  persist: persist === 'on' && (key === undefined || { key }),
}) as Mock;
const started = setupWorker(...createHandlers(window.mock)).start({ quiet: true, onUnhandledRequest: 'bypass' });
window.loaded = started.then(() => window.mock.persisted());
