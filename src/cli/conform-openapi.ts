import { parse } from 'yaml';
import { compareDocument, type Report } from '../../tools/conform/index.js';
import { connectionProblem } from '../foundation/connection-problem.js';
import { wrongFile } from '../foundation/file-kind.js';
import { machineTime } from '../foundation/machine.js';
import { malformed, prefixing } from '../foundation/mock-error.js';
import { parseJson } from '../foundation/parse-json.js';
import { hideSecretsInUrl } from '../foundation/secrets.js';
import { createMock } from '../index.js';
import { failing, readText } from '../server/snapshot-file.js';
import type { Expectations } from './conform-server.js';

/** The longest wait for a document, in milliseconds, and its largest size in bytes. */
const TIMEOUT = 30_000;
const SIZE_LIMIT = 32 * 1024 * 1024;

/** Compares an OpenAPI document, of a file or a URL, with that of the mock. @throws Error if it cannot be read */
export async function compareOpenapi(source: string, { behavior, baseline }: Expectations): Promise<Report> {
  if (isUrl(source) && /\/\/[^/?#]*@/.test(source)) throw malformed('--openapi: must not contain a user or a password');
  const against = isUrl(source) ? hideSecretsInUrl(source) : source;
  const text = await textOf(source).catch(failing(`the OpenAPI document ${against} cannot be read`, source));
  const theirs = parsed(text, against);
  const problem = wrongFile(theirs, 'OpenAPI document');
  if (problem !== undefined) throw new Error(`the OpenAPI document ${against} cannot be read: ${problem}`);
  const ours = await createMock({ behavior }).openapi();
  return prefixing(`the OpenAPI document ${against}`, () =>
    compareDocument(theirs, ours, { against, at: machineTime(), baseline }),
  );
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function textOf(source: string): Promise<string> {
  if (!isUrl(source)) return readText(source);
  const response = await fetch(source, { signal: AbortSignal.timeout(TIMEOUT) }).catch((error) => {
    throw new Error(`no server answers there: ${connectionProblem(error)}`);
  });
  if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
  if (Number(response.headers.get('content-length')) > SIZE_LIMIT) throw new Error('it has more than 32 MiB');
  return response.text();
}

/** JSON, or YAML. */
function parsed(text: string, source: string): unknown {
  const json = parseJson(text);
  if (json !== undefined) return json;
  try {
    return parse(text, { merge: true });
  } catch (error) {
    const [problem] = (error as Error).message.split('\n');
    throw new Error(`the OpenAPI document ${source} is neither JSON nor YAML: ${problem}`);
  }
}
