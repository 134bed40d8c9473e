import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { readLargeSnapshot } from '../../src/server/large-snapshot.js';
import { textOf } from '../../src/state/snapshot.js';
import { temporaryFolder } from '../support/cli.js';
import { readingRoom } from '../support/reading-room.js';

// The reader of files that are longer than a text can be reads small ones too.
describe('A snapshot file that is longer than the longest text', () => {
  it('is read line by line, with the same result', async () => {
    const file = join(await temporaryFolder(), 'snapshot.json');
    const mock = createMock({ scenario: readingRoom });
    mock.data.application.create({ name: '}, "fingerprint": "' });
    const parsed = () => JSON.parse(JSON.stringify(mock.snapshot()));
    // As a server writes it, and as JSON from elsewhere is written.
    for (const snapshot of [mock.snapshot(), parsed()]) {
      await writeFile(file, textOf(snapshot));
      expect(await readLargeSnapshot(file)).toEqual(parsed());
    }
    expect(
      createMock({ scenario: readingRoom, snapshot: (await readLargeSnapshot(file)) as never }).fingerprint(),
    ).toBe(mock.fingerprint());
  });

  it('is rejected with the number of the line if it has another form', async () => {
    const file = join(await temporaryFolder(), 'snapshot.json');
    const lines = textOf(createMock({ scenario: readingRoom }).snapshot()).split('\n');
    const at = lines.findIndex((line) => line.startsWith('      {'));
    await writeFile(file, lines.with(at, '      {"id": }').join('\n'));
    await expect(readLargeSnapshot(file)).rejects.toThrow(`its line ${at + 1} is not valid JSON`);
    await writeFile(file, lines.with(at, '{}').join('\n'));
    await expect(readLargeSnapshot(file)).rejects.toThrow(`its line ${at + 1} is not that of a record`);
  });
});
