import { defineActor, defineScenario } from 'briefs-mock';
import * as fc from 'fast-check';

const MINUTE = 60_000;

const ann = { key: 'ann', email: 'ann@acme.example', token: 'ann-token', description: 'the reader' };
export const desk = defineScenario({
  name: 'desk',
  description: 'A reader with two briefs',
  clock: '2026-03-04T09:00:00Z',
  personas: [ann],
  seed: ({ data }) => {
    data.user.create({ fname: 'Ann', lname: 'Ek', email: ann.email });
    for (const name of ['One', 'Two']) {
      const brief = data.brief.create({ name, is_public: true });
      data.brief_document.create({ brief_id: brief.id, date: '2026-03-04' });
    }
  },
});

const clock = fc.integer({ min: 0, max: 1439 }).map((minute) => new Date(minute * MINUTE).toISOString().slice(11, 16));
const actor = fc
  .record({ hours: fc.tuple(clock, clock), times: fc.nat(4), isWriter: fc.boolean() })
  .map(({ hours: [a, b], times, isWriter }) => {
    const rhythm = { from: a < b ? a : b, to: a < b ? b : a, times };
    return { rhythm, isWriter };
  });
/** A small scenario with up to four actors, which read as the newest user, or write, at random hours. */
export const cast = fc.array(actor, { maxLength: 4 }).map((actors) => ({
  ...desk,
  actors: actors.map(({ rhythm, isWriter }, i) =>
    defineActor({
      name: `actor ${i}`,
      rhythm,
      act: ({ send, data, now, random }) => {
        if (!isWriter) return void send('GET /public-api/v1/brief', { as: data.user.getAll().at(-1)?.email });
        const lname = `${now.toISOString()} ${random()}`;
        send('POST /user-data/v1/user', { body: { fname: 'Bo', lname, email: `u${data.user.count()}@acme.example` } });
      },
    }),
  ),
}));
