import { fileErrorText, readJsonFile } from '../server/snapshot-file.js';
import { ANSWER_TIMEOUT, noServerAt } from './no-server.js';
import { expectUrl, shownSource } from './references.js';

/**
 * The JSON of a file, or the present state of a server at an address. The address can be that of a session, of a named snapshot, or
 * of a JSON file.
 * @throws Error that names it
 */
export async function readSource(source: string, controlToken: string | undefined): Promise<unknown> {
  if (!/^https?:\/\//i.test(source)) {
    return readJsonFile(source).catch((error) => {
      const hint = /^[\w.-]+:\d+/.test(source) ? '; the address of a server starts with http://' : '';
      throw new Error(`${source} cannot be read: ${fileErrorText(error, source)}${hint}`);
    });
  }
  expectUrl(source);
  // A session may have a name that ends like a file.
  const isDocument = /(?<!\/__mock\/s\/[^/]*)\.json$|\/__mock\/(snapshots?|trace)\b/.test(new URL(source).pathname);
  const url = isDocument ? source : `${source.replace(/\/+$/, '')}/__mock/snapshot`;
  // Any server may have a file.
  const isControl = new URL(url).pathname.includes('/__mock/');
  const headers: HeadersInit =
    isControl && controlToken !== undefined ? { authorization: `Bearer ${controlToken}` } : {};
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_TIMEOUT) }).catch((error) => {
    throw noServerAt(shownSource(url), error);
  });
  const json = await response.json().catch(() => undefined);
  if (response.ok && json !== undefined) return json;
  const reason = json?.error?.message ?? 'the answer is not that of a briefs-mock';
  throw new Error(`${shownSource(url)} was answered with status ${response.status}: ${reason}`);
}
