// How the applications call the services. It has no faults.

/** An answer that is not a success. */
class Refusal extends Error {
  constructor(readonly status: number) {
    super(`The service answered ${status}`);
  }
}

export async function call<Data>(path: string, method = 'GET', body?: unknown): Promise<Data> {
  const headers = { authorization: 'Bearer alice-token', 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  if (!response.ok) throw new Refusal(response.status);
  return ((await response.json()) as { data: Data }).data;
}

export const hasExpired = (error: unknown) => error instanceof Refusal && error.status === 401;
export const isMissing = (error: unknown) => error instanceof Refusal && error.status === 404;

/** The message about a failed call. */
export function explain(error: unknown, otherwise: string): string {
  return hasExpired(error) ? 'Your session has ended. Sign in again.' : otherwise;
}
