import { sha256Of } from '../src/foundation/sha256.js';
import { TEST_TRACES } from '../src/mock/test-trace-line.js';
import { makeFolderOf } from './write-trace.js';

/** The name of the folder for traces. */
export const FOLDER = 'mock-traces';

/** The folder for the traces of all tests, if `briefs-mock impact --run` runs them. An empty variable counts as not set. */
export function givenTraces(): string | undefined {
  // biome-ignore lint/style/noProcessEnv: the command passes it this way.
  return process.env.BRIEFS_MOCK_TRACES || undefined;
}

/** The maximum length of a name before its hash and its ending, in bytes: file systems count those. */
const LENGTH_LIMIT = 120;

/** The path for the traces of a test file in a folder. Different files and projects have different paths. */
export function testTracesPath(project: string | undefined, file: string): string {
  const parts = project ? [project, file] : [file];
  // Each part has its own `@` encoded.
  const name = parts.map((part) => part.replace(/[^\p{L}\p{N}._-]/gu, encodeURIComponent)).join('@');
  return `${cutName(name)}${TEST_TRACES}`;
}

/** A name that file systems accept: of a long one the end, with a hash of the whole. */
export function cutName(name: string): string {
  const bytes = new TextEncoder().encode(name);
  if (bytes.length <= LENGTH_LIMIT) return name;
  // The cut may leave a part of a character.
  const end = new TextDecoder().decode(bytes.slice(-LENGTH_LIMIT)).replace(/^\uFFFD+/, '');
  return `${end}_${sha256Of(name).slice(0, 12)}`;
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
