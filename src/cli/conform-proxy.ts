import { type Finding, type Report, Traffic } from '../../tools/conform/index.js';
import { machineTime } from '../foundation/machine.js';
import { malformed } from '../foundation/mock-error.js';
import { parseBaseUrl } from '../mock/base-url.js';
import type { Expectations } from './conform-server.js';
import { describeFinding } from './describe-report.js';
import { onInterrupt } from './on-stop-signals.js';
import type { Output } from './output.js';
import { startRecordingProxy } from './recording-proxy.js';

const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Passes requests on to a server and compares its answers, until SIGINT or SIGTERM. A second signal ends the process at once. */
export async function compareThroughProxy(
  server: string,
  port = 4011,
  expected: Expectations,
  output: Output,
): Promise<Report> {
  const { href: target } = parseBaseUrl(server, '--proxy');
  const { hostname, protocol, port: named } = new URL(target);
  // A URL leaves out the usual port.
  const targetPort = named === '' ? usualPorts[protocol] : Number(named);
  if (['127.0.0.1', 'localhost'].includes(hostname) && targetPort === port) {
    throw malformed(`--proxy must not be the address that the proxy listens on, ${target}; choose another --port`);
  }
  const stopped = new Promise(onInterrupt);
  const onFinding = (finding: Finding) => output.note(describeFinding(finding));
  const traffic = new Traffic({ against: target, at: machineTime(), onFinding, ...expected });
  const shown = new Set<string>();
  const show = (message: string) => {
    if (!shown.has(message)) output.problem(message);
    shown.add(message);
  };
  let problem: string | undefined;
  const proxy = await startRecordingProxy({
    target,
    port,
    writes: (method, url) => traffic.writes(method, url),
    onExchange: (exchange) => traffic.add(exchange),
    onUnanswered: (message) => {
      show(message);
      problem ??= message;
    },
    onUncompared: show,
  });
  output.ready(`briefs-mock proxy ready on ${proxy.url} for ${target}`, { url: proxy.url, target });
  await stopped;
  await proxy.close();
  const report = traffic.report();
  if (problem === undefined) return report;
  const isUnusable = report.results.every(({ outcome }) => outcome === 'could not tell');
  return { ...report, problems: [{ kind: 'connection', message: problem }], unusable: isUnusable };
}
