/**
 * Follows something while a page is visible. A browser opens six connections to a server without HTTP/2, for all its pages together,
 * so a page that nobody sees must not keep one. Returns a function that ends it.
 */
export function whileVisible(page: Document, follow: (signal: AbortSignal) => void): () => void {
  let stop = new AbortController();
  const update = () => {
    stop.abort();
    stop = new AbortController();
    if (page.visibilityState === 'visible') follow(stop.signal);
  };
  page.addEventListener('visibilitychange', update);
  update();
  return () => {
    page.removeEventListener('visibilitychange', update);
    stop.abort();
  };
}
