import { request } from 'node:http';

/** An answer of a server, as it came. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** Sends a request to a port of this machine. Unlike `fetch`, it can send any Host header, as a proxy or an attacker does. */
export function askAt(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  hostname = '127.0.0.1',
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}
