import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runHere, runOnTerminal, temporaryFolder } from '../support/cli.js';

const root = join(import.meta.dirname, '../..');

/** A project with the packages of this one. */
async function project(files: Readonly<Record<string, string>>, dependency = 'vite'): Promise<string> {
  const folder = await temporaryFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const manifest = `${JSON.stringify({ name: 'app', devDependencies: { [dependency]: '*' } }, null, 4)}\n`;
  for (const [name, text] of Object.entries({ 'package.json': manifest, ...files })) {
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A project whose Vite has only the parser of Vite 7. */
async function projectOfVite7(devDependencies: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  const vite = join(folder, 'node_modules/vite');
  mkdirSync(vite, { recursive: true });
  writeFileSync(join(vite, 'index.mjs'), `export { parseAst } from '${import.meta.resolve('vite')}';`);
  writeFileSync(join(vite, 'package.json'), '{ "exports": "./index.mjs" }');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies }));
  return folder;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

async function run(cwd: string, ...args: string[]): Promise<Ended> {
  const { exit, output, errors } = runHere(args, { NO_COLOR: '1' }, cwd);
  const code = await exit;
  return { code, output: output() + errors() };
}

const init = (cwd: string, ...flags: string[]) => run(cwd, 'init', ...flags);

const initOnTerminal = (cwd: string, answer: string) => runOnTerminal(['init'], cwd, /\[Y\/n\]/, answer);

const REACT = `import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// https://vite.dev/config/
export default defineConfig({
  plugins: [react()],
});
`;

describe('briefs-mock init', () => {
  it('shows the changes on a terminal, and writes them if the answer is yes', async () => {
    const folder = await project({ 'vite.config.ts': REACT });
    const { output: refused } = await initOnTerminal(folder, 'n\n');
    expect(refused).toContain("+  plugins: [react(), briefsMock({ scenario: 'newsroom', persona: 'alice' })],");
    expect(refused).toMatch(/\+ {4,}"briefs-mock": "\^/);
    expect(refused).toContain('Nothing is written.');
    expect(readFileSync(join(folder, 'vite.config.ts'), 'utf8')).toBe(REACT);

    // Ctrl-D and Ctrl-C.
    expect(await initOnTerminal(folder, '\x04')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Nothing is written.'),
    });
    expect((await initOnTerminal(folder, '\x03')).code).toBe(130);
    expect(readFileSync(join(folder, 'vite.config.ts'), 'utf8')).toBe(REACT);

    const agreed = await initOnTerminal(folder, 'y\n');
    expect(agreed.output).toContain('Written: vite.config.ts, package.json. Run npm install.');
    const expected = REACT.replace("'vite';", "'vite';\nimport { briefsMock } from 'briefs-mock/vite';").replace(
      'react()]',
      "react(), briefsMock({ scenario: 'newsroom', persona: 'alice' })]",
    );
    expect(readFileSync(join(folder, 'vite.config.ts'), 'utf8')).toBe(expected);
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).devDependencies).toHaveProperty(
      'briefs-mock',
    );
    expect((await init(folder)).output).toContain('there is nothing to write');
  });

  it('writes the line ends and the byte order mark that a file has', async () => {
    const manifest = '\uFEFF{\r\n\t"name": "app",\r\n\t"devDependencies": {\r\n\t\t"vite": "*"\r\n\t}\r\n}\r\n';
    const folder = await project({
      'vite.config.ts': `\uFEFF${REACT.replaceAll('\n', '\r\n')}`,
      'package.json': manifest,
    });
    expect((await init(folder, '--yes')).output).toContain('Written: vite.config.ts, package.json.');
    const [config = '', written = ''] = ['vite.config.ts', 'package.json'].map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    );
    expect(config).toMatch(/^\uFEFFimport react /);
    expect(config).toContain("'vite';\r\nimport { briefsMock } from 'briefs-mock/vite';\r\n");
    expect(written.replace(/"briefs-mock": ".*",\r\n\t\t/, '')).toBe(manifest);
  });

  it.each([
    ['a function', 'export default ({ mode }) => {\n  return { base: mode };\n}\n', 'plugins: ['],
    [
      'a constant, plugins on lines of their own',
      'const config = {\n  plugins: [\n    one(),\n  ],\n}\nexport default config\n',
      '    one(),\n    briefsMock({',
    ],
    [
      'an object that begins with a comment',
      "export default {\n  // Behind the proxy.\n  base: '/a',\n};\n",
      "{\n  plugins: [briefsMock({ scenario: 'newsroom', persona: 'alice' })],\n  // Behind the proxy.\n  base: '/a',\n};\n",
    ],
    [
      'one with a name in quotes',
      "export default { 'plugins': [one()] };\n",
      "{ 'plugins': [one(), briefsMock({ scenario: 'newsroom', persona: 'alice' })] };\n",
    ],
    [
      'a file with a comment for TypeScript',
      '// @ts-check\nexport default {};\n',
      '// @ts-check\nimport { briefsMock }',
    ],
    [
      'a file with a comment for TypeScript below another one',
      "/*\n * Ours: /** MIT. **/\n\n// @ts-check\n/** @type {import('vite').UserConfig} */\nexport default {};\n",
      '// @ts-check\nimport { briefsMock }',
    ],
    [
      'an object with another one in front',
      "import { base } from './base.js';\nexport default { ...base, plugins: [one()] };\n",
      "{ ...base, plugins: [one(), briefsMock({ scenario: 'newsroom', persona: 'alice' })] };\n",
    ],
    [
      'a file that mentions the import in a comment',
      "// import { briefsMock } from 'briefs-mock/vite';\nexport default {};\n",
      'plugins: [briefsMock({',
    ],
    [
      'one with imports below, and a comment beside the last',
      "export default { plugins: [one()] };\nimport { one } from './one.js'; // ours\n",
      "{ plugins: [one(), briefsMock({ scenario: 'newsroom', persona: 'alice' })] };\nimport { one } from './one.js'; // ours\nimport {",
    ],
    [
      'one with omitted plugins',
      'export default { plugins: [one(), ,] };\n',
      "[one(), briefsMock({ scenario: 'newsroom', persona: 'alice' }), ,]",
    ],
    ['no file', undefined, 'plugins: [briefsMock({'],
  ])('adds the plugin to a config that is %s, and needs no terminal with --yes', async (_, text, part) => {
    const folder = await project(text === undefined ? {} : { 'vite.config.js': text });
    expect((await init(folder)).output).toContain('Nothing is written: run it on a terminal, or with --yes.');
    expect((await init(folder, '--yes')).code).toBe(0);
    const written = readFileSync(join(folder, 'vite.config.js'), 'utf8');
    expect(written).toContain(part);
    expect(written).toMatch(/import \{ briefsMock \} from ['"]briefs-mock\/vite['"]/);
  });

  it.each([
    ['[one(), (mode && two())]', '[one(), (mode && two()), ADDED]'],
    [
      '[\n    ((one()) /* (ours) */ ), // (theirs)\n  ]',
      '[\n    ((one()) /* (ours) */ ),\n    ADDED, // (theirs)\n  ]',
    ],
    ['[one() // (last)\n  ]', '[one(), ADDED // (last)\n  ]'],
    ['[(one())].flat()', undefined],
  ])(
    'adds the plugin to the list %s with the parser of Vite 7, whose tree has no parentheses',
    async (list, expected) => {
      const folder = await projectOfVite7({ vite: '7' });
      const text = `export default ({ mode }) => ({ plugins: ${list} });\n`;
      writeFileSync(join(folder, 'vite.config.js'), text);
      const { code } = await init(folder, '--yes');
      const written = readFileSync(join(folder, 'vite.config.js'), 'utf8');
      const added = expected?.replace('ADDED', "briefsMock({ scenario: 'newsroom', persona: 'alice' })");
      expect([
        code,
        written
          .split('\n')
          .slice(code === 0 ? 1 : 0)
          .join('\n'),
      ]).toEqual(added === undefined ? [2, text] : [0, text.replace(list, added)]);
    },
  );

  it('finds the plugin in a config in TypeScript, which the parser of Vite 7 does not read', async () => {
    const folder = await projectOfVite7({ 'briefs-mock': '*', vite: '7' });
    const config = (load: string) =>
      `${load}import { briefsMock } from 'briefs-mock/vite';\n\nconst base: string = '/';\n`;
    writeFileSync(join(folder, 'vite.config.ts'), config(''));
    expect((await init(folder)).output).toContain('there is nothing to write');
    writeFileSync(join(folder, 'vite.config.ts'), config('// '));
    expect((await init(folder)).output).toContain('vite.config.ts has no place for the plugin');
  });

  it('adds a route to a project of Next, and leaves one that is there', async () => {
    const folder = await project({ 'tsconfig.json': '{}' }, 'next');
    mkdirSync(join(folder, 'src/app'), { recursive: true });
    expect((await init(folder, '--yes')).output).toContain('/api/mock');
    const written = (name: string) => readFileSync(join(folder, `src/app/api/mock/[...path]/${name}.ts`), 'utf8');
    expect(written('mock')).toContain("createFetchHandler(kept.briefsMock, { mount: '/api/mock' })");
    // So that a build for production has nothing of it.
    expect(written('route')).toMatch(/NODE_ENV === 'production'[\s\S]*await import\('\.\/mock'\)/);
    expect((await init(folder)).output).toContain('there is nothing to write');
  });

  it.each([
    [['src/pages'], 'src/app'],
    // Layers of an architecture may have these names, too.
    [['app', 'src/app'], 'app'],
    [['pages', 'src/pages'], 'app'],
  ])('puts the route of Next where Next looks: beside %j in %s', async (folders, app) => {
    const folder = await project({}, 'next');
    for (const one of folders) mkdirSync(join(folder, one), { recursive: true });
    expect((await init(folder, '--yes')).output).toContain(`Written: ${app}/api/mock/[...path]/mock.js`);
  });

  it('leaves every file as it was if one of them cannot be written', async () => {
    const folder = await project({ 'vite.config.ts': REACT });
    const files = readdirSync(folder);
    chmodSync(join(folder, 'package.json'), 0o444);
    const { code, output } = await init(folder, '--yes');
    expect(code).not.toBe(0);
    expect(output).toMatch(/package\.json cannot be written: .* is read-only/);
    expect(readFileSync(join(folder, 'vite.config.ts'), 'utf8')).toBe(REACT);
    expect(readdirSync(folder)).toEqual(files);
  });

  it('says what to write where it finds no place, and refuses other projects', async () => {
    const odd = await project({ 'vite.config.js': "export { default } from './other.js';\n" });
    expect(await init(odd)).toMatchObject({
      code: 2,
      output: expect.stringContaining('add this: import { briefsMock }'),
    });
    const unclear = [
      "export default ({ command }) => {\n  if (command === 'serve') return { base: '/a' };\n  return {};\n};\n",
      "import { base } from './base.js';\nexport default { plugins: [], ...base };\n",
      "import { base } from './base.js';\nexport default { ...base };\n",
    ];
    for (const text of unclear) {
      const { code, output } = await init(await project({ 'vite.config.js': text }));
      expect([code, output]).toEqual([2, expect.stringContaining('vite.config.js has no place for the plugin')]);
    }
    // Vite would read a new file instead of this one.
    const common = await project({ 'vite.config.cjs': 'module.exports = {};\n' });
    expect(await init(common)).toMatchObject({
      code: 2,
      output: expect.stringContaining(
        "vite.config.cjs has no place for the plugin; add this: const { briefsMock } = require('briefs-mock/vite');",
      ),
    });
    const broken = await project({ 'package.json': '{"name":' });
    expect(await init(broken)).toMatchObject({
      code: 2,
      output: expect.stringContaining(`package.json in ${broken} is not a JSON object`),
    });
    const folder = await temporaryFolder();
    mkdirSync(join(folder, 'package.json'));
    expect(await init(folder)).toMatchObject({
      code: 1,
      output: expect.stringContaining('package.json is a folder, not a file'),
    });
    const other = await project({}, 'webpack');
    expect(await init(other)).toMatchObject({ code: 2, output: expect.stringContaining('neither Vite nor Next') });
  });
});

describe('briefs-mock init-assistant', () => {
  const assistant = (cwd: string, ...flags: string[]) => run(cwd, 'init-assistant', ...flags);

  it('adds the tools to the other servers, and the skill, and then has nothing to write', async () => {
    const folder = await temporaryFolder();
    const other = { command: 'other' };
    const before = JSON.stringify({ mcpServers: { other } }, null, '\t');
    writeFileSync(join(folder, '.mcp.json'), `\uFEFF${before}`);
    const shown = await assistant(folder);
    expect(shown.output).toContain('+\t\t"briefs-mock": {');
    expect(shown.output).toContain('Nothing is written: run it on a terminal, or with --yes.');
    expect(readFileSync(join(folder, '.mcp.json'), 'utf8')).toBe(`\uFEFF${before}`);

    const url = 'http://localhost:4010';
    expect((await assistant(folder, '--yes', '--url', url)).code).toBe(0);
    const added = { command: 'npx', args: ['briefs-mock', 'mcp', '--url', url] };
    const after = JSON.stringify({ mcpServers: { other, 'briefs-mock': added } }, null, '\t');
    expect(readFileSync(join(folder, '.mcp.json'), 'utf8')).toBe(`\uFEFF${after}`);
    const written = readFileSync(join(folder, '.claude/skills/briefs-mock/SKILL.md'), 'utf8');
    expect(written).toBe(readFileSync(join(root, 'docs/skill/SKILL.md'), 'utf8'));
    expect((await assistant(folder, '--url', url)).output).toContain('there is nothing to write');
  });

  it('keeps an entry with other arguments, and says so', async () => {
    const folder = await temporaryFolder();
    const url = 'http://localhost:4010';
    expect((await assistant(folder, '--yes')).output).not.toContain('was kept');
    const written = readFileSync(join(folder, '.mcp.json'), 'utf8');
    const again = await assistant(folder, '--yes', '--url', url);
    expect(again.code).toBe(0);
    expect(again.output).toMatch(/^\.mcp\.json has an entry briefs-mock with other arguments, which was kept\..*\n$/);
    expect(again.output).toContain(`"briefs-mock": {"command":"npx","args":["briefs-mock","mcp","--url","${url}"]}`);
    expect(readFileSync(join(folder, '.mcp.json'), 'utf8')).toBe(written);
    expect((await assistant(folder, '--yes')).output).not.toContain('was kept');
  });

  it.each([
    ['.mcp.json', '.mcp.json is a folder, not a file'],
    ['.claude/skills/briefs-mock/SKILL.md', '.claude/skills/briefs-mock/SKILL.md is a folder, not a file'],
  ])('says that %s is a folder before it shows anything', async (file, why) => {
    const folder = await temporaryFolder();
    mkdirSync(join(folder, file), { recursive: true });
    const { code, output } = await assistant(folder, '--yes');
    expect(code).toBe(1);
    expect(output).toContain(why);
    expect(output).not.toContain('+++');
  });

  it.each(['.claude', '.claude/skills'])('says that %s is a file before it shows anything', async (file) => {
    const folder = await temporaryFolder();
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
    const { code, output } = await assistant(folder, '--yes');
    expect(code).toBe(1);
    expect(output).toContain(`${file} is a file, not a folder`);
    expect(output).not.toContain('+++');
    expect(existsSync(join(folder, '.mcp.json'))).toBe(false);
  });

  it('refuses a configuration that is not a JSON object, and leaves it', async () => {
    const folder = await temporaryFolder();
    writeFileSync(join(folder, '.mcp.json'), '[]');
    const { code, output } = await assistant(folder, '--yes');
    expect(code).toBe(2);
    expect(output).toContain('.mcp.json cannot be extended, because it is not a JSON object');
    expect(readFileSync(join(folder, '.mcp.json'), 'utf8')).toBe('[]');
    expect(existsSync(join(folder, '.claude'))).toBe(false);
  });
});

describe('The skill', () => {
  const skill = readFileSync(join(root, 'docs/skill/SKILL.md'), 'utf8');

  it('has at most 120 lines, and names tools that exist', async () => {
    expect(skill.split('\n').length).toBeLessThanOrEqual(120);
    const listed = await run(root, 'tool');
    const tools = listed.output.split('\n').map((line) => line.split(' ')[0]);
    const named = [
      ...skill.matchAll(
        /briefs-mock tool (\w+)|`([a-z]+(?:_[a-z]+)*)`(?= (?:answers|in the copy|creates|as the|with|lists|goes))/g,
      ),
    ];
    const names = named.map(([, inShell, inText]) => inShell ?? inText).filter((name) => name !== 'NAME');
    expect(names.length).toBeGreaterThan(8);
    expect(tools).toEqual(expect.arrayContaining(names));
  });
});
