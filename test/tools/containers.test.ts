import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadTool } from './tool.js';

const { validate } = loadTool('dockerfile-utils');
const { DCLinter } = loadTool('dclint');
const { parse, parseAllDocuments } = loadTool('yaml');

const folder = join(import.meta.dirname, '../../docker');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

const problemsOfDockerfile = (text: string): string[] =>
  validate(text).map(({ message }: { message: string }) => message);

async function problemsOfCompose(text: string): Promise<string[]> {
  const copy = await mkdtemp(join(tmpdir(), 'briefs-mock-compose-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  const file = join(copy, 'compose.yaml');
  await writeFile(file, text);
  const results: { messages: { rule: string; message: string }[] }[] = await new DCLinter({
    rules: {},
    quiet: false,
    debug: false,
    exclude: [],
  }).lintFiles([file], false);
  expect(results.length).toBeLessThanOrEqual(1);
  return results.flatMap(({ messages }) => messages.map(({ rule, message }) => `${rule}: ${message}`));
}

it('dockerfile-utils has no complaint about docker/Dockerfile', () => {
  expect(problemsOfDockerfile(read('Dockerfile'))).toEqual([]);
});

it('dockerfile-utils complains about an unknown instruction and a second CMD', () => {
  const text = read('Dockerfile').replace('EXPOSE', 'EXPOSES');
  expect(problemsOfDockerfile(`${text}CMD ["--quiet"]\n`)).toEqual([
    expect.stringContaining('only be one CMD'),
    expect.stringContaining('Unknown instruction: EXPOSES'),
  ]);
});

it.each(['compose.yaml', 'compose.replicas.yaml'])(
  'dclint has no complaint about docker/%s, with its schema of the Compose specification',
  async (file) => {
    expect(await problemsOfCompose(read(file))).toEqual([]);
  },
);

it('dclint complains about a key that the Compose specification does not have', async () => {
  const problems = await problemsOfCompose(read('compose.yaml').replace('    build:', '    builds: .\n    build:'));
  expect(problems).toContainEqual(expect.stringContaining('invalid-schema'));
});

it('the files that docker/compose.yaml names exist, except the certificate', () => {
  const { services } = parse(read('compose.yaml'));
  expect(existsSync(join(folder, services.mock.build.context, services.mock.build.dockerfile))).toBe(true);
  const mounted: string[] = services.nginx.volumes.map((volume: string) => volume.split(':')[0]);
  expect(mounted.filter((path) => !existsSync(join(folder, path)))).toEqual(['./tls']);
});

it('docker/compose.replicas.yaml starts the servers that the proxies know, with one store', () => {
  const { store, nginx, ...servers } = parse(read('compose.replicas.yaml'), { merge: true }).services;
  for (const file of ['nginx.replicas.conf', 'haproxy.cfg']) {
    const hosts = [...read(file).matchAll(/[\w-]+(?=:4010)/g)].map(([host]) => host);
    expect(hosts).toEqual(Object.keys(servers));
  }
  for (const { environment, depends_on } of Object.values<typeof nginx>(servers)) {
    expect(environment.BRIEFS_MOCK_STORE).toBe(`redis://${depends_on[0]}:6379`);
  }
  expect(store.command).toContain('--appendonly');
  expect(existsSync(join(folder, nginx.volumes[0].split(':')[0]))).toBe(true);
});

it('docker/kubernetes.yaml asks the probes, and gives the server the time that it takes to stop', () => {
  const [deployment, service] = parseAllDocuments(read('kubernetes.yaml')).map((document: { toJS(): unknown }) =>
    document.toJS(),
  );
  const { terminationGracePeriodSeconds, containers } = deployment.spec.template.spec;
  const [{ args, readinessProbe, livenessProbe, ports }] = containers;
  const paths = [readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.path);
  expect(paths).toEqual(['/__mock/ready', '/__mock/live']);
  const { containerPort } = ports[0];
  for (const { httpGet } of [readinessProbe, livenessProbe]) expect(httpGet.port).toBe(containerPort);
  expect(service.spec.ports).toEqual([{ port: containerPort }]);
  expect(service.spec.selector).toEqual(deployment.spec.template.metadata.labels);
  const secondsOf = (flag: string) => Number(args[args.indexOf(flag) + 1]);
  expect(secondsOf('--drain-delay')).toBeGreaterThan(readinessProbe.periodSeconds);
  expect(terminationGracePeriodSeconds).toBeGreaterThan(secondsOf('--drain-delay') + secondsOf('--drain'));
});

it.each([
  ['compose.yaml', 'mock'],
  ['compose.replicas.yaml', 'mock-1'],
])('the health check of docker/%s asks whether the server is ready', (file, service) => {
  const { healthcheck } = parse(read(file), { merge: true }).services[service];
  const [, command, flag, program] = healthcheck.test;
  expect([command, flag]).toEqual(['node', '-e']);
  expect(program).toContain(`http://127.0.0.1:4010/__mock/ready`);
});
