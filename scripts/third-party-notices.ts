import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Writes the licences of everything that was bundled next to the bundle, as those licences ask for.
 * Which packages those are is read from what esbuild really took in, so the list needs no upkeep. Builds that write into
 * one folder share one plugin, and with it the list.
 */
export function thirdPartyNotices(): Plugin {
  const folders = new Set<string>();
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
        const notices = [...folders].sort().map(notice);
        const introduction = 'This package contains code of the following packages, under these licences.\n';
        const outDir = build.initialOptions.outdir ?? 'dist';
        const file = join(outDir, 'third-party-notices.txt');
        mkdirSync(outDir, { recursive: true });
        writeFileSync(file, [introduction, ...notices].join(`\n${'-'.repeat(80)}\n\n`));
      });
    },
  };
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : `Licence: ${license}`;
  return `${name} ${version}\n\n${text.trim()}\n`;
}
