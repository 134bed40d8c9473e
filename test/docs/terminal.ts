import { ready, run } from '../support/cli.js';
import { requestOf } from './briefs-mock.js';
import { commandsOf } from './commands.js';

/** A command typed in a terminal, and its output. */
export interface Entry {
  readonly typed: string;
  readonly printed: string;
  /** Chooses the lines of the output to draw in red. */
  readonly isFailure?: (line: string) => boolean;
}

const HOME = 'http://127.0.0.1:4010';
const LIST = `curl -s -H 'Authorization: Bearer alice-token' ${HOME}/public-api/v1/brief`;

/** The commands after the start of the server. With `jq`, `pick` selects items of the answer, printed one per line. */
const TYPED = [
  { curl: LIST, jq: '.data[:3][]', pick: ({ data }: { data: unknown[] }) => data.slice(0, 3) },
  { curl: `curl -X POST ${HOME}/__mock/faults -d '{"path":"/public-api/*","status":503,"times":1}'` },
  { curl: LIST },
  { curl: `curl -X POST ${HOME}/__mock/reset` },
];

/** Runs the server in one terminal and the calls in another. The output shows the default port. */
export async function session(): Promise<[Entry[], Entry[]]> {
  const server = await ready(run(['--port', '0']));
  const calls: Entry[] = [];
  for (const { curl, jq, pick } of TYPED) {
    const { url, ...init } = requestOf(commandsOf(curl)[0]?.slice(1) ?? []);
    const text = await (await fetch(url.replace(HOME, server.url), init)).text();
    const printed =
      pick === undefined
        ? text
        : pick(JSON.parse(text))
            .map((item) => JSON.stringify(item))
            .join('\n');
    calls.push({ typed: jq === undefined ? curl : `${curl} | jq -c '${jq}'`, printed });
  }
  server.child.kill('SIGTERM');
  await server.exit;
  const printed = server.output().replaceAll(server.url, HOME).trimEnd();
  return [[{ typed: 'npx briefs-mock', printed }], calls];
}

const COLUMNS = 104;
const LINE = 20;
const WIDTH = 880;
const BAR = 28;
const PADDING = 16;

/** Draws terminals as an SVG picture, one below the other. */
export function picture(terminals: readonly (readonly Entry[])[], description: string): string {
  let top = 0;
  const windows = terminals.map((entries) => {
    const lines = entries.flatMap(linesOf);
    const height = BAR + lines.length * LINE + PADDING;
    const texts = lines.map((line, i) => {
      const y = top + BAR + PADDING + i * LINE;
      return `    <text x="${PADDING}" y="${y}" class="${line.kind}">${escaped(line.text)}</text>`;
    });
    const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
      (colour, i) => `    <circle cx="${PADDING + 4 + i * 18}" cy="${top + 14}" r="5" fill="${colour}"/>`,
    );
    const frame = `    <rect y="${top}" width="${WIDTH}" height="${height}" rx="8" fill="#161b22"/>`;
    top += height + 12;
    return ['  <g>', frame, ...dots, ...texts, '  </g>'].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top - 12}" role="img" aria-labelledby="what">
  <title id="what">${escaped(description)}</title>
  <style>
    text { font: 13.4px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre }
    .typed { fill: #f0f6fc; font-weight: 600 }
    .printed { fill: #9fb1c4 }
    .failure { fill: #ff938a }
  </style>
${windows.join('\n')}
</svg>
`;
}

/** The lines of an entry, wrapped at the width of the terminal. */
function linesOf({ typed, printed, isFailure }: Entry) {
  return [
    ...wrapped(`$ ${typed}`).map((text) => ({ kind: 'typed', text })),
    ...printed.split('\n').flatMap((line) => {
      const kind = isFailure?.(line) ? 'failure' : 'printed';
      return wrapped(line).map((text) => ({ kind, text }));
    }),
  ];
}

function wrapped(line: string): string[] {
  return line.match(new RegExp(`.{1,${COLUMNS}}(?:\\s|$)`, 'gu')) ?? [line];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
