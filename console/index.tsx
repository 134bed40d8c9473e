/**
 * The console as a panel in a page whose requests the mock answers.
 * @module
 */
import type { Mock } from 'briefs-mock';
import { memoryAddressBar } from './model/place.js';
import { mountPanel, type Panel } from './panel.jsx';

export type { Panel } from './panel.jsx';

export interface ConsoleOptions {
  /** Where the button and the panel are added. Default: the body of the page. */
  readonly parent?: HTMLElement | undefined;
  /** Whether the panel is open at first. Default false. */
  readonly open?: boolean | undefined;
}

/**
 * Adds a button in the corner of the page, which opens the console of a mock. Alt+Shift+M does the same. The panel keeps its
 * size in the local storage of the page.
 *
 * @example
 * const mock = createMock({ scenario: newsroom });
 * await setupWorker(...createHandlers(mock)).start();
 * mountConsole(mock);
 * @throws TypeError without a document, such as in Node.
 */
export function mountConsole(mock: Pick<Mock, 'fetch'>, { parent, open = false }: ConsoleOptions = {}): Panel {
  if (typeof document === 'undefined') throw new TypeError('mountConsole needs a document; call it in a page');
  return mountPanel(parent ?? document.body, {
    console: { fetch: (path, init) => mock.fetch(path, init), addressBar: memoryAddressBar() },
    open,
  });
}
