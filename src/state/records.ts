import type * as z from 'zod';
import { type models, type TableName, tableNames } from './models.js';
import { schemas } from './schema.js';

type Models = typeof models;

/** The shape of a whole record of each table. */
export const records = Object.fromEntries(tableNames.map((name) => [name, schemas[name].shape])) as unknown as {
  readonly [Name in TableName]: z.ZodObject<Models[Name]['columns'], z.core.$strict>;
};
