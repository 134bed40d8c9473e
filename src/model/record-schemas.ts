import type * as z from 'zod';
import { schemas } from './table-schema.js';
import { forEachTable, type models, type TableName } from './tables.js';

type Models = typeof models;

/** The shape of a whole record of each table. */
export const records = forEachTable((name) => schemas[name].shape) as unknown as {
  readonly [Name in TableName]: z.ZodObject<Models[Name]['columns'], z.core.$strict>;
};
