/**
 * The console as a panel in a page whose requests the mock answers.
 * @module
 */
import type { Mock } from 'briefs-mock';
import type { PersonaLogin } from './model/console-model.js';
import { type Dock, docks } from './panel/layout.js';
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
  /** The name of the session that it shows at first, such as the one of the page. Default: the default session. */
  readonly session?: string | undefined;
  /** Logs the application in as a person. With it, the console has the button "Log in as Alice". */
  readonly onPersona?: ((persona: PersonaLogin) => void | Promise<void>) | undefined;
}

const DOCKS: readonly unknown[] = [...docks, 'tab'] satisfies ConsoleOptions['dock'][];

/**
 * Adds a button in the corner of the page, which opens the console of a mock. Alt+Shift+M does the same, and Escape closes it. Where
 * the panel is, how large and what it shows is kept over reloads. In a page there is one: a second call takes the place of the first.
 *
 * @example
 * const mock = createMock({ scenario: newsroom });
 * await setupWorker(...createHandlers(mock)).start();
 * mountConsole(mock, { onPersona: ({ token }) => logIn(token) });
 * @throws TypeError without a document, such as in Node, and for unknown or wrong options.
 */
export function mountConsole(mock: Pick<Mock, 'fetch'>, options: ConsoleOptions = {}): Panel {
  if (typeof document === 'undefined') throw new TypeError('mountConsole needs a document; call it in a page');
  const problem = problemIn(mock, options);
  if (problem !== undefined) throw new TypeError(`mountConsole: ${problem}`);
  const { parent = document.body, open = false, dock = 'bottom', session, onPersona } = options;
  const settings = { fetch: (path: string, init?: RequestInit) => mock.fetch(path, init), session, onPersona };
  return dock === 'tab' ? mountTab(settings) : mountPanel(parent, { ...settings, open, dock });
}

/** What is wrong with the arguments of {@link mountConsole}. */
function problemIn(mock: unknown, options: unknown): string | undefined {
  if (typeof (mock as Mock | null)?.fetch !== 'function') return 'the first argument must be a mock';
  if (typeof options !== 'object' || options === null) return 'the second argument must be an object of options';
  const { parent, open, dock, session, onPersona, ...others }: Partial<Record<keyof ConsoleOptions, unknown>> = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return `there is no option ${unknown}; there are parent, open, dock, session and onPersona`;
  if (parent !== undefined && typeof (parent as HTMLElement | null)?.append !== 'function')
    return 'parent must be an element';
  if (open !== undefined && typeof open !== 'boolean') return 'open must be true or false';
  if (dock !== undefined && !DOCKS.includes(dock))
    return `dock must be one of ${DOCKS.join(', ')}, but is ${JSON.stringify(dock)}`;
  if (session !== undefined && typeof session !== 'string') return 'session must be a text';
  if (onPersona !== undefined && typeof onPersona !== 'function') return 'onPersona must be a function';
  return undefined;
}
