import type { Mock } from 'briefs-mock';
import { type Finding, type Report, readHar, Traffic, type TrafficOptions } from 'briefs-mock/conform';

/** An entry of a HAR file, as far as tests set or change it. */
export interface HarEntry {
  startedDateTime: string;
  time: number | null;
  _fromCache?: string;
  request: {
    method: string;
    url: string;
    headers: { name: string; value: string }[];
    postData?: { text: string };
  };
  response: {
    status: number;
    headers: { name: string; value: string }[];
    content: { size: number; mimeType?: string; text?: string; encoding?: string };
  };
}

const ORIGIN = 'https://api.example';

/** A client of a mock that records its requests as a browser does. Each request starts after the last one has ended. */
export class Recorder {
  readonly entries: HarEntry[] = [];
  readonly #mock: Mock;

  constructor(mock: Mock) {
    this.#mock = mock;
  }

  /** Sends a request; a body other than text is sent as JSON. */
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<HarEntry> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const all = { 'content-type': 'application/json', ...headers };
    const init = { method, headers: all, ...(body !== undefined && method !== 'GET' && { body: text }) };
    await this.fetch(new Request(ORIGIN + path, init));
    return this.entries.at(-1) as HarEntry;
  }

  /** The same as the `fetch` of the mock. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request;
    const sent = await request.clone().text();
    const response = await this.#mock.fetch(request);
    const text = await response.clone().text();
    this.entries.push({
      startedDateTime: new Date(Date.UTC(2026, 2, 4) + this.entries.length * 10).toISOString(),
      time: 5,
      request: { method, url, headers: listOf(headers), ...(sent !== '' && { postData: { text: sent } }) },
      response: {
        status: response.status,
        headers: listOf(response.headers),
        content: { size: new TextEncoder().encode(text).length, mimeType: 'application/json', text },
      },
    });
    return response;
  };
}

function listOf(headers: Headers): { name: string; value: string }[] {
  return [...headers].map(([name, value]) => ({ name, value }));
}

/** Compares the entries of a HAR file. */
export function compare(entries: readonly object[], options: Partial<TrafficOptions> = {}): Report {
  const traffic = new Traffic({ against: 'recording.har', at: '2026-03-04T09:00:00.000Z', ...options });
  for (const exchange of readHar({ log: { version: '1.2', entries } })) traffic.add(exchange);
  return traffic.report();
}

/** All differences of a report, with the ids of their results. */
export function findingsIn({ results }: Report): (Finding & { id: string })[] {
  return results.flatMap(({ id, findings = [] }) => findings.map((finding) => ({ ...finding, id })));
}

/** Changes the JSON body of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: tests know what is in the answer that they change.
export function changeBody({ response }: HarEntry, change: (json: any) => void): void {
  const json = JSON.parse(response.content.text ?? '');
  change(json);
  const text = JSON.stringify(json);
  response.content = { ...response.content, text, size: new TextEncoder().encode(text).length };
}
