import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from 'briefs-mock';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';

const packages = join(import.meta.dirname, 'packages');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(packages, 'node_modules/.clients-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(await createMock().openapi()));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// The client that openapi-typescript generates is tested in test/openapi/client.test.ts.
it.each([
  ['orval', ['--input', 'openapi.json', '--output', 'orval.ts', '--client', 'fetch'], 'orval.ts', 'getPublicApiBrief'],
  ['openapi-ts', ['--input', 'openapi.json', '--output', 'hey-api'], 'hey-api/index.ts', 'getPublicApiBrief'],
])('%s generates a client that compiles', async (command, flags, file, operation) => {
  await promisify(execFile)(join(packages, 'node_modules/.bin', command), flags, { cwd: folder });
  const program = ts.createProgram([join(folder, file)], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  });
  const problems = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
  expect(problems).toEqual([]);
  const source = program.getSourceFile(join(folder, file));
  const module = source && program.getTypeChecker().getSymbolAtLocation(source);
  const names =
    module &&
    program
      .getTypeChecker()
      .getExportsOfModule(module)
      .map(({ name }) => name);
  expect(names).toContain(operation);
});
