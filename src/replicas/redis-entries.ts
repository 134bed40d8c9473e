import type { CommandBatch, LoggedBatch } from './store-log.js';

/** The position before the first batch: the id of an entry that says nothing. */
export const START = '0-1';

export type RedisCommand = readonly (string | Buffer)[];

/** An entry of a stream: its id, and its fields with their values in one list. Bodies may contain any bytes. */
type StreamEntry = readonly [id: Buffer, fields: readonly Buffer[]];

/** Some entries in order, and 1 if there may be more after them. */
export type StreamPage = readonly [entries: readonly StreamEntry[], hasMore: number];

/** The command that appends a batch to a stream. */
export function appending(stream: string, { from, number, commands, bodies }: CommandBatch): RedisCommand {
  const fields = ['from', from, 'number', `${number}`, 'commands', JSON.stringify(commands)];
  return ['XADD', stream, 'NOMKSTREAM', '*', ...fields, ...bodies.flatMap((body) => ['body', bufferOf(body)])];
}

/** The latest of some ids of entries. */
export function latest(positions: readonly string[]): string {
  return positions.reduce((one, other) => (isAfter(other, one) ? other : one), START);
}

function isAfter(one: string, other: string): boolean {
  const [[a = 0, i = 0], [b = 0, j = 0]] = [one, other].map((id) => id.split('-').map(Number)) as [number[], number[]];
  return a === b ? i > j : a > b;
}

/** The batch of an entry. `reached` is how far the servers are known to be. */
export function toBatch([id, fields]: StreamEntry, reached: string): LoggedBatch {
  const position = id.toString();
  const [, from, , number, , commands, ...rest] = fields;
  return {
    position,
    at: Number(position.split('-')[0]),
    isSurvived: !isAfter(position, reached),
    from: `${from}`,
    number: Number(number),
    commands: JSON.parse(`${commands}`),
    bodies: rest.filter((_, i) => i % 2 === 1),
  };
}

/** The same bytes, not a copy. */
function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
