import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { launchChromium } from '../browser/chromium.js';
import { type Site, startNginx } from './nginx.js';
import { openPort } from './open-port.js';

describe.each(['whole', 'stripped'] as const)(
  'The console behind nginx with TLS and a base path (%s paths)',
  (site: Site) => {
    it('asks for the control token, is live, and acts in the session of its address', async () => {
      let socket = '';
      const port = await openPort(() => socket);
      const publicUrl = `https://localhost:${port}/mock`;
      const mock = createMock({ scenario: newsroom });
      const server = await createServer(mock, { port: 0, publicUrl, control: { token: 'c0ntrol' } }).listen();
      onTestFinished(() => server.close());
      const nginx = await startNginx(server.url, new URL(publicUrl).origin);
      socket = nginx.socketOf(site);
      mock.sessions.create('worker-1');

      const browser = await launchChromium();
      onTestFinished(() => browser.close());
      const page = await browser.newPage({ ignoreHTTPSErrors: true });
      await page.goto(`${publicUrl}/__mock/s/worker-1/__mock/`);
      await page.getByLabel('Control token').fill('wrong');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('is not valid').waitFor();
      await page.getByLabel('Control token').fill('c0ntrol');
      await page.getByRole('button', { name: 'Continue' }).click();
      const bar = page.getByRole('banner');
      await bar.getByText('live', { exact: true }).waitFor();
      expect(await bar.getByLabel('Session').inputValue()).toBe('worker-1');

      await page.goto(`${publicUrl}/__mock/#/requests`);
      await bar.getByText('live', { exact: true }).waitFor();
      await fetch(`${server.url}/public-api/v1/nothing`);
      await page.getByRole('main').getByRole('link', { name: '/public-api/v1/nothing' }).waitFor();
      expect(page.url()).not.toContain('c0ntrol');
    });
  },
);
