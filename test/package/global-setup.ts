import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the tarball. */
    tarball: string;
    /** The files in the tarball, as paths from its root. */
    files: string[];
  }
}

/** Packs once for all tests. `npm pack` runs a full build first. */
export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-packed-'));
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });
  const [packed] = JSON.parse(output);
  provide('tarball', join(folder, packed.filename));
  provide(
    'files',
    packed.files.map((file: { path: string }) => file.path),
  );
  return () => rmSync(folder, { recursive: true, force: true });
}
