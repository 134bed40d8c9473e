import { createMock } from 'briefs-mock';
import { cases, conform } from 'briefs-mock/conform';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readers as tokens } from '../support/conform-target.js';
import { deliver, deliveries } from '../support/transports.js';

const inNewsroom = createMock({ scenario: newsroom });
const { DELIVERIES = deliveries.join() } = process.env;

describe.each(deliveries.filter((delivery) => DELIVERIES.split(',').includes(delivery)))('through %s', (delivery) => {
  it.each(cases.map(({ id }) => id))('%s agrees with the mock', async (id) => {
    const mock = inNewsroom.fork();
    const { origin, transport, close } = await deliver[delivery](mock);
    onTestFinished(close);
    const { results, left } = await conform({ baseUrl: origin, fetch: transport, tokens, writes: true, only: [id] });
    expect(results.filter((result) => result.id === id)).toMatchObject([{ outcome: 'agrees' }]);
    expect(left).toEqual([]);
  });
});
