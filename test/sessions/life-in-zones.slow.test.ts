import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const program = `
  import { createMock } from 'briefs-mock';
  import { newsroom } from 'briefs-mock/seeds';
  const mock = createMock({ scenario: newsroom, life: 'busy' });
  mock.clock.advance({ days: 3 });
  const requests = mock.requests.all().map(({ wall_time, duration_ms, ...shown }) => shown);
  console.log(mock.fingerprint(), JSON.stringify(requests));
`;

it('Life is the same, byte for byte, in two processes in other time zones', () => {
  const [west, east] = ['America/Los_Angeles', 'Pacific/Auckland'].map((TZ) => {
    const options = { cwd: join(import.meta.dirname, '../..'), env: { ...process.env, TZ }, maxBuffer: 1e9 };
    return execFileSync(process.execPath, ['--input-type=module', '-e', program], options).toString();
  });
  expect(west).toContain('"actor":"readers"');
  expect(east === west).toBe(true);
});
