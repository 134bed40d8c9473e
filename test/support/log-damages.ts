/** What can be wrong with the end of a log, other than an entry that was torn when the server was killed. */
export const logDamages = {
  'a bit of the last line': (log) => flipped(log, log.length - 20),
  'the line break before it': (log) => flipped(log, log.lastIndexOf('\n', -2)),
  'that line break, and the last line torn': (log) => flipped(log, log.lastIndexOf('\n', -2)).subarray(0, -20),
  'the line break at the end': (log) => flipped(log, log.length - 1),
  'zeros after the end': (log) => Buffer.concat([log, Buffer.alloc(100)]),
  'zeros instead of the end': (log) => Buffer.concat([log.subarray(0, -20), Buffer.alloc(20)]),
  'other bytes after the end': (log) => Buffer.concat([log, Buffer.from('{"other')]),
  'without its header': (log) => log.subarray(log.indexOf('\n') + 1),
  empty: () => Buffer.alloc(0),
} satisfies Readonly<Record<string, (log: Buffer) => Buffer>>;

export type LogDamage = keyof typeof logDamages;

function flipped(log: Buffer, index: number): Buffer {
  const copy = Buffer.from(log);
  copy[index] = (copy[index] as number) ^ 1;
  return copy;
}
