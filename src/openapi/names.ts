import * as z from 'zod';
import type { Service } from '../protocol/service.js';
import * as declared from '../schemas.js';

/** The components of documents: shapes by name. */
export interface Names {
  readonly shapes: Readonly<Record<string, z.ZodType>>;
  /** The shape that stands for a shape under its name: of several that say the same, the first. */
  readonly standIn: (shape: z.ZodType) => z.ZodType;
}

/**
 * Names shapes as types do: what `briefs-mock/schemas` exports, the records of tables, and what routes name themselves.
 * The first shape of a name keeps it; another one of that name carries its service before it or, a record, the word
 * behind it.
 */
export function namesOf(services: readonly Service[]): Names {
  const shapes: Record<string, z.ZodType> = {};
  const standIns = new Map<z.ZodType, z.ZodType>();
  const add = (shape: z.ZodType, ...candidates: readonly string[]) => {
    if (standIns.has(shape)) return;
    const isFree = (name: string) => shapes[name] === undefined || saysTheSame(shapes[name], shape);
    const name = candidates.find(isFree);
    if (name === undefined) throw new Error(`Two shapes are called ${candidates.join(' and ')}`);
    shapes[name] ??= shape;
    standIns.set(shape, shapes[name]);
  };

  for (const [name, shape] of Object.entries(declared)) if (shape instanceof z.ZodType) add(shape, pascalCase(name));
  for (const [name, shape] of Object.entries(declared.records))
    add(shape, pascalCase(name), `${pascalCase(name)}Record`);
  for (const { name: service, routes } of services) {
    for (const route of routes) {
      for (const [name, shape] of Object.entries(route.shapes)) {
        add(shape, pascalCase(name), pascalCase(`${service}_${name}`));
      }
    }
  }
  return { shapes, standIn: (shape) => standIns.get(shape) ?? shape };
}

/** `brief_document`, `user-data` and `briefDocument` as `BriefDocument` and `UserData`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function saysTheSame(a: z.ZodType, b: z.ZodType): boolean {
  const [left, right] = [a, b].map((shape) => z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }));
  return JSON.stringify(left) === JSON.stringify(right);
}
