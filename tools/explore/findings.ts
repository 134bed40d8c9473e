// Writes what was found into a folder: one folder for each finding, and a page of all.
import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escaped, junitXml } from '../report/junit.js';
import { type Explored, extentOf } from './explore.js';
import { type Bug, isStable } from './finding.js';
import { properties } from './properties/index.js';

/** A finding as it is in the report. */
export interface FindingReport extends Pick<Bug, 'replays' | 'instead'> {
  /** The folder with its files, below that of the report. */
  readonly folder: string;
  readonly property: string;
  readonly key: string;
  readonly sentence: string;
  /** The number of steps of the plan. */
  readonly steps: number;
  /** The command that does it again. */
  readonly replay: string;
}

/** All that an exploration found. */
export interface ExploreReport extends Omit<Explored, 'findings'> {
  readonly url: string;
  readonly seed: number;
  readonly findings: readonly FindingReport[];
  /** What did not come back each time. */
  readonly unstable: readonly FindingReport[];
}

/** The files of a finding. */
const FILES = ['plan.json', 'finding.spec.ts', 'trace.json', 'before.png', 'after.png'] as const;
type FindingFile = (typeof FILES)[number];

export class BugFiles {
  readonly findings: FindingReport[] = [];
  readonly unstable: FindingReport[] = [];
  readonly #folder: string;
  readonly #url: string;
  readonly #commandFor: (plan: string) => string;

  /** `commandFor` returns the command that does the plan in a file again. */
  constructor(folder: string, url: string, commandFor: (plan: string) => string) {
    this.#folder = folder;
    this.#url = url;
    this.#commandFor = commandFor;
  }

  /** Writes a finding at once, so that it is there whatever happens later. */
  async add(finding: Bug): Promise<FindingReport> {
    const { plan, test, trace, screenshots, replays, instead } = finding;
    const number = this.findings.length + this.unstable.length + 1;
    const folder = String(number);
    const path = join(this.#folder, folder);
    await mkdir(path, { recursive: true });
    const contents: Record<FindingFile, string | Uint8Array> = {
      'plan.json': `${JSON.stringify(plan, null, 2)}\n`,
      'finding.spec.ts': test,
      'trace.json': `${JSON.stringify(trace)}\n`,
      'before.png': screenshots.before,
      'after.png': screenshots.after,
    };
    for (const file of FILES) await writeFile(join(path, file), contents[file]);
    const { property, key, sentence, steps } = plan;
    const replay = this.#commandFor(join(path, 'plan.json'));
    const report = { folder, property, key, sentence, steps: steps.length, replays, replay };
    const whole = instead === undefined ? report : { ...report, instead };
    (isStable(finding) ? this.findings : this.unstable).push(whole);
    return whole;
  }

  report(explored: Explored, seed: number): ExploreReport {
    const { findings, unstable } = this;
    return { url: this.#url, seed, ...explored, findings, unstable };
  }

  /** Writes the page of all findings, and removes those of an exploration before, which it does not list. */
  async writePage(report: ExploreReport): Promise<string> {
    const path = join(this.#folder, 'index.html');
    await mkdir(this.#folder, { recursive: true });
    await writeFile(path, pageOf(report));
    await this.#removeOlder();
    return path;
  }

  async #removeOlder(): Promise<void> {
    const count = this.findings.length + this.unstable.length;
    const older = (await readdir(this.#folder)).filter((name) => /^[1-9]\d*$/.test(name) && Number(name) > count);
    for (const folder of older.map((name) => join(this.#folder, name))) {
      for (const file of FILES) await rm(join(folder, file), { force: true });
      // Other files in it are the user's.
      await rmdir(folder).catch(() => {});
    }
  }
}

const titleOf = (name: string) => properties.find((property) => property.name === name)?.title ?? name;

/** The report as JUnit XML: one test for each property, which fails once for each finding. */
export function exploreJunit({ findings, url }: ExploreReport): string {
  const names = [...new Set([...properties.map(({ name }) => name), ...findings.map(({ property }) => property)])];
  const cases = names.flatMap((name) => {
    const own = findings.filter(({ property }) => property === name);
    const one = { group: url, name: titleOf(name) };
    if (own.length === 0) return [one];
    return own.map(({ sentence, replay }) => ({ ...one, failure: { message: sentence, details: replay } }));
  });
  return junitXml({ program: 'briefs-mock explore', suite: url, cases });
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1e;background:#fff}
article{border-top:1px solid #ccc;padding:1rem 0}code{background:#f2f2f4;padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
figure{display:inline-block;width:48%;margin:0}img{width:100%;border:1px solid #ccc}pre{overflow:auto;background:#f2f2f4;padding:1rem}
@media(prefers-color-scheme:dark){body{color:#eee;background:#1c1c1e}code,pre{background:#2c2c2e}}`;

function article({ folder, property, sentence, replays, replay, instead = [] }: FindingReport): string {
  const picture = (when: string) =>
    `<figure><img src="${folder}/${when}.png" alt="The page ${when} the last step"><figcaption>${when}</figcaption></figure>`;
  const files = ['plan.json', 'finding.spec.ts', 'trace.json'].map((file) => `<a href="${folder}/${file}">${file}</a>`);
  const differs = instead.map((text) => `<p>Once, instead: ${escaped(text)}</p>`).join('');
  return `<article><h2>${escaped(titleOf(property))}</h2><p>${escaped(sentence)}</p>
<p>Came back ${replays.again} of ${replays.of} times. ${files.join(' · ')}</p>${differs}
<p><code>${escaped(replay)}</code></p>${picture('before')} ${picture('after')}</article>`;
}

function pageOf(report: ExploreReport): string {
  const { url, findings, unstable, notes } = report;
  const list =
    notes.length === 0 ? '' : `<h2>Notes</h2><ul>${notes.map((note) => `<li>${escaped(note)}</li>`).join('')}</ul>`;
  const doubtful = unstable.length === 0 ? '' : `<h1>Did not come back each time</h1>${unstable.map(article).join('')}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>What explore found</title><style>${STYLE}</style></head>
<body><h1>${findings.length === 0 ? 'Nothing found' : `${findings.length} found`} at ${escaped(url)}</h1>
<p>${extentOf(report)}.</p>${findings.map(article).join('')}${doubtful}${list}</body></html>\n`;
}
