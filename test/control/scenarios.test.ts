import { scenarios } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';
import { describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';

describeControl('GET /__mock/scenarios', (open) => {
  it('lists the scenarios that a reset can choose, with their personas', async () => {
    const { mock, send } = await open({ scenario: readingRoom, scenarios });
    const { json } = await send<{ data: { name: string }[]; total: number }>('GET', '/__mock/scenarios');
    expect(json.data.map(({ name }) => name).sort()).toEqual(
      [...scenarios, readingRoom].map(({ name }) => name).sort(),
    );
    expect(json.total).toBe(json.data.length);
    const { name, description, clock, personas } = readingRoom;
    expect(json.data).toContainEqual({ name, description, clock, personas });
    expect(mock.scenarios).toHaveLength(json.total);
  });
});
