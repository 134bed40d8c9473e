import type * as z from 'zod';
import { forEachTable, type models, type TableName } from './models.js';
import { schemas } from './schema.js';

type Models = typeof models;

/** The shape of a whole record of each table. */
export const records = forEachTable((name) => schemas[name].shape) as unknown as {
  readonly [Name in TableName]: z.ZodObject<Models[Name]['columns'], z.core.$strict>;
};
