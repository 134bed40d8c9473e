import { createFetchHandler } from 'briefs-mock/fetch';
import { describe, expect, it } from 'vitest';
import { describeApi, openApi } from '../support/deliveries.js';
import { askThrough } from '../support/plain-requests.js';
import { connectTo } from '../support/raw-http.js';

const PACKAGES = '/user-data/v1/package';
const INCOMPLETE = { status: 400, faults: [], reason: 'The request body did not arrive completely' };

/** A body of which the first part is sent before the request is aborted. The rest never follows. */
function unfinished(abort: () => void): ReadableStream<Uint8Array> {
  let parts = 0;
  return new ReadableStream({
    pull(controller) {
      if (parts++ === 0) controller.enqueue(new TextEncoder().encode('[{"name":'));
      else abort();
    },
  });
}

describeApi('A request that is aborted before its body has arrived', (open, delivery) => {
  it.each<[string, (abort: () => void) => BodyInit]>([
    [
      'at once',
      (abort) => {
        queueMicrotask(abort);
        return '[{"name": "essential"}]';
      },
    ],
    ['in the middle of its body', unfinished],
  ])('writes nothing and uses up no fault rule: %s', async (_, bodyFor) => {
    const api = await open();
    const { mock } = api;
    const ask = askThrough(delivery, api);
    const before = mock.fingerprint();
    mock.faults.add({ path: PACKAGES, status: 503, times: 1 });
    const controller = new AbortController();
    const reason = new Error('left the page');
    const body = bodyFor(() => controller.abort(reason));
    const init = { body, signal: controller.signal, duplex: 'half' };
    await expect(ask('POST', PACKAGES, init)).rejects.toBe(reason);
    expect((await ask('POST', PACKAGES, { body: '[]' })).status).toBe(503);
    expect(mock.fingerprint()).toBe(before);
    const aborted = mock.requests.all().slice(0, -1);
    // A client on a network may abort before it sends anything.
    if (delivery !== 'tcp' || aborted.length > 0) expect(aborted).toMatchObject([INCOMPLETE]);
  });
});

describe('A request of which a part of the body arrived', () => {
  it('at a server, writes nothing, uses up no fault rule, and is in the journal', async () => {
    const { mock, url } = await openApi('tcp');
    mock.faults.add({ path: PACKAGES, status: 503 });
    const connection = await connectTo(url);
    connection.write(`POST ${PACKAGES} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\n[{"name":`);
    connection.hangUp();
    await expect.poll(() => mock.requests.all()).toMatchObject([INCOMPLETE]);
  });

  it('at a handler for fetch, writes nothing, uses up no fault rule, and is in the journal', async () => {
    const { mock } = await openApi('fetch');
    mock.faults.add({ path: PACKAGES, status: 503 });
    const controller = new AbortController();
    const body = unfinished(() => controller.abort());
    const init = { method: 'POST', body, signal: controller.signal, duplex: 'half' };
    await createFetchHandler(mock)(new Request(`https://api.example.com${PACKAGES}`, init));
    expect(mock.requests.all()).toMatchObject([INCOMPLETE]);
  });
});
