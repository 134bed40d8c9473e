import { createMock } from 'briefs-mock';
import * as schemas from 'briefs-mock/schemas';
import * as z from 'zod/mini';
import { generatedFrom } from './first-line.js';

const { records, routes, ...named } = schemas;

/** The types of schemas: those of src/schemas/types.ts, and of records. */
const types = new Map<z.core.$ZodType, string>([
  ...Object.entries(records).map(([table, schema]) => [schema, `Row<'${table}'>`] as const),
  ...Object.entries(named).map(([name, schema]) => [schema, name.charAt(0).toUpperCase() + name.slice(1)] as const),
]);

function typeOf(schema: z.core.$ZodType): string {
  const type = types.get(schema);
  if (type !== undefined) return type;
  if (schema instanceof z.ZodMiniArray) return `${typeOf(schema.def.element as z.core.$ZodType)}[]`;
  if (schema instanceof z.ZodMiniTuple) return `[${schema.def.items.map(typeOf).join(', ')}]`;
  if (schema instanceof z.ZodMiniUnion) return schema.def.options.map(typeOf).join(' | ');
  if (schema instanceof z.ZodMiniObject) return columnsOf(schema);
  throw new Error(
    'The answer of a route has a part without a type; export its schema in src/schemas/declared-schemas.ts',
  );
}

/** The type of an object with some columns of a record. */
function columnsOf({ shape }: z.ZodMiniObject): string {
  const columns = Object.keys(shape);
  const tables = Object.entries(records).filter(([, record]) => {
    const own: z.core.$ZodShape = record.shape;
    return columns.every((column) => own[column] === shape[column]);
  });
  if (tables.length !== 1) throw new Error(`Not one table has the columns ${columns.join(', ')}, but ${tables.length}`);
  return `Pick<Row<'${tables[0]?.[0]}'>, ${columns.map((column) => `'${column}'`).join(' | ')}>`;
}

/** The type of `data` in an answer. */
function dataOf(response: z.core.$ZodType): string {
  if (response instanceof z.ZodMiniUnion) return response.def.options.map(dataOf).join(' | ');
  return typeOf((response as z.ZodMiniObject).shape.data as z.core.$ZodType);
}

/** The text of src/schemas/answer-data.ts. */
export function answerData(): string {
  let data = '';
  const members = createMock()
    .apis()
    .flatMap((api) => api.routes)
    .map(({ method, path, summary }) => {
      const route = routes[`${method} ${path}`];
      // The other spellings of a route follow it.
      if (route !== undefined) data = dataOf(route.response);
      return `  /** ${summary} */\n  '${method} ${path}': ${data};`;
    });
  const used = Object.values(named).flatMap((schema) => types.get(schema) ?? []);
  const imported = used.filter((name) => members.some((member) => new RegExp(`\\b${name}\\b`).test(member)));
  const names = [...new Set(imported)].sort((a, b) => a.localeCompare(b, 'en'));
  return `${generatedFrom('the schemas of the routes')}
import type { Row } from '../model/tables.js';
import type {
${names.map((name) => `  ${name},`).join('\n')}
} from './types.js';

/** The type of \`data\` in the successes of each route of the APIs, by method and path. */
export interface AnswerData {
${members.join('\n')}
}
`;
}
