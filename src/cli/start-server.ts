import { networkInterfaces } from 'node:os';
import { isReachable } from '../control/guard.js';
import { fileKindOf } from '../foundation/file-kind.js';
import { malformed } from '../foundation/mock-error.js';
import { type Mock, MockError } from '../index.js';
import { createServer, type MockServer, type ServerOptions } from '../server/index.js';
import { START_AGAIN_PATH } from '../server/start-again.js';
import { filesOfState } from '../server/state-log.js';
import { withoutPassword } from '../server/store.js';
import { isExpired } from '../state/access-tokens.js';
import type { Config } from './config.js';
import { makeMock, readImportFile } from './configured-mock.js';
import { type ServerFlags, writtenAs } from './flag.js';
import type { Output } from './output.js';
import { shownSource } from './references.js';
import { demoSettings, optionsFor, type SettingName, settings as settingsTable } from './settings.js';
import { expectDistinct } from './write-document.js';

/**
 * Starts the server from flags and config file, and prints the startup lines. `prepare` runs before the server listens: it may be
 * stopped while it waits for its store.
 * @throws Error if the server cannot start; MockError for invalid flags or settings.
 */
export function start(
  flags: ServerFlags,
  configured: Config,
  output: Output,
  prepare: (server: MockServer) => void = () => {},
): Promise<MockServer> {
  return startServer(flags, configured, output, prepare).catch((error) => {
    throw asWritten(error, flags, configured);
  });
}

async function startServer(
  flags: ServerFlags,
  configured: Config,
  output: Output,
  prepare: (server: MockServer) => void,
): Promise<MockServer> {
  const { demo = configured.demo === true } = flags;
  const config = demo ? { ...demoSettings, ...configured } : configured;
  const settings = { ...config, ...flags };
  const { publicUrl, state, stateSync, edited, repair, controlToken: token } = settings;
  if (edited && state === undefined && settings.import === undefined) {
    throw malformed('--edited needs --import or --state: it says that such a file was edited');
  }
  if (stateSync && state === undefined) {
    throw malformed(`${writtenAs('stateSync', flags, config)} needs --state: it says how that file is written`);
  }
  if (repair && state === undefined) {
    throw malformed('--repair needs --state: it says what to do with a damaged log of that file');
  }
  if (config.control === false && flags.controlToken !== undefined) {
    const what = writtenAs('controlToken', flags, config);
    throw malformed(
      `${what} cannot be used with \`control: false\` in ${config.config}, which turns the control API off`,
    );
  }
  if (settings.controlCorsOrigin !== undefined && settings.controlCorsOrigin.length > 0 && token === undefined) {
    throw malformed(`${writtenAs('controlCorsOrigin', flags, config)} needs a control token`);
  }
  const isOff = flags.control === false || config.control === false;
  const imported = await readImportFile(settings.import);
  await expectOtherExport(settings, imported);
  const mock = await makeMock(flags, config, output.note, imported);
  const server = createServer(mock, {
    ...optionsFor('server', settings),
    visitors: demo,
    control: isOff ? false : controlOf(settings),
    onRequest: output.request,
    onSessionEnd: ({ id, reason }) => output.note(`session ${id} ended: ${reason}`),
    onProblem: output.problem,
  });
  prepare(server);
  await server.listen();
  noteOtherScenario(mock, settings, output);
  // If others can reach it, the control API without a control token answers 403, or 404 in a demo.
  const isLocal = !isReachable(server.address, publicUrl === undefined ? undefined : new URL(publicUrl));
  const hasPages = !isOff && (token !== undefined || (isLocal && !demo));
  introduce(mock, server, { ...settings, demo, hasPages }, output);
  if (!hasPages && !isOff) output.say('Control', whyClosed({ ...settings, host: server.address, demo }));
  const { scenario, seed } = mock;
  const { url } = server;
  output.ready(`briefs-mock ready on ${url} (scenario ${scenario}, seed ${seed})`, { url, scenario, seed });
  return server;
}

/** @throws MockError if the server would replace a file that it has read by a snapshot when it stops */
function expectOtherExport({ config, import: file, state, exportOnExit }: Config, imported: unknown): Promise<void> {
  const inputs = {
    'the config file': config,
    // A snapshot may carry a state from one run to the next.
    '--import': fileKindOf(imported) === 'snapshot' ? undefined : file,
    '--state': state === undefined ? undefined : filesOfState(state),
  };
  return expectDistinct({ '--export-on-exit': exportOnExit }, inputs);
}

function controlOf({ controlToken, controlCorsOrigin = [] }: Config): ServerOptions['control'] {
  return controlToken === undefined ? undefined : { token: controlToken, corsOrigin: controlCorsOrigin };
}

/** An error about an option of the server names what the user has written instead: a flag, a variable or a setting. */
function asWritten(error: unknown, flags: ServerFlags, config: Config): unknown {
  if (!(error instanceof MockError)) return error;
  error.message = error.message.replace(/^\w+(?=: )/, (option) => {
    const isSetting = Object.hasOwn(settingsTable, option) && Object.hasOwn({ ...config, ...flags }, option);
    return isSetting ? writtenAs(option as SettingName, flags, config) : option;
  });
  return error;
}

/** Says that the scenario of a state file is not the one that was asked for, which a reset goes to. */
function noteOtherScenario(mock: Mock, { state, scenario: asked }: Config, output: Output) {
  const { scenario } = mock;
  if (state === undefined || asked === undefined || asked === scenario) return;
  output.note(
    `${state} has a state of the scenario ${scenario}, so the server starts with that; a reset goes to ${asked}. To start with ${asked}, move the file and its log away`,
  );
}

/** Why the control API rejects all calls, and how to open it. */
function whyClosed({ demo, host, publicUrl }: Config): string {
  const why = demo ? 'off in a demo' : `closed, because others can reach this server at ${publicUrl ?? host}`;
  const other = demo || publicUrl !== undefined ? '' : ', or listen on 127.0.0.1';
  return `${why}; open it with --control-token <token>${other}`;
}

/** The URL at which other machines reach a server that listens on all addresses; undefined if it listens on one. */
function networkUrl({ address, port }: MockServer): string | undefined {
  if (address !== '0.0.0.0' && address !== '::') return undefined;
  const addresses = Object.values(networkInterfaces()).flatMap((list = []) => list);
  const outer = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return outer && `http://${outer.address}:${port}`;
}

function introduce(
  mock: Mock,
  server: MockServer,
  { import: imported, store, state, publicUrl, demo, hasPages }: Config & { hasPages: boolean },
  output: Output,
): void {
  const scenario = mock.scenarios.find(({ name }) => name === mock.scenario);
  output.say('Scenario', `${mock.scenario}${scenario === undefined ? '' : `: ${scenario.description}`}`);
  if (imported !== undefined) output.say('Import', shownSource(imported));
  if (typeof store === 'string') output.say('Store', withoutPassword(store));
  if (state !== undefined) output.say('State', state);
  if (publicUrl !== undefined) output.say('Public', publicUrl);
  const network = networkUrl(server);
  if (network !== undefined) output.say('Network', network);
  const { url } = server;
  const at = publicUrl?.replace(/\/$/, '') ?? url;
  if (demo) output.say('Demo', `each visitor has a session; a visitor starts again at ${at}${START_AGAIN_PATH}`);
  if (hasPages) {
    output.say('Console', `${at}/__mock/`);
    output.say('Docs', `${at}/__mock/docs`);
  }
  const persona = scenario?.personas.find(({ token }) => {
    const issued = mock.data.access_token.findFirst({ where: { token: { equals: token } } });
    return issued !== null && !isExpired(issued, mock.clock);
  });
  if (persona === undefined) return;
  const { token, email, description } = persona;
  output.offer('Token', `${token} (${email}): ${description}`);
  output.offer('Try', `curl -H 'Authorization: Bearer ${token}' ${url}/public-api/v1/brief`);
}
