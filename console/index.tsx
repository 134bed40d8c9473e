/**
 * The console as a panel in a page whose requests the mock answers.
 * @module
 */
import type { Mock } from 'briefs-mock';
import type { PersonaLogin } from './model/console-model.js';
import type { Dock } from './panel/layout.js';
import { mountPanel, type Panel } from './panel/panel.jsx';
import { mountTab } from './panel/storybook-tab.js';

export type { PersonaLogin } from './model/console-model.js';
export type { Panel } from './panel/panel.jsx';

export interface ConsoleOptions {
  /** Where the button and the panel are added. Default: the body of the page. */
  readonly parent?: HTMLElement | undefined;
  /** Whether the panel is open when the page is opened for the first time; then it is as it was left. Default false. */
  readonly open?: boolean | undefined;
  /**
   * Where the panel is until somebody chooses: docked at the bottom, which is the default, docked at the right, or floating over the
   * page. `tab` puts the console into the tab of the addon `briefs-mock/storybook`, and nothing into the page.
   */
  readonly dock?: Dock | 'tab' | undefined;
  /** Logs the application in as a person. With it, the console has the button "Log in as Alice". */
  readonly onPersona?: ((persona: PersonaLogin) => void | Promise<void>) | undefined;
}

/**
 * Adds a button in the corner of the page, which opens the console of a mock. Alt+Shift+M does the same, and Escape closes it. Where
 * the panel is, how large and what it shows is kept over reloads. In a page there is one: a second call takes the place of the first.
 *
 * @example
 * const mock = createMock({ scenario: newsroom });
 * await setupWorker(...createHandlers(mock)).start();
 * mountConsole(mock, { onPersona: ({ token }) => logIn(token) });
 * @throws TypeError without a document, such as in Node.
 */
export function mountConsole(mock: Pick<Mock, 'fetch'>, options: ConsoleOptions = {}): Panel {
  if (typeof document === 'undefined') throw new TypeError('mountConsole needs a document; call it in a page');
  const { parent = document.body, open = false, dock = 'bottom', onPersona } = options;
  const settings = { fetch: (path: string, init?: RequestInit) => mock.fetch(path, init), onPersona };
  return dock === 'tab' ? mountTab(settings) : mountPanel(parent, { ...settings, open, dock });
}
