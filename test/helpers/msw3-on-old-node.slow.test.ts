import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Loads msw 3 instead of msw 2. */
const hook = `export const resolve = (name, context, next) => next(name.replace(/^msw(?=$|\\/)/, 'msw3'), context);`;
const prepare = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`;

/** What `setupMock` throws in a process. */
function failureOf(before: string): string {
  const program = `
    ${before}
    const { setupMock } = await import('briefs-mock/vitest');
    try {
      setupMock();
    } catch (error) {
      console.log(error.message);
    }
  `;
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(prepare)}`,
    '--input-type=module',
    '-e',
    program,
  ];
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return stdout + stderr;
}

it('setupMock says in one sentence that msw 3 does not support this version of Node', () => {
  expect(failureOf('delete Promise.withResolvers;')).toBe(
    `msw 3 needs Node 22.12 or newer, and this is Node ${process.versions.node}; update Node, or install msw 2: npm install --save-dev msw@2\n`,
  );
});

it('setupMock accepts msw 3 where it works', () => {
  expect(failureOf('Promise.withResolvers = () => {};')).not.toContain('msw');
});
