import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const CACHE = 'node_modules/.cache/briefs-mock';

/** A file of the build as the server sends it. Compressing takes a third of the time of a build, so each content is compressed once. */
export function compressed(content: string | Buffer): Buffer {
  const file = join(CACHE, `${createHash('sha256').update(content).digest('hex')}.br`);
  try {
    return readFileSync(file);
  } catch {
    const result = brotliCompressSync(content);
    mkdirSync(CACHE, { recursive: true });
    // A build that is stopped, or another one at the same time, leaves no half file.
    const part = `${file}.${process.pid}`;
    writeFileSync(part, result);
    renameSync(part, file);
    return result;
  }
}
