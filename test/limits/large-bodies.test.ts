import { createMock, type Mock } from 'briefs-mock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const list = <Value>(size: number, itemOf: (n: number) => Value) => Array.from({ length: size }, (_, n) => itemOf(n));

/** A mock whose snapshot is taken apart: it is long, and so are some of its parts. */
function open(): Mock {
  const mock = createMock();
  mock.data.user.create({ fname: 'Ann', lname: 'Arden', email: 'ann@reader.example' });
  mock.data.legacy_preference.create({ name: 'P', slug: 'p' });
  const preference_value = JSON.parse(
    `{"inner": {"a": [${list(30_000, (n) => n)}]}, "long": ${JSON.stringify('é"\\'.repeat(50_000))}, "[": "]"}`,
  );
  mock.data.legacy_user_preference.create({ user_email: 'ann@reader.example', preference_id: 1, preference_value });
  for (const n of list(1_000, (n) => n)) mock.data.application.create({ name: `🙂 \\" ${n} }],[{` });
  return mock;
}

/** Sends a body in chunks of different sizes. */
async function restore(mock: Mock, text: string | Uint8Array, query = '') {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const sizes = [1, 70_000, 3, 50_000, 150_000, 2];
  let at = 0;
  const body = new ReadableStream({
    pull(controller) {
      const size = sizes[at % sizes.length] as number;
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + size));
      else controller.close();
      at += size;
    },
  });
  const answer = await mock.fetch(`/__mock/restore${query}`, { method: 'POST', body, duplex: 'half' } as RequestInit);
  return { status: answer.status, body: await answer.json() };
}

describe('A large body', () => {
  const mock = open();
  const compact = JSON.stringify(mock.snapshot());

  it.each([0, 1, '\t'])('is read however it is laid out, as with the indent %j', async (indent) => {
    const other = createMock();
    expect(await restore(other, JSON.stringify(JSON.parse(compact), null, indent))).toMatchObject({ status: 200 });
    expect(other.fingerprint()).toBe(mock.fingerprint());
  });

  it('is read and restored where there are no message channels, as in workerd and in Jest with jsdom', async () => {
    vi.stubGlobal('MessageChannel', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    const other = createMock();
    expect(await restore(other, compact)).toMatchObject({ status: 200 });
    expect(other.fingerprint()).toBe(mock.fingerprint());
  });

  const end = compact.length - 100;
  it.each([
    ['ends too early', compact.slice(0, end)],
    ['goes on after its end', `${compact} {}`],
    ['has a comma too much', compact.replace('"name":"🙂 \\\\\\" 500', ',$&')],
    ['has brackets that do not match', compact.replace('],"application_user"', '},"application_user"')],
    ['has a key that is not a text', compact.replace('"tables":', 'tables:')],
    ['has two values without a comma', compact.replace('},{"id":900,', '}{"id":900,')],
    ['is not UTF-8', new TextEncoder().encode(compact).fill(0xff, 300_000, 300_001)],
  ])('that %s gets 400, and changes nothing', async (_, text) => {
    const other = createMock();
    const before = other.fingerprint();
    const { status, body } = await restore(other, text);
    expect([status, body.error.code]).toEqual([400, 'malformed_data']);
    expect(body.error.message).toMatch(/^The request body is not valid JSON: /);
    expect(other.fingerprint()).toBe(before);
  });

  it('cannot set the prototype of an object', async () => {
    const { status, body } = await restore(createMock(), compact.replace('"inner":', '"__proto__":'), '?edited');
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('must not have the key __proto__')]);
  });

  it('has at most 200 levels, and texts of at most 16 MiB', async () => {
    const filler = `"${'x'.repeat(100_000)}"`;
    const nested = (levels: number) => `${'['.repeat(levels)}${filler}${']'.repeat(levels)}`;
    expect((await restore(mock, nested(200))).body.error.message).toMatch(/^The snapshot cannot be restored: /);
    expect((await restore(mock, nested(201))).body.error.message).toBe(
      'The request body is nested more than 200 levels deep',
    );
    const { status, body } = await restore(mock, `{"a": "${'x'.repeat(16 * 1024 * 1024 + 100_000)}"}`);
    expect([status, body.error.code]).toEqual([413, 'payload_too_large']);
    expect(body.error.message).toBe('The request body has a text of more than 16 MiB, the limit');
  });

  it('has at most 1,000,000 values in a list, which is too long to show in a message', async () => {
    const zeros = (count: number) => `[${Array(count).fill(0)}]`;
    const longest = await restore(mock, zeros(1_000_000));
    expect([longest.status, longest.body.error.message]).toEqual([
      400,
      `The snapshot cannot be restored: must be an object, but is ${zeros(100).slice(0, 200)}…`,
    ]);
    const { status, body } = await restore(mock, zeros(1_000_001));
    expect([status, body.error.message]).toEqual([
      413,
      'The request body has a list or an object with more than 1,000,000 values, the limit',
    ]);
  });
});
