import { createMock } from 'briefs-mock';
import { conform, type Report } from 'briefs-mock/conform';
import { newsroom } from 'briefs-mock/seeds';
import { readers as tokens } from './conform-target.js';

export type Fetch = (request: Request) => Promise<Response>;

/** A server that differs from the mock in one way. */
export type Plant = (fetch: Fetch) => Fetch;

// biome-ignore lint/suspicious/noExplicitAny: each plant knows what is in the answer that it changes.
export type Json = any;

const pristine = createMock({ scenario: newsroom });

/** The report of a run against the mock with a defect. */
export function reportOf(plant: Plant, options: { only: readonly string[]; writes?: boolean }): Promise<Report> {
  return conform({ fetch: plant(pristine.fork().fetch), tokens, writes: true, ...options });
}

/** The ids of what differs in a run against the mock with a defect. */
export async function differingIn(plant: Plant, ...only: string[]): Promise<readonly string[]> {
  const { results } = await reportOf(plant, { only });
  return results.filter(({ outcome }) => outcome === 'differs').map(({ id }) => id);
}

/** Changes the bodies of the answers to a method and a path. */
export function changing(
  method: string,
  path: RegExp,
  change: (body: Json, request: Request, status: number) => unknown,
): Plant {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    if (request.method !== method || !path.test(pathname)) return response;
    const { status, headers } = response;
    return new Response(JSON.stringify(change(await response.json(), request, status)), { status, headers });
  };
}

/** Changes the answers with one of the statuses below a path. */
export function answering(
  path: RegExp,
  test: (status: number) => boolean,
  change: (body: Json, response: Response) => Response,
): Plant {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    if (request.method === 'HEAD' || !test(response.status) || !path.test(new URL(request.url).pathname))
      return response;
    return change(await response.clone().json(), response);
  };
}

/** Answers PUT of a resource as if the fields that it left out were null, and shows them so from then on. */
export function emptying(path: string, fields: readonly string[]): Plant {
  return (fetch) => {
    const emptied = new Map<number, Json>();
    const shown = (record: Json) => ({ ...record, ...emptied.get(record?.id) });
    return async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname !== path && !pathname.startsWith(`${path}/`)) return fetch(request);
      const sent =
        request.method === 'PUT'
          ? await request
              .clone()
              .json()
              .catch(() => undefined)
          : undefined;
      const response = await fetch(request);
      if (!response.ok || request.method === 'HEAD') return response;
      const body = await response.json();
      if (sent !== undefined) {
        const { id } = [body.data].flat()[0];
        emptied.set(id, Object.fromEntries(fields.filter((field) => !(field in sent)).map((field) => [field, null])));
      }
      const data = Array.isArray(body.data) ? body.data.map(shown) : shown(body.data);
      return Response.json({ ...body, data }, { headers: response.headers });
    };
  };
}

/** Answers with a record where the mock answers with this status: as if no value of a resource were unique, for example. */
export function accepting(path: string, refused: number): Plant {
  return (fetch) => async (request) => {
    const copy = request.clone();
    const response = await fetch(request);
    if (response.status !== refused || !new URL(request.url).pathname.startsWith(path)) return response;
    const list = await (await fetch(new Request(new URL(path, request.url)))).json();
    const text = await copy.text();
    const [item] = [parsed(text)].flat() as Json[];
    const record = { ...list.data[0], ...(typeof item === 'object' && item), id: 1_900_000_000 };
    return Response.json({ ...list, data: [record] }, { headers: response.headers });
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps the records of `from` when the record that they refer to is deleted, until they are deleted themselves. */
export function keeping(from: string, of: string, columns: Readonly<Record<string, string>>): Plant {
  return (fetch) => {
    const kept: Json[] = [];
    const listOf = async (path: string, { url }: Request) =>
      (await (await fetch(new Request(new URL(path, url)))).json()).data as Json[];
    return async (request) => {
      const { pathname } = new URL(request.url);
      const at = kept.findIndex(({ id }) => pathname === `${from}/${id}`);
      // It answers 404 as the mock does.
      if (request.method === 'DELETE' && at !== -1) kept.splice(at, 1);
      if (request.method === 'DELETE' && pathname.startsWith(`${of}/`)) {
        const target = (await listOf(of, request)).find(({ id }) => id === Number(pathname.split('/').at(-1)));
        const pairs = Object.entries(columns);
        const dependents = (await listOf(from, request)).filter((one) =>
          pairs.every(([local, column]) => target !== undefined && one[local] === target[column]),
        );
        kept.push(...dependents);
      }
      const response = await fetch(request);
      if (request.method !== 'GET' || pathname !== from || !response.ok) return response;
      const body = await response.json();
      const ids = new Set(body.data.map(({ id }: Json) => id));
      const data = [...body.data, ...kept.filter(({ id }) => !ids.has(id))].sort((a, b) => a.id - b.id);
      return Response.json({ ...body, data }, { headers: response.headers });
    };
  };
}
