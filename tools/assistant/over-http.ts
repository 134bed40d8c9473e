import { createMcpHandler, isInitializeRequest, readRequestBody } from '@modelcontextprotocol/server';
import { parseJson } from '../../src/foundation/parse-json.js';
import { type McpOptions, mcpServer } from './mcp-server.js';
import { CallRefused, isNameFor, type MockAccess, MockClient, newName } from './mock-client.js';

/** The header by which the older revision of the protocol names what `initialize` has created. Here it is the name of a session. */
const ASSIGNED = 'mcp-session-id';

/**
 * Answers a request of an assistant. `own` is the session that the request names. In the older revision of the protocol the
 * mock creates one otherwise; the newer one has nothing that tells two assistants apart, so that they have to name it.
 */
export async function answerAssistant(request: Request, access: MockAccess, options: McpOptions): Promise<Response> {
  try {
    return await answer(request, access, options);
  } catch (error) {
    // Only a session is looked up or created outside of the tools, which have answers of their own.
    if (error instanceof CallRefused) return error.answer;
    throw error;
  }
}

async function answer(request: Request, access: MockAccess, options: McpOptions): Promise<Response> {
  const client = new MockClient(access);
  const assigned = request.headers.get(ASSIGNED) ?? undefined;
  const own = access.own ?? assigned;
  const isEnd = request.method === 'DELETE' && assigned !== undefined;
  // The protocol demands 404, after which a client initializes again: in a new session it would miss what it did in silence.
  const isUsed = assigned !== undefined && (isEnd || access.own === undefined);
  if (isUsed && !(isNameFor('mcp', assigned) && (await client.useSession(assigned)))) return noSession();
  if (isEnd) {
    await client.endSession(assigned);
    return new Response(null, { status: 204 });
  }
  // An assistant that uses no tool in its session uses it all the same.
  if (access.own !== undefined) await client.useSession(access.own);
  const body = await readRequestBody(request.clone() as Request);
  const isFirst = !body.tooLarge && own === undefined && isInitializeRequest(parseJson(body.text));
  const created = isFirst ? await client.createSession({ id: newName('mcp') }) : undefined;
  const api = new MockClient({ ...access, own: own ?? created, mustName: true });
  const response = await createMcpHandler(() => mcpServer(api, options)).fetch(request);
  if (created !== undefined) response.headers.set(ASSIGNED, created);
  return response;
}

function noSession(): Response {
  const message = `there is no session of this ${ASSIGNED}: it has ended, or was never created; send initialize without it`;
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32001, message } }, { status: 404 });
}
