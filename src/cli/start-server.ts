import { isLoopback } from '../control/guard.js';
import type { Mock } from '../index.js';
import { createServer, type MockServer } from '../server/index.js';
import { isExpired } from '../state/access-tokens.js';
import type { Config } from './config.js';
import { makeMock } from './configured-mock.js';
import type { ServerFlags } from './flags.js';
import type { Output } from './output.js';

/**
 * Starts the server from flags and config file, and prints the startup lines. `prepare` runs before the ready line: a program
 * that waits for that line may stop the server at once.
 * @throws Error if the server cannot start; MockError for invalid flags or settings.
 */
export async function start(
  flags: ServerFlags,
  config: Config,
  output: Output,
  prepare: (server: MockServer) => void = () => {},
): Promise<MockServer> {
  const { port, host, state, exportOnExit, controlToken } = { ...config, ...flags };
  const isOff = flags.control === false || (config.control === false && flags.controlToken === undefined);
  const mock = await makeMock(flags, config);
  const server = createServer(mock, {
    port,
    host,
    state,
    exportOnExit,
    control: isOff ? false : { token: controlToken },
    onRequest: output.request,
    onProblem: output.problem,
    ownsProcess: true,
  });
  await server.listen();
  prepare(server);
  // On other addresses, the control API and its page answer 403 without a control token.
  const hasDocs = !isOff && (controlToken !== undefined || host === undefined || isLoopback(host));
  introduce(mock, server, { ...config, ...flags, hasDocs }, output);
  const { scenario, seed } = mock;
  const { url } = server;
  output.ready(`briefs-mock ready on ${url} (scenario ${scenario}, seed ${seed})`, { url, scenario, seed });
  return server;
}

/** Prints the startup lines before the ready line. */
function introduce(
  mock: Mock,
  { url }: MockServer,
  { import: imported, state, hasDocs }: Pick<Config, 'import' | 'state'> & { hasDocs: boolean },
  output: Output,
): void {
  const scenario = mock.scenarios.find(({ name }) => name === mock.scenario);
  output.say('Scenario', `${mock.scenario}${scenario === undefined ? '' : `: ${scenario.description}`}`);
  if (imported !== undefined) output.say('Import', imported);
  if (state !== undefined) output.say('State', state);
  if (hasDocs) output.say('Docs', `${url}/__mock/docs`);
  const persona = scenario?.personas.find(({ token }) => {
    const issued = mock.data.access_token.findFirst({ where: { token: { equals: token } } });
    return issued !== null && !isExpired(issued, mock.clock);
  });
  if (persona === undefined) return;
  const { token, email, description } = persona;
  output.offer('Token', `${token} (${email}): ${description}`);
  output.offer('Try', `curl -H 'Authorization: Bearer ${token}' ${url}/public-api/v1/brief`);
}
