// A bare Hono server: fixed answers at fixed paths, and /echo returns the request body. The second argument is the port.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { sayReady, statedAnswers } from './stated-answers.js';

const app = new Hono();
for (const { method, path, status, headers, body, spin = 0 } of statedAnswers()) {
  app.on(method, path, () => {
    const end = performance.now() + spin / 1000;
    while (performance.now() < end);
    return new Response(body, { status, headers });
  });
}
app.post('/echo', async (c) => c.json(await c.req.json()));

serve({ fetch: app.fetch, port: Number(process.argv[3] ?? 0), hostname: '127.0.0.1' }, (address) => {
  sayReady(address);
});
