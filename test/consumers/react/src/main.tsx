import { createRoot } from 'react-dom/client';
import { ReadingRoom } from './reading-room';

// A production build has nothing of the mock in it.
if (!import.meta.env.PROD || import.meta.env.MODE === 'demo') {
  const { startMock } = await import('./mock');
  await startMock();
}
const root = document.getElementById('root');
const token = new URLSearchParams(location.search).get('token') ?? localStorage.getItem('token') ?? '';
if (root) createRoot(root).render(<ReadingRoom token={token} />);
