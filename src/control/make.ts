import * as z from 'zod/mini';
import { didYouMean } from '../foundation/did-you-mean.js';
import { isPlainObject } from '../foundation/is-object.js';
import { MockError, notFound } from '../foundation/mock-error.js';
import { tableNames } from '../model/tables.js';
import { optionalParameter } from '../protocol/parameter-schemas.js';
import { factoriesOf } from '../scenario/factories.js';
import type { Factory } from '../scenario/factory.js';
import type { State } from '../state/state.js';
import { defineControlRoute } from './control-route.js';
import { integerUpTo } from './query-schemas.js';
import { list, listOf, one } from './response-schemas.js';

/** The maximum number of calls of a factory. */
export const COUNT_LIMIT = 1_000;

/** The maximum number of records that these calls create, which takes about a second. */
export const RECORD_LIMIT = 20_000;

// The factory validates the columns.
const columns = z
  .custom<object>(isPlainObject, 'must be an object of columns and options of the factory')
  .check(z.meta({ type: 'object', additionalProperties: true, description: 'Columns and options of the factory.' }));
const count = integerUpTo(COUNT_LIMIT, /^([1-9]\d{0,2}|1000)$/);
const created = z.record(z.string(), z.unknown());
type Created = z.output<typeof created>;

export const makeRecords = defineControlRoute({
  method: 'POST',
  path: '/__mock/make/:maker',
  summary: 'Create records with a factory, and those that they refer to',
  description:
    'The factories are those of `mock.make`: one for each table, and some that create several related records, such as `entitledUser`.',
  decisions: ['X9', 'X24', 'D5'],
  params: { maker: z.string() },
  find: ({ maker }, { session }): Factory<object, Created> => {
    const factories = { ...factoriesOf(session.state) };
    if (Object.hasOwn(factories, maker)) return factories[maker as keyof typeof factories] as Factory<object, Created>;
    const names = Object.keys(factories);
    const hint = didYouMean(maker, { count: names.length, list: () => names });
    throw notFound(`There is no factory ${maker.slice(0, 100)}; the factories are ${names.join(', ')}${hint}`);
  },
  body: z.optional(columns),
  query: { count: optionalParameter(count, 'The number of calls of the factory. The answer is a list then.') },
  example: () => ({ params: { maker: 'entitledUser' }, body: { fname: 'Dana' } }),
  response: z.union([one(created), list(created)]),
  failures: ['not_found', 'conflict'],
  broadcast: true,
  handle: ({ found: make, body = {}, query }, { session: { state } }) => {
    if (query.count === undefined) return { data: make(body) };
    const last = lastRecord(state) + RECORD_LIMIT;
    const bodyOf = () => {
      if (lastRecord(state) <= last) return body;
      const problem = `The ${query.count} calls of the factory would create more than ${RECORD_LIMIT} records, the limit`;
      throw new MockError('payload_too_large', `${problem}; make fewer calls at once`);
    };
    return listOf(make.many(query.count, bodyOf));
  },
});

/** The number of records that were ever created. */
function lastRecord(state: State): number {
  return tableNames.reduce((sum, name) => sum + state.lastId(name), 0);
}
