import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, type TableName } from 'briefs-mock';
import { records } from 'briefs-mock/schemas';
import ts from 'typescript';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { keyOf, laws, tableNames } from '../support/state-tables.js';

/** A table as text: each column with its JSON Schema, then keys, references and defaults. */
function describeTable(table: TableName): string {
  const { hasGeneratedKey, unique, caseInsensitive, references, defaults, computed, derived } = laws[table];
  const columns = Object.entries(records[table].shape).map(([column, schema]) => {
    const { $schema: _, ...json } = z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any', io: 'input' });
    return `  ${column}: ${JSON.stringify(json)}`;
  });
  const fixed = Object.entries(defaults).map(([column, value]) => `${column} ${JSON.stringify(value)}`);
  const lines = [
    `key ${keyOf(table)}${hasGeneratedKey ? ', generated' : ''}`,
    ...unique.map((columns) => `unique ${columns.join(', ')}`),
    ...[...caseInsensitive].map((column) => `case-insensitive ${column}`),
    ...references.map(({ to, by, takes, whenGone }) => {
      const pairs = Object.entries(takes).map(([local, column]) => `${local} = ${column}`);
      const keys = by.map((columns) => Object.keys(columns).join(' and ')).join(' or ');
      return `reference to ${to} by ${keys}: ${pairs.join(', ')}; deleted with it: ${whenGone === 'remove'}`;
    }),
    ...fixed.map((text) => `default ${text}`),
    ...[...computed].map((column) => `computed default ${column}`),
    ...[...derived].map((column) => `derived ${column}`),
  ];
  return `${table}\n${columns.join('\n')}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

it('the tables are those in tables.txt, which vitest -u writes', async () => {
  await expect(tableNames.map(describeTable).join('\n')).toMatchFileSnapshot('tables.txt');
});

it('mock.data, mock.make, snapshots and records have exactly these tables', () => {
  const mock = createMock();
  expect(Object.keys(mock.data)).toEqual(tableNames);
  expect(Object.keys(mock.make)).toEqual(expect.arrayContaining([...tableNames]));
  expect(Object.keys(mock.snapshot().tables)).toEqual(tableNames);
  expect(Object.keys(records).sort()).toEqual([...tableNames].sort());
});

it('every column has a comment, which editors show as its description', () => {
  const folder = join(import.meta.dirname, '../../src/model/tables');
  const columns: string[] = [];
  const undescribed: string[] = [];
  for (const file of readdirSync(folder)) {
    const visit = (node: ts.Node): void => {
      const isNamed = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node);
      const value = isNamed && node.name.getText() === 'columns' ? node.initializer : undefined;
      const literal = value && ts.isObjectLiteralExpression(value) ? value : undefined;
      if (literal === undefined) ts.forEachChild(node, visit);
      for (const column of literal?.properties ?? []) {
        const place = `${column.name?.getText()} in src/model/tables/${file}`;
        columns.push(place);
        if (ts.getJSDocCommentsAndTags(column).length === 0) undescribed.push(place);
      }
    };
    visit(ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true));
  }
  expect(columns.length).toBeGreaterThan(tableNames.length);
  expect(undescribed).toEqual([]);
});
