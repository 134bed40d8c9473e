import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Writes the default starting state of the command line to the build. Creates it with the code that was just built. */
export function buildPreparedState(outDir: string): void {
  const urlOf = (file: string) => JSON.stringify(pathToFileURL(resolve(outDir, file)).href);
  const program = `
    import { createMock } from ${urlOf('index.js')};
    import { newsroom } from ${urlOf('seeds.js')};
    process.stdout.write(JSON.stringify(createMock({ scenario: newsroom }).snapshot()));
  `;
  // In a new process, because this one may have loaded an earlier build.
  const text = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    maxBuffer: 16 * 1024 ** 2,
  });
  writeFileSync(join(outDir, 'newsroom.json'), text);
}
