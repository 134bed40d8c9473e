import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './blocks.js';
import { picture } from './terminal.js';

const project = join(import.meta.dirname, 'failing');

/** What Vitest prints in the project, without colours. */
function runVitest(): Promise<string> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = { cwd: project, env: { ...process.env, NO_COLOR: '1' } };
  // Vitest exits with an error, because the test fails on purpose.
  return new Promise((resolve) =>
    execFile(process.execPath, [vitest, 'run'], options, (_, output, errors) => resolve(output + errors)),
  );
}

// To update the picture: `npm test -- test/docs/failed-test -u`
it('the picture of a failed test in README.md shows what Vitest prints', async () => {
  onTestFinished(() => rmSync(join(project, 'mock-traces'), { recursive: true, force: true }));
  const output = await runVitest();
  const [, failure = ''] = /^( FAIL [\s\S]*?\n) *\n⎯+\[/m.exec(output) ?? [];
  const [replay = ''] = /^briefs-mock: replay .*$/m.exec(output) ?? [];
  const printed = `${failure.trimEnd()}\n\n${replay}`;
  const isFailure = (line: string) => /^( FAIL|AssertionError|The mock refused| {2}GET )/.test(line);
  const description = 'A failed test: its message ends with the request that the mock refused, and why.';
  const drawn = picture([[{ typed: 'npx vitest run', printed, isFailure }]], description);
  await expect(drawn).toMatchFileSnapshot(join(root, 'docs/images/failed-test.svg'));
});
