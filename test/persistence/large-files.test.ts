import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { readLongJson } from '../../src/server/snapshot-file.js';
import { textOf } from '../../src/state/snapshot.js';
import { temporaryFolder } from '../support/cli.js';
import { readingRoom } from '../support/reading-room.js';

// The reader of files that are longer than a text can be reads small ones too.
describe('A snapshot file that is longer than the longest text', () => {
  it('is read in parts, with the same result', async () => {
    const file = join(await temporaryFolder(), 'snapshot.json');
    const mock = createMock({ scenario: readingRoom });
    mock.data.application.create({ name: '}, "fingerprint": "' });
    const parsed = JSON.parse(JSON.stringify(mock.snapshot()));
    // As a server writes it, and as JSON from elsewhere is written.
    for (const text of [textOf(mock.snapshot()), JSON.stringify(parsed), `\uFEFF${JSON.stringify(parsed, null, 4)}`]) {
      await writeFile(file, text);
      expect(await readLongJson(file)).toEqual(parsed);
    }
    const snapshot = (await readLongJson(file)) as never;
    expect(createMock({ scenario: readingRoom, snapshot }).fingerprint()).toBe(mock.fingerprint());
  });

  it('is rejected with the place if it is not JSON', async () => {
    const file = join(await temporaryFolder(), 'snapshot.json');
    await writeFile(file, `[${'{"id": 1},'.repeat(20_000)}{"id": }]`);
    await expect(readLongJson(file)).rejects.toThrow('Unexpected character at position 200001');
  });
});
