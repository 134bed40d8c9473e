import { showBriefs } from './briefs';

if (import.meta.env.DEV) {
  const [{ network }, { handlers }] = await Promise.all([import('virtual:msw'), import('./handlers')]);
  network.configure({ handlers, onUnhandledFrame: 'bypass' });
  await network.enable();
}
await showBriefs();
