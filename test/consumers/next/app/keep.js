'use client';

import { useState } from 'react';
import { call } from './api.js';

/** A button that bookmarks an article, in the page. */
export function Keep({ path }) {
  const [count, setCount] = useState();
  const keep = async () => {
    await call(path, 'POST');
    setCount((await call('/bookmark/article')).length);
  };
  return (
    <button type="button" onClick={keep}>
      {count === undefined ? 'Keep' : `${count} kept`}
    </button>
  );
}
