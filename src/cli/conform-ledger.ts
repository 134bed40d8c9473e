import { mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Ledger } from '../../tools/conform/index.js';
import { positiveInteger } from '../foundation/common-schemas.js';
import { failing, readJsonFile, replaceFile } from '../server/snapshot-file.js';

const fileSchema = z.strictObject({
  run: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  pid: positiveInteger,
  kinds: z.array(z.string()),
  bookmarks: z.array(
    z.strictObject({ path: z.string().check(z.startsWith('/public-api/v1/bookmark/')), email: z.string() }),
  ),
});

/**
 * The ledger of the runs against a server: a file for each run, in a folder for temporary files. The files of processes that are
 * still running are left alone.
 */
export function ledgerOf(server: string): Ledger {
  const folder = join(tmpdir(), `briefs-mock-conform-${userName()}`, encodeURIComponent(server));
  const fileOf = (run: string) => join(folder, `${run}.json`);
  return {
    read: async () => {
      const names = await readdir(folder).catch(() => []);
      const files = await Promise.all(
        names.filter((name) => name.endsWith('.json')).map((name) => readJsonFile(join(folder, name)).catch(() => {})),
      );
      return files.flatMap((file) => {
        const { data } = z.safeParse(fileSchema, file);
        if (data === undefined || isRunning(data.pid)) return [];
        const { run, kinds, bookmarks } = data;
        return [{ run, kinds: kinds as LedgerKinds, bookmarks }];
      });
    },
    write: async (entry) => {
      const text = `${JSON.stringify({ ...entry, pid: process.pid }, null, 2)}\n`;
      await mkdir(folder, { recursive: true, mode: 0o700 })
        .then(() => replaceFile(fileOf(entry.run), text))
        .catch(failing(`the folder ${folder}, which remembers what to remove, cannot be written`, folder));
    },
    remove: async (run) => {
      // A process that was killed may have left a temporary file beside it.
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(`${run}.json`));
      for (const name of names) await rm(join(folder, name), { force: true });
    },
  };
}

/** The name of the user, or the number of one without a name: containers may run as any user. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

/** Kinds of another version of the package are ignored. */
type LedgerKinds = Awaited<ReturnType<Ledger['read']>>[number]['kinds'];

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
