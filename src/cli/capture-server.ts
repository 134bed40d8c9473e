import type { Get, SeenAnswer } from '../../tools/capture/index.js';
import { expectJson, type ReceivedAnswer, Target, TargetProblem } from '../../tools/conform/target.js';
import type { WorkFile } from './capture-work-file.js';

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export interface CapturedServer {
  readonly baseUrl: string;
  readonly serviceToken: string | undefined;
  /** The tokens of readers, by e-mail. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly work: WorkFile;
  readonly signal: AbortSignal;
  /** Called after each answer with the number of answers so far. */
  readonly onAnswer: (count: number, answer: SeenAnswer) => void;
}

/** Reads a server. What an earlier run has read is not asked for again. */
export function getFromServer({ baseUrl, timeoutSeconds, ...server }: CapturedServer): Get {
  const { serviceToken, tokens, work, signal, onAnswer } = server;
  const target = new Target({ baseUrl, fetch: (request) => fetch(request), timeoutSeconds });
  return async (path, { query = {}, reader, headers = {} } = {}) => {
    const search = new URLSearchParams(query).toString();
    const earlier = work.find(path, search, reader);
    if (earlier !== undefined) return earlier;
    if (signal.aborted) throw new Interrupted('interrupted');
    const token = reader === undefined ? serviceToken : tokens[reader];
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const url = search === '' ? path : `${path}?${search}`;
    const init = { headers: { accept: 'application/json', ...headers, ...authorization } };
    const answer = await target.send('GET', url, init).catch((error: unknown) => {
      // A server may close an idle connection just when the next request is sent.
      if (!(error instanceof TargetProblem) || error.kind !== 'connection') throw error;
      return target.send('GET', url, init);
    });
    expectReadable(path, answer, { reader, serviceToken });
    const { status, headers: received, body } = answer;
    const link = received.get('link') ?? undefined;
    const seen: SeenAnswer = { path, query: search, reader, status, link, body };
    work.add(seen);
    onAnswer(target.requests, seen);
    return seen;
  };
}

/** @throws TargetProblem for an answer because of which the rest cannot be read either */
function expectReadable(
  path: string,
  answer: ReceivedAnswer,
  { reader, serviceToken }: { reader: string | undefined; serviceToken: string | undefined },
): void {
  const { status, body } = answer;
  // What is not there is left out of the capture.
  if (status === 404) return;
  expectJson(path, answer);
  if (status === 401 && reader !== undefined)
    throw new TargetProblem('token', `the server rejects the token of ${reader}`);
  if (status === 401 && serviceToken !== undefined)
    throw new TargetProblem('token', 'the server rejects the service token');
  if (status >= 500) throw new TargetProblem('connection', `GET ${path} is answered with ${status}`);
  if (status < 300 && typeof body !== 'object') {
    throw new TargetProblem('html', `GET ${path} is answered with text that is not JSON (${status})`);
  }
}
