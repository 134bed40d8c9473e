import { isLoopback } from '../control/guard.js';
import type { Mock } from '../index.js';
import { createServer, type MockServer } from '../server/index.js';
import { isExpired } from '../state/access-tokens.js';
import type { Config } from './config.js';
import { makeMock } from './configured-mock.js';
import type { ServerFlags } from './flags.js';
import type { Output } from './output.js';

/**
 * Starts the server that flags and config file describe, and says so; whoever waits for that may call and stop it from then
 * on. `prepare` is done just before.
 * @throws Error where it cannot start; MockError for what flags or file say that is wrong.
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
  // Elsewhere nobody may call the control API, which the page is part of, without a token.
  const hasDocs = !isOff && (controlToken !== undefined || host === undefined || isLoopback(host));
  introduce(mock, server, { ...config, ...flags, hasDocs }, output);
  const { scenario, seed } = mock;
  const { url } = server;
  output.ready(`briefs-mock ready on ${url} (scenario ${scenario}, seed ${seed})`, { url, scenario, seed });
  return server;
}

/** What one wants to know at the start. */
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
  output.offer('Token', `${token}, of ${email}: ${description}`);
  output.offer('Try', `curl -H 'Authorization: Bearer ${token}' ${url}/public-api/v1/brief`);
}
