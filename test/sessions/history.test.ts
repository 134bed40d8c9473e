import { createMock, MockError } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { readingRoom } from '../support/reading-room.js';

const MARK = '/public-api/v1/bookmark/morning/1-104';
const token = { authorization: 'Bearer ann-token' };

describe('mock.changes()', () => {
  it('shows what differs from the baseline', async () => {
    const mock = createMock({ scenario: readingRoom });
    expect(mock.changes()).toEqual({ tables: {} });
    await mock.fetch(MARK, { method: 'POST', headers: token });
    const [bookmark] = mock.data.bookmark.getAll();
    expect(mock.changes()).toEqual({
      tables: { bookmark: [{ key: bookmark?.id, before: null, after: bookmark }] },
      counters: { bookmark: { before: 0, after: 1 } },
    });
  });
});
