import * as z from 'zod/mini';
import { pathSource } from '../../handlers/url-pattern.js';
import { checkOptions, optionNames } from '../../src/foundation/check-options.js';
import { tokenText } from '../../src/foundation/common-schemas.js';
import { formatValue } from '../../src/foundation/format-value.js';
import { literalSource } from '../../src/foundation/literal-source.js';
import { malformed } from '../../src/foundation/mock-error.js';
import { expectValid } from '../../src/foundation/validate.js';
import { createMock, type MockOptions, type Scenario } from '../../src/index.js';
import { mockOptionNames } from '../../src/mock/mock-options.js';
import { expectScenario } from '../../src/scenario/scenario.js';

/** Those of the mock, and: */
export interface BriefsMockOptions extends Omit<MockOptions, 'scenario' | 'persist'>, DevOptions {}

/** How the development server uses the mock. */
interface DevOptions {
  /**
   * The name of a scenario of `briefs-mock/seeds`; a file below the root of the project that exports one, such as
   * `./mocks/scenario.ts`; or a scenario. When the file or what it imports is edited, the mock starts again from the new scenario
   * and the page reloads. Default `newsroom`.
   */
  scenario?: string | Scenario | undefined;
  /** Whether the page has the button that opens the console. Default true. */
  console?: boolean | undefined;
  /** Whether `vite preview` has the mock too, for demos. Default false. */
  preview?: boolean | undefined;
  /**
   * Who shares a session of the mock: everybody, the tabs of a browser, or nobody, so that each tab has its own. Default `all`.
   * With `tab`, only requests of the page by `fetch` and XMLHttpRequest, and those of its workers, are in the session of the tab.
   */
  session?: 'all' | 'browser' | 'tab' | undefined;
  /**
   * The token of the control API, which the console asks for. Without one, it is closed if the development server can be reached by
   * other machines. Behind another server, it is closed for requests that arrived at an address that they reach.
   */
  controlToken?: string | undefined;
}

/** The options of the plugin, checked. */
export interface PluginSettings {
  readonly scenario: NonNullable<BriefsMockOptions['scenario']>;
  readonly console: boolean;
  readonly preview: boolean;
  readonly session: NonNullable<BriefsMockOptions['session']>;
  readonly controlToken: string | undefined;
  /** Those of the mock. */
  readonly mock: MockOptions;
  /** The path of the base URL, without a trailing slash. */
  readonly base: string;
  /** Whether the page needs code of the mock. */
  readonly hasClient: boolean;
  /** Matches the paths that the mock answers. Pages match them, too. */
  readonly answered: RegExp;
}

const devOptionNames = optionNames<DevOptions>({
  scenario: true,
  console: true,
  preview: true,
  session: true,
  controlToken: true,
});

const sessions = ['all', 'browser', 'tab'];

/** Options that would be checked too late otherwise: when the scenario is loaded, or never. */
const earlyOptions = z.partial(
  z.object({ console: z.boolean(), preview: z.boolean(), controlToken: tokenText, persona: z.string() }),
);

/** @throws MockError `malformed_data` */
export function pluginOptions(options: BriefsMockOptions): PluginSettings {
  checkOptions('briefsMock', options, [...devOptionNames, ...mockOptionNames.filter((name) => name !== 'persist')]);
  const { scenario = 'newsroom', console = true, preview = false, session = 'all', controlToken, ...mock } = options;
  if (!sessions.includes(session)) {
    throw malformed(`session: must be ${sessions.join(', ')}, but is ${formatValue(session)}`);
  }
  if (session !== 'all' && mock.sessions?.strict) {
    throw malformed(`session: ${formatValue(session)} lets pages create sessions, which sessions.strict refuses`);
  }
  expectValid(earlyOptions, options);
  if (typeof scenario !== 'string') expectScenario(scenario, 'scenario');
  // Checks the other options, and knows the paths. The persona is one of the scenario, which is not loaded yet.
  const blank = createMock({ ...mock, persona: undefined });
  const base = blank.baseUrl === undefined ? '' : new URL(blank.baseUrl).pathname.replace(/\/$/, '');
  const prefixes = [...blank.apis().flatMap((api) => api.prefixes), '/__mock'];
  const below = prefixes.map((prefix) => `${literalSource(prefix)}(?:/.*)?`);
  const others = blank
    .apis()
    .flatMap(({ routes }) => routes.map(({ path }) => path))
    .filter((path) => !prefixes.some((prefix) => `${path}/`.startsWith(`${prefix}/`)))
    .map((path) => `${pathSource(path)}/?`);
  const answered = new RegExp(`^${literalSource(base)}(?:${[...below, ...new Set(others)].join('|')})$`);
  const hasClient = console || session !== 'all';
  return { scenario, console, preview, session, controlToken, mock, base, hasClient, answered };
}
