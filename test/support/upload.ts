/** Sends a request in the session `one` whose body arrives in two parts; between them, `during` runs. */
export function upload(
  fetch: (path: string, init: RequestInit) => Promise<Response>,
  path: string,
  during: () => unknown,
): Promise<Response> {
  const text = new TextEncoder();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(text.encode('[{"name":')),
    pull: (controller) => {
      during();
      controller.enqueue(text.encode('"A"}]'));
      controller.close();
    },
  });
  const headers = { 'x-mock-session': 'one' };
  return fetch(path, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
}
