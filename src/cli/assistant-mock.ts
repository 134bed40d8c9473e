import type { MockAccess } from '../../tools/assistant/index.js';
import { parseBaseUrl } from '../mock/base-url.js';
import { loadConfig } from './config.js';
import { makeMock } from './configured-mock.js';
import type { FlagsOf } from './flags.js';
import { ANSWER_TIMEOUT, noServerAt } from './no-server.js';

/** Which mock the tools for assistants use. */
export type AssistantFlags = Omit<FlagsOf<'mcp', 'scenario' | 'seed' | 'config'>, 'slim'>;

/** How to reach a running server, or a mock of the process. */
export async function mockOf({ url, controlToken, config: file, ...flags }: AssistantFlags): Promise<MockAccess> {
  if (url !== undefined) {
    const base = parseBaseUrl(url, '--url').href;
    return { send: (path, init) => fetchFrom(base, path, init), controlToken, baseUrl: base };
  }
  const mock = await makeMock(flags, await loadConfig(file));
  const { baseUrl } = mock;
  const send: MockAccess['send'] = async (path, init) =>
    mock.serve(new Request(`${baseUrl ?? 'http://localhost'}${path}`, init));
  return { send, baseUrl };
}

/** The codes of a connection that ended before the answer. */
const BROKEN = ['ECONNRESET', 'UND_ERR_SOCKET'];

async function fetchFrom(base: string, path: string, init: RequestInit): Promise<Response> {
  // An answer of the APIs may be held back, and a change may take long.
  const isRead = path.startsWith('/__mock/') && init.method === 'GET';
  const signals = [init.signal ?? [], isRead ? AbortSignal.timeout(ANSWER_TIMEOUT) : []].flat();
  try {
    return await fetch(base + path, { ...init, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (code !== undefined && BROKEN.includes(code)) return Response.error();
    throw noServerAt(base, error);
  }
}
