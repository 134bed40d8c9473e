import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { blocks, documents, root } from './blocks.js';

/** A document without its code blocks. */
function proseOf(document: string): string {
  return readFileSync(join(root, document), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
}

/** The targets of the links and pictures of a document, without those on other sites. */
function targetsOf(document: string): { path: string; anchor: string | undefined }[] {
  const prose = proseOf(document).replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#');
      return { path: path === '' ? document : join(dirname(document), path), anchor };
    });
}

/** The anchors of the headings of a document, as GitHub generates them. */
function anchorsOf(document: string): string[] {
  const headings = [...proseOf(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  const anchors = headings.map((heading) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return anchors.map((anchor, i) => {
    const before = anchors.slice(0, i).filter((other) => other === anchor).length;
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

const { files: packaged } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };

it.each(documents)('no link in %s, which is in the package, leads out of the package', (document) => {
  expect(packaged).toContain(document.split('/')[0]);
  expect(targetsOf(document).filter(({ path }) => !packaged.includes(path.split('/')[0] ?? ''))).toEqual([]);
});

it.each(documents)('every link in %s has an existing target', (document) => {
  const broken = targetsOf(document).filter(({ path, anchor }) => {
    if (!existsSync(join(root, path))) return true;
    return anchor !== undefined && !(documents.includes(path) && anchorsOf(path).includes(anchor));
  });
  expect(broken).toEqual([]);
});

// docs/reference/coverage.md names test files without their extension, and test/coverage checks them.
it.each(documents.filter((document) => document !== 'docs/reference/coverage.md'))(
  'every file of this project that %s names exists',
  (document) => {
    const named = [
      ...proseOf(document).matchAll(/`((?:src|handlers|helpers|seeds|scripts|bench|docs|test)\/[\w./-]*)`/g),
    ];
    const made = blocks.flatMap(({ into = [] }) => into);
    const missing = named
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, path)) && !made.includes(path));
    expect(missing).toEqual([]);
  },
);

it('README.md links to the index, and the index leads to every page', () => {
  const index = 'docs/README.md';
  expect(targetsOf('README.md').map(({ path }) => path)).toContain(index);
  const reached = new Set([index]);
  for (const page of reached) for (const { path } of targetsOf(page)) if (documents.includes(path)) reached.add(path);
  const pages = documents.filter((document) => document !== 'README.md');
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});
