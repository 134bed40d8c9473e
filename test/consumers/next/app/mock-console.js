'use client';

import { useEffect } from 'react';

/** The console of the mock in the page, in development only. */
export function MockConsole() {
  useEffect(() => {
    if (process.env.NODE_ENV === 'production') return undefined;
    const panel = import('briefs-mock/console').then(({ mountConsole }) => mountConsole({ fetch: callMock }));
    return () => void panel.then(({ unmount }) => unmount());
  }, []);
  return null;
}

function callMock(path, init) {
  const headers = new Headers(init?.headers);
  headers.set('authorization', 'Bearer development');
  return fetch(`/api/mock${path}`, { ...init, headers });
}
