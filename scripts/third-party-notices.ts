import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Writes the licences of all bundled packages to the output folder, as the licences require. esbuild's metafile names the
 * packages; `copied` names those whose files are copied without bundling. Builds with the same output folder share one plugin,
 * and so one list. Packages with the same terms share them.
 */
export function thirdPartyNotices({ copied }: { copied: readonly string[] }): Plugin {
  const folders = new Set(copied.map((name) => join('node_modules', name)));
  return {
    name: 'third-party-notices',
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile }) => {
        if (!metafile) return;
        for (const output of Object.values(metafile.outputs)) {
          for (const input of Object.keys(output.inputs)) {
            const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
            if (folder) folders.add(folder);
          }
        }
        // By their terms, whatever the layout.
        const groups = new Map<string, Notice[]>();
        for (const folder of [...folders].sort()) {
          const notice = noticeOf(folder);
          const key = notice.terms.replaceAll(/\s+/g, ' ');
          groups.set(key, [...(groups.get(key) ?? []), notice]);
        }
        const notices = [...groups.values()].map(textOf);
        const introduction = 'This package contains code of the following packages, under these licences.\n';
        const outDir = build.initialOptions.outdir ?? 'dist';
        const file = join(outDir, 'third-party-notices.txt');
        mkdirSync(outDir, { recursive: true });
        writeFileSync(file, [introduction, ...notices].join(`\n${'-'.repeat(80)}\n\n`));
      });
    },
  };
}

/** Where the terms of the MIT and ISC licences start. */
const TERMS = /Permission (is hereby granted|to use, copy)/;
/** The number of characters up to which what is before them only names the owners. */
const LONGEST_OWNER = 1000;

interface Notice {
  readonly title: string;
  /** What is the package's own, such as its copyright. */
  readonly owner: string;
  readonly terms: string;
}

function textOf(notices: readonly Notice[]): string {
  const owners = notices.map(({ title, owner }) => `${title}\n${owner === '' ? '' : `\n${owner}\n`}`);
  return `${owners.join('\n')}\n${notices[0]?.terms}\n`;
}

function noticeOf(folder: string): Notice {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // Includes the notices of packages that contain the code of others.
  const files = readdirSync(folder).filter((entry) => /^(licen[cs]e|notice)|-ui-bundle\.js\.license/i.test(entry));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const text = texts.join('\n\n') || `Licence: ${license}`;
  const start = text.search(TERMS);
  if (start === -1 || start > LONGEST_OWNER) return { title: `${name} ${version}`, owner: '', terms: text };
  return { title: `${name} ${version}`, owner: text.slice(0, start).trim(), terms: text.slice(start) };
}
