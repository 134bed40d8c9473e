/** What can be wrong with the end of a log, other than an entry that was torn when the server was killed. */
export const logDamages: readonly ((log: Buffer) => Buffer)[] = [
  (log) => flipped(log, log.length - 20),
  (log) => flipped(log, log.length - 1),
  (log) => flipped(log, log.lastIndexOf('\n', -2)),
  (log) => flipped(log, log.lastIndexOf('\n', -2)).subarray(0, -20),
  (log) => Buffer.concat([log, Buffer.alloc(100)]),
  (log) => Buffer.concat([log.subarray(0, -20), Buffer.alloc(20)]),
  (log) => Buffer.concat([log, Buffer.from('{"other')]),
  (log) => log.subarray(log.indexOf('\n') + 1),
  () => Buffer.alloc(0),
];

function flipped(log: Buffer, index: number): Buffer {
  const copy = Buffer.from(log);
  copy[index] = (copy[index] as number) ^ 1;
  return copy;
}
