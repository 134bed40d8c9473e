import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Writes the licences of all bundled packages to the output folder, as the licences require. esbuild's metafile names the
 * packages; `copied` names those whose files are copied without bundling. Builds with the same output folder share one plugin,
 * and so one list. Packages with the same text share it.
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
        const packages = new Map<string, string[]>();
        for (const folder of [...folders].sort()) {
          const { title, text } = noticeOf(folder);
          packages.set(text, [...(packages.get(text) ?? []), title]);
        }
        const notices = [...packages].map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`);
        const introduction = 'This package contains code of the following packages, under these licences.\n';
        const outDir = build.initialOptions.outdir ?? 'dist';
        const file = join(outDir, 'third-party-notices.txt');
        mkdirSync(outDir, { recursive: true });
        writeFileSync(file, [introduction, ...notices].join(`\n${'-'.repeat(80)}\n\n`));
      });
    },
  };
}

function noticeOf(folder: string): { title: string; text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // Includes the notices of packages that contain the code of others.
  const files = readdirSync(folder).filter((entry) => /^(licen[cs]e|notice)|-ui-bundle\.js\.license/i.test(entry));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return { title: `${name} ${version}`, text: texts.join('\n\n') || `Licence: ${license}` };
}
