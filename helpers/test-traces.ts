import { TEST_TRACES } from '../src/mock/test-trace-line.js';
import { makeFolderOf } from './write-trace.js';

/** The name of the folder for traces. */
export const FOLDER = 'mock-traces';

/** The folder for the traces of all tests, if `briefs-mock impact --run` runs them. An empty variable counts as not set. */
export function givenTraces(): string | undefined {
  // biome-ignore lint/style/noProcessEnv: the command passes it this way.
  return process.env.BRIEFS_MOCK_TRACES || undefined;
}

/** The path for the traces of a test file in a folder. Different files have different paths. */
export function testTracesPath(file: string): string {
  return `${file.replace(/[^\p{L}\p{N}._-]/gu, encodeURIComponent)}${TEST_TRACES}`;
}

/** Writes the traces of a test file. Those that the same run has written stay, also if another process has just written them. */
export async function writeTestTraces(path: readonly string[], lines: readonly string[], run: string): Promise<void> {
  const [{ appendFile, open, writeFile }, { join }] = await Promise.all([
    import('node:fs/promises'),
    import('node:path'),
  ]);
  const file = join(...path);
  await makeFolderOf(file);
  const beginning = await open(file).then(
    async (handle) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0).finally(() => handle.close());
      return buffer.toString('utf8', 0, bytesRead);
    },
    () => '',
  );
  const isSameRun = beginning === '' || beginning.includes(`"run":${JSON.stringify(run)},`);
  await (isSameRun ? appendFile : writeFile)(file, lines.join(''));
}

/** Copies the traces of a test file. If another process adds to them meanwhile, they are copied again. */
export async function copyTestTraces(path: readonly string[], to: readonly string[]): Promise<void> {
  const [{ copyFile, mkdir, stat }, { dirname, join }] = await Promise.all([
    import('node:fs/promises'),
    import('node:path'),
  ]);
  const [from, copy] = [join(...path), join(...to)];
  await mkdir(dirname(copy), { recursive: true });
  const sizeOf = async () => (await stat(from)).size;
  for (let size = -1; size !== (await sizeOf()); ) {
    size = await sizeOf();
    await copyFile(from, copy);
  }
}
