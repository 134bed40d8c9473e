// Writes a finding as a Playwright test in plain steps. It fails on the application as it is, and passes when it is mended.
import { comment } from '../../../src/foundation/comment-source.js';
import { literalSource } from '../../../src/foundation/literal-source.js';
import type { Mock } from '../../../src/index.js';
import { emailOf } from '../../../src/mock/personas-of.js';
import type { Ignored } from '../config.js';
import { keyColumnOf, type OtherAct } from '../others.js';
import { IGNORE_CERTIFICATES } from '../peers.js';
import { noErrors } from '../properties/no-errors.js';
import type { Violation } from '../property.js';
import type { PlanReplay } from '../replay.js';
import { inOrder } from '../small-scenario.js';
import { ROUNDS, STEP } from '../stage.js';
import { isRepeated, type Plan, type PlanStep } from '../step.js';
import { EVENT_STREAM, isTokenSent, type PageCall, UNAWAITED, WITH_TOKEN, withoutQuery } from '../traffic.js';
import { defineRows, inputCode, quoted, targetCode } from './code.js';

interface WrittenBug {
  readonly plan: Plan;
  readonly violation: Violation;
  /** The last time that the plan was done. */
  readonly replay: Pick<PlanReplay, 'calls' | 'hasServiceWorker' | 'hasLastingCookies'>;
  readonly mock: Mock;
  readonly url: string;
  /** The module whose default export logs in; undefined if nobody does. */
  readonly loginModule?: string | undefined;
  readonly ignore?: readonly Ignored[] | undefined;
}

/** The statements of a step, and what must be done before and after it. */
interface Statements {
  readonly before: readonly string[];
  readonly act: readonly string[];
  readonly after: readonly string[];
}

/** Statements that collect what the page reports as an error, but for what the rules ignore. */
function collectErrors(ignore: readonly Ignored[]): string[] {
  const texts = ignore.filter(({ property }) => property === undefined || property === noErrors.name);
  const tests = texts.flatMap(({ text }) => {
    if (text === undefined) return [];
    return typeof text === 'string' ? `text.includes(${quoted(text)})` : `text.search(${text}) >= 0`;
  });
  const define = [
    `const isIgnored = (text: string) => ${tests.join(' || ')};`,
    'const collect = (text: string) => isIgnored(text) || errors.push(text);',
  ];
  const collect = tests.length === 0 ? 'errors.push' : 'collect';
  return [
    'const errors: string[] = [];',
    ...(tests.length === 0 ? [] : define),
    `page.on('pageerror', ({ name, message }) => ${collect}(\`\${name}: \${message}\`));`,
    `page.on('console', (message) => {`,
    `  const isAnswer = message.text().startsWith('Failed to load resource');`,
    `  if (message.type() === 'error' && !isAnswer) ${collect}(message.text());`,
    '});',
  ];
}

/** Statements that keep the requests of the page from a service worker: no route sees what one has answered. */
const bypassServiceWorker = [
  '// Its service worker may start, as the application waits for it, but gets no request.',
  'const devtools = await page.context().newCDPSession(page);',
  `await devtools.send('Network.enable');`,
  `await devtools.send('Network.setBypassServiceWorker', { bypass: true });`,
];

/** The settings of a test of a page on https with a service worker. */
const acceptCertificates = `{
  ignoreHTTPSErrors: true,
  // That is not enough for the script of its service worker.
  launchOptions: ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), '${IGNORE_CERTIFICATES}'] }),
}`;

/** Statements that do what {@link expireByPage} does. */
const expireCookies = [
  '// Its cookies expire by the clock of the page. The browser would go by that of the machine.',
  'await page.addInitScript(() => {',
  `  const native = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor;`,
  '  const secondsTo = (date: string) => Math.round((Date.parse(date) - Date.now()) / 1000);',
  `  const ageOf = (_: string, date: string) => 'max-age='.concat(String(secondsTo(date)));`,
  '  const withAge = (cookie: string) => cookie.replace(/expires=([^;]*)/i, ageOf);',
  '  const set = (cookie: string) => native.set?.call(document, withAge(cookie));',
  `  Object.defineProperty(Document.prototype, 'cookie', { ...native, set });`,
  '});',
];

/** Statements that answer a request of a page on https: a browser cannot be led to another protocol. */
const fetchApart = [
  '  const response = await route.fetch({ url: mockServer + path, headers });',
  '  // The page may no longer wait for it.',
  '  await route.fulfill({ response }).catch(() => {});',
];

/** Statements that define `quiet`, which lets as much time of the page pass as {@link Stage.settle}. */
const defineQuiet = [
  '// A stream of events never ends, however the page opened it, and a picture may never arrive.',
  `const endless = [${UNAWAITED.map(quoted).join(', ')}];`,
  'const open = new Set<Request>();',
  'let sent = 0;',
  `page.on('request', (request) => {`,
  '  sent += 1;',
  '  if (!endless.includes(request.resourceType())) open.add(request);',
  '});',
  `page.on('response', (response) => {`,
  `  if (response.headers()['content-type']?.startsWith('${EVENT_STREAM}')) open.delete(response.request());`,
  '});',
  `page.on('requestfinished', (request) => open.delete(request));`,
  `page.on('requestfailed', (request) => open.delete(request));`,
  '// Waits until every answer has arrived that is not held back, and the page has shown it.',
  'const answered = async () => {',
  '  await page.waitForTimeout(50);',
  '  await expect.poll(async () => open.size - (await mock.heldAnswers()).length).toBe(0);',
  '};',
  '// Then lets half a second of the page pass, as it may delay what it does; and again if it has sent a request meanwhile.',
  'const quiet = async () => {',
  '  await answered();',
  `  for (let round = 0, before = -1; round < ${ROUNDS} && before < sent; round += 1) {`,
  '    before = sent;',
  `    await page.clock.runFor(${STEP});`,
  '    await answered();',
  '  }',
  '};',
];

/** Statements that define `hits`. */
const defineHits = [
  '// How many requests a fault has made fail.',
  'const hits = async (fault: { id: number }) => (await mock.faults()).find(({ id }) => id === fault.id)?.hits;',
];

export function writtenTest({ plan, violation, replay, mock, url, loginModule, ignore = [] }: WrittenBug): string {
  const { needs, assertion } = violation;
  const { calls, hasServiceWorker, hasLastingCookies } = replay;
  const persona = calls.length === 0 ? undefined : plan.persona;
  const now = new Date(mock.clock.now).toISOString();
  const held: string[] = [];
  const body = plan.steps.flatMap((step, number) => {
    // A mended page may have disabled the element until the answer comes.
    const isAgain = held.length > 0 && isRepeated(step, plan.steps[number - 1]);
    const { before, act, after } = statementsOf(step, number, calls, held, isAgain ? '{ force: true }' : '');
    return ['', ...before, ...act, ...after];
  });
  const { protocol, pathname, search, hash } = new URL(url);
  const isSecure = protocol === 'https:';
  const path = `${pathname}${search}${hash}`;
  const rest = held.flatMap((name) => [`await ${name}.end();`, 'await quiet();']);
  const lines = [
    ...(needs === 'errors' ? collectErrors(ignore) : []),
    ...startCode(plan),
    ...(persona === undefined
      ? []
      : [`const authorization = 'Bearer '.concat(await mock.tokenFor(${quoted(emailOf(persona, mock))}));`]),
    `await page.clock.install({ time: ${quoted(now)} });`,
    ...(hasServiceWorker ? bypassServiceWorker : []),
    ...(hasLastingCookies ? expireCookies : []),
    '// Wherever the application sends them, its requests to the APIs go to the mock.',
    'const api = /\\/((public-api|user-data|user-preference)\\/(v\\d|service-description(?=[/?]|$))|v1\\/brief(?=[/?]|$)).*/;',
    'await page.route(api, async (route) => {',
    '  const request = route.request();',
    '  const [path] = api.exec(request.url()) ?? [];',
    ...headersCode(persona !== undefined, calls),
    ...(isSecure ? fetchApart : ['  await route.continue({ url: mockServer + path, headers });']),
    '});',
    `page.on('dialog', (dialog) => dialog.accept());`,
    ...defineQuiet,
    ...(body.some((line) => line.includes('hits(')) ? defineHits : []),
    `await page.goto(new URL(${quoted(path)}, process.env.APP_URL ?? ${quoted(new URL(url).origin)}).href);`,
    `await quiet();`,
    ...(loginModule === undefined ? [] : ['await rules.login?.(page);', `await quiet();`]),
    ...body,
    ...(rest.length === 0 ? [] : ['', '// The answers that were held back arrive.', ...rest]),
    '',
    ...(assertion.some((line) => line.includes('rows(')) ? defineRows : []),
    ...assertion,
  ];
  const imports = [
    ...(needs === 'axe' ? [`import AxeBuilder from '@axe-core/playwright';`] : []),
    `import { expect, type Request } from '@playwright/test';`,
    `import { test } from 'briefs-mock/playwright';`,
    ...(loginModule === undefined ? [] : [`import rules from ${quoted(loginModule)};`]),
  ];
  const settings = isSecure
    ? `test.use(${hasServiceWorker ? acceptCertificates : '{ ignoreHTTPSErrors: true }'});\n\n`
    : '';
  const code = lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
  const title = plan.sentence.length > 200 ? `${plan.sentence.slice(0, 199)}…` : plan.sentence;
  return `${imports.join('\n')}\n\n${settings}${comment(plan.sentence)}\ntest(${quoted(title)}, async ({ page, mock, mockServer }) => {\n${code}\n});\n`;
}

/** Statements that bring the mock to where the plan starts. */
function startCode({ scenario, seed, clock, records = {} }: Plan): string[] {
  const created = inOrder(records).map(
    ({ table, values }) => `await mock.create(${quoted(table)}, ${literal(values)});`,
  );
  return [
    `await mock.reset({ scenario: ${quoted(scenario)}, seed: ${seed} });`,
    ...(clock === undefined ? [] : [`await mock.setClock({ now: ${quoted(clock)} });`]),
    ...(created.length === 0 ? [] : ['// These records are all that it takes.', ...created]),
  ];
}

/** Statements that define the headers of a request. One without a token is that of the persona. */
function headersCode(hasPersona: boolean, calls: readonly PageCall[]): string[] {
  if (!hasPersona) return ['  const headers = { ...request.headers(), ...mock.headers };'];
  const isEmptySent = calls.some((call) => call.headers.authorization !== undefined && !isTokenSent(call));
  if (!isEmptySent) return ['  const headers = { authorization, ...request.headers(), ...mock.headers };'];
  return [
    '  const headers = { ...request.headers(), ...mock.headers };',
    '  // The application sends `Authorization` also without a token.',
    `  if (!${WITH_TOKEN}.test(headers.authorization ?? '')) headers.authorization = authorization;`,
  ];
}

function statementsOf(
  step: PlanStep,
  number: number,
  calls: readonly PageCall[],
  held: string[],
  options: string,
): Statements {
  const touched = calls.find((call) => call.step === number && call.network !== 'ok');
  const { before, hit, after } =
    touched === undefined ? { before: [], hit: [], after: [] } : networkCode(touched, number, calls, held);
  return { before, act: [...actCode(step, held, options), ...hit, 'await quiet();'], after };
}

function actCode(step: PlanStep, held: string[], options: string): string[] {
  switch (step.do) {
    case 'click':
      return [`await ${targetCode(step.target)}.click(${options});`];
    case 'fill':
      return [`await ${targetCode(step.target)}.fill(${inputCode(step.input)});`];
    case 'press':
      return [`await ${targetCode(step.target)}.press(${quoted(step.input)});`];
    case 'select':
      return [`await ${targetCode(step.target)}.selectOption({ label: ${quoted(step.input)} });`];
    case 'back':
      return ['await page.goBack();'];
    case 'reload':
      return ['await page.reload();'];
    case 'send': {
      const [name] = held.splice(step.place, 1);
      return name === undefined ? [] : [`await ${name}.end();`];
    }
    case 'advance':
      return [
        `await mock.setClock({ advance_seconds: ${step.seconds} });`,
        `await page.clock.fastForward(${step.seconds * 1000});`,
      ];
    case 'other':
      return [comment(`Meanwhile, ${step.act.says}.`), otherCode(step.act)];
  }
}

const literal = (value: unknown) =>
  JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(/"([a-z_]\w*)":/gi, '$1:');

function otherCode({ table, key, values }: OtherAct): string {
  if (key === undefined) return `await mock.create(${quoted(table)}, ${literal(values)});`;
  const at = typeof key === 'number' ? String(key) : quoted(key);
  if (values === undefined) return `await mock.remove(${quoted(table)}, ${at});`;
  return `await mock.update(${quoted(table)}, ${at}, ${literal(values)}); // by ${keyColumnOf(table)}`;
}

/**
 * What makes the request of a step fail or wait, what waits until that has happened, and what ends it. Its requests to the same path
 * before are answered.
 */
function networkCode(
  call: PageCall,
  number: number,
  calls: readonly PageCall[],
  held: string[],
): { before: string[]; hit: string[]; after: string[] } {
  const { method, network, path } = call;
  const at = withoutQuery(path);
  const isAlike = (one: PageCall) => one.method === method && withoutQuery(one.path) === at;
  const before = calls.filter((one) => one.step === number && one.number < call.number && isAlike(one)).length;
  const skip = before === 0 ? '' : `, skip: ${before}`;
  if (network === 'hold' || network === 'slow') {
    const name = `held${number + 1}`;
    held.push(name);
    const once = `const ${name} = await mock.hold(${quoted(`${method} ${at}`)}, { times: 1${skip} });`;
    return { before: [once], hit: [`await ${name}.arrived();`], after: [] };
  }
  // Not a rule of the mock: Chromium sends a GET again whose connection broke.
  if (network === 'abort') {
    const url = `/${literalSource(at)}(\\?|$)/`;
    const left = `left${number + 1}`;
    const isBroken = `route.request().method() === ${quoted(method)} && ${left}-- === 0`;
    const handler = `(route) => (${isBroken} ? route.abort() : route.fallback())`;
    return {
      before: [`let ${left} = ${before};`, `await page.route(${url}, ${handler});`],
      hit: [`await expect.poll(() => ${left}).toBeLessThan(0);`],
      after: [`await page.unroute(${url});`],
    };
  }
  const effect =
    network === 'malformed' ? 'malformed: true' : `status: ${typeof network === 'object' ? network.fail : 500}`;
  const fault = `fault${number + 1}`;
  const rule = `{ method: ${quoted(method)}, path: ${quoted(at)}, ${effect}, times: 1${skip} }`;
  return {
    before: [`const ${fault} = await mock.addFault(${rule});`],
    hit: [`await expect.poll(() => hits(${fault})).toBe(1);`],
    after: [],
  };
}
