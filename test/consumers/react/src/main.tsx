import { createRoot } from 'react-dom/client';
import { ReadingRoom } from './reading-room';

const root = document.getElementById('root');
if (root) createRoot(root).render(<ReadingRoom token={localStorage.getItem('token') ?? ''} />);
