import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Stdio } from '../../tools/assistant/stdio.js';

const asked = { id: 3, method: 'tools/call', params: { name: 'overview', arguments: {} } };

/** A transport whose input has these messages, and has ended. */
async function ended(...messages: readonly object[]): Promise<Stdio> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const input = new PassThrough();
  const transport = new Stdio(input, new PassThrough());
  await transport.start();
  input.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  return transport;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('when its input ends, the transport waits for the answers to what it has read', async () => {
  const transport = await ended(asked);
  while (vi.getTimerCount() === 0) await turn();
  await transport.send({ jsonrpc: '2.0', id: 3, result: {} });
  await transport.closed;
  expect(vi.getTimerCount()).toBe(0);
});

it('when its input ends, the transport does not wait for a request that was cancelled', async () => {
  const cancelled = { method: 'notifications/cancelled', params: { requestId: 3 } };
  await (await ended(asked, cancelled)).closed;
});

it('when its input ends, the transport waits 10 seconds for an answer that never comes', async () => {
  const transport = await ended(asked);
  let isClosed = false;
  void transport.closed.then(() => {
    isClosed = true;
  });
  while (vi.getTimerCount() === 0) await turn();
  vi.advanceTimersByTime(9_999);
  await turn();
  expect(isClosed).toBe(false);
  vi.advanceTimersByTime(1);
  await transport.closed;
});

it('a line that is not a message is answered with an error, and the messages after it are read', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new Stdio(input, output);
  const read: object[] = [];
  transport.onmessage = (message) => read.push(message);
  await transport.start();
  const ping = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/ping\u2028é' });
  const lines = Buffer.from(`{"id":\n\r\n[${ping}]\n{"jsonrpc":"2.0","id":8,"method":5}\nnull\n${ping}\r\n`);
  // A character may be cut in two.
  for (const byte of lines) input.write(Buffer.of(byte));
  input.end();
  await transport.closed;
  const answers = output
    .read()
    .toString()
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line));
  const facts = answers.map(({ jsonrpc, id, error }: Record<string, { code: number }>) => [jsonrpc, id, error?.code]);
  expect(facts).toEqual([
    ['2.0', null, -32700],
    ['2.0', null, -32600],
    ['2.0', 8, -32600],
    ['2.0', null, -32600],
  ]);
  expect(answers[0].error.message).toContain('the line is not JSON: ');
  expect(read).toEqual([JSON.parse(ping)]);
});

it('a line may begin with a byte order mark, and the last one may lack its end', async () => {
  const input = new PassThrough();
  const transport = new Stdio(input, new PassThrough());
  const read: object[] = [];
  transport.onmessage = (message) => read.push(message);
  await transport.start();
  const ping = { jsonrpc: '2.0', method: 'notifications/ping' };
  input.end(`\ufeff${JSON.stringify(ping)}\n${JSON.stringify(ping)}`);
  await transport.closed;
  expect(read).toEqual([ping, ping]);
});
