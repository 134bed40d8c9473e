import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The lines of a snapshot file that are not those of records. */
const TABLES = /^ {2}"tables": \{$/;
const TABLE = /^ {4}("\w+"): \[(\],?)?$/;
const RECORD = /^ {6}(\{.*\}),?$/;
const END_OF_TABLE = /^ {4}\],?$/;
const END_OF_TABLES = /^ {2}\},?$/;

/**
 * Parses a snapshot file that is longer than the longest text, line by line: in what this package writes, each record has a line.
 * @throws Error with the number of the line
 */
export async function readLargeSnapshot(file: string): Promise<unknown> {
  const tables: Record<string, unknown[]> = {};
  let table: unknown[] | undefined;
  let part: 'head' | 'tables' | 'end' = 'head';
  const others = { head: '', end: '' };
  let number = 0;
  for await (const line of createInterface({
    input: createReadStream(file, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number++;
    const record = part === 'tables' ? RECORD.exec(line)?.[1] : undefined;
    const name = part === 'tables' ? TABLE.exec(line)?.[1] : undefined;
    if (part === 'head' && TABLES.test(line)) part = 'tables';
    else if (part !== 'tables') others[part] += line;
    else if (record !== undefined && table !== undefined) table.push(parseLine(record, number));
    else if (name !== undefined) tables[parseLine(name, number) as string] = table = [];
    else if (END_OF_TABLES.test(line)) part = 'end';
    else if (!END_OF_TABLE.test(line)) throw unreadable(number, 'is not that of a record');
  }
  const head = parseLine(`${others.head.replace(/,\s*$/, '')}}`, number) as object;
  const end = parseLine(`{${others.end.replace(/^\s*,/, '')}`, number) as object;
  return { ...head, tables, ...end };
}

function parseLine(json: string, number: number): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw unreadable(number, 'is not valid JSON');
  }
}

function unreadable(number: number, problem: string): Error {
  return new Error(
    `its line ${number} ${problem}; a file of this size must have a line for each record, as this package writes it`,
  );
}
