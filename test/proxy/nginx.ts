import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { runNginx } from '../support/nginx.js';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A client that is connected to nginx by HTTP/2. */
interface Client {
  /** A `:method` among the headers is that of the request. */
  ask(path: string, headers?: OutgoingHttpHeaders, body?: string): Promise<Answer>;
  /** Sends a request, and resolves when a part of its answer has arrived. */
  part(path: string, text: string, headers?: OutgoingHttpHeaders): Promise<void>;
}

/**
 * nginx as several sites: one passes the whole path and the Host header on, one removes `/mock` and sends its own Host, and one has
 * the configuration of docker/compose.yaml.
 */
export type Site = 'whole' | 'stripped' | 'composed';

export interface Nginx {
  /** Connects to one of the sites as if it were at the origin. */
  connectTo(site: Site): Promise<Client>;
  /** The Unix socket on which it listens for a site. */
  socketOf(site: Site): string;
}

/**
 * Starts nginx in front of a server, with TLS and HTTP/2, until the test ends. It listens on Unix sockets, so that it needs no
 * free port.
 */
export async function startNginx(server: string, origin: string): Promise<Nginx> {
  const { hostname, host } = new URL(origin);
  const folder = await mkdtemp(join(tmpdir(), 'briefs-mock-nginx-'));
  const file = (name: string) => join(folder, name);
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${hostname}`],
    ...['-addext', `subjectAltName=DNS:${hostname}`, '-keyout', file('key.pem'), '-out', file('cert.pem')],
  ]);
  const documented = await readFile(join(import.meta.dirname, 'location.conf'), 'utf8');
  const composed = await readFile(join(import.meta.dirname, '../../docker/nginx.conf'), 'utf8');
  const stop = await runNginx(folder, sites(folder, server, documented, composed));
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });

  const ca = await readFile(file('cert.pem'));
  const connectTo = async (site: Site) => {
    const createConnection = () =>
      connectTls({ path: file(`${site}.sock`), servername: hostname, ALPNProtocols: ['h2'], ca });
    const session = connect(origin, { createConnection });
    onTestFinished(() => session.destroy());
    await once(session, 'connect');
    return {
      ask: (path: string, headers: OutgoingHttpHeaders = {}, body?: string) =>
        ask(session, { ':path': path, ':authority': host, ...headers }, body),
      part: (path: string, text: string, headers: OutgoingHttpHeaders = {}) =>
        part(session, text, { ':path': path, ':authority': host, ...headers }),
    } satisfies Client;
  };
  return { connectTo, socketOf: (site) => file(`${site}.sock`) };
}

/** `documented` is the location that docs/how-to/operating.md shows, `composed` the server of docker/compose.yaml. */
function sites(folder: string, server: string, documented: string, composed: string): string {
  const listen = (name: Site) => `listen unix:${folder}/${name}.sock ssl http2;`;
  const site = (name: Site, location: string) => `
    server {
      ${listen(name)}
      ssl_certificate ${folder}/cert.pem;
      ssl_certificate_key ${folder}/key.pem;
      ${location}
    }`;
  return `
    ${site('whole', documented.replace('http://127.0.0.1:4010', server))}
    ${site('stripped', `location /mock/ { proxy_pass ${server}/; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; client_max_body_size 256m; }`)}
    ${composed.replace('listen 443 ssl;', listen('composed')).replaceAll('/etc/nginx/tls', folder).replace('http://mock:4010', server)}`;
}

function part(session: ClientHttp2Session, text: string, headers: OutgoingHttpHeaders): Promise<void> {
  const stream = session.request(headers);
  stream.setEncoding('utf8');
  let body = '';
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk) => {
      body += chunk;
      if (body.includes(text)) resolve();
    });
    stream.on('end', () => reject(new Error(`The answer ended without ${text}: ${body}`)));
  });
}

async function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders, sent?: string): Promise<Answer> {
  const stream = session.request(headers);
  stream.setEncoding('utf8');
  stream.end(sent);
  let body = '';
  stream.on('data', (chunk) => {
    body += chunk;
  });
  const responded = once(stream, 'response');
  await once(stream, 'end');
  const [answered] = (await responded) as [IncomingHttpHeaders & { ':status': number }];
  return { status: answered[':status'], headers: answered, body };
}
