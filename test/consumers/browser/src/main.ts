import { showReadingPage } from './reading-page';

// A production build has nothing of the mock in it.
if (!import.meta.env.PROD || import.meta.env.MODE === 'demo') {
  const { startMock } = await import('./mock');
  await startMock();
}
await showReadingPage(new URLSearchParams(location.search).get('token') ?? '');
