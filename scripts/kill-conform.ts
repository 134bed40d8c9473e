// Kills `briefs-mock conform --writes` again and again, and checks that the next run removes what was left:
// `npm run kill:conform -- --help`.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { conformTarget, killAndRepeat, onlyArgs, runConform } from '../test/support/conform-target.js';
import { randomFrom } from '../test/support/crash-client.js';

const HELP = `npm run kill:conform -- [--kills <n>] [--seed <n>] [--only <case>]

  --kills <n>    the number of kills; default: 50
  --seed <n>     the seed of the moments; default: 1
  --only <case>  as for briefs-mock conform, repeatable; default: all cases`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}

/** A line for each value. */
const textOf = (content: unknown) => JSON.stringify(content, null, 2).split('\n');

const random = randomFrom(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-kill-conform-'));
const target = await conformTarget();
try {
  let requests = 0;
  target.onRequest = () => requests++;
  await runConform(target.url, folder, ['--writes', '--yes', ...onlyArgs(values.only)]).exit;
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    const moment = 1 + Math.floor(random() * requests);
    const { before, after, code, output } = await killAndRepeat(target, folder, moment, values.only);
    if (code === 0 && isDeepStrictEqual(after, before)) continue;
    console.error(`killed after ${moment} of ${requests} requests: ${code} ${output}`);
    console.error(
      textOf(after)
        .filter((line) => !textOf(before).includes(line))
        .join('\n'),
    );
    process.exitCode = 1;
    break;
  }
  const ledgers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  if (ledgers.length > 0) {
    console.error(`ledgers are left: ${ledgers.join(', ')}`);
    process.exitCode = 1;
  }
  console.log(JSON.stringify({ kills: Number(values.kills), requests, left: ledgers.length }));
} finally {
  await target.close();
  rmSync(folder, { recursive: true, force: true });
}
