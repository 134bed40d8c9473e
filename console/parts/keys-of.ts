/** Where the console in a shadow root gets its keys: in its whole window, or, if it is in a page, only in the console itself. */
export function keysOf({ host, ownerDocument }: ShadowRoot): GlobalEventHandlers {
  if (host.id === 'console') return ownerDocument;
  const around = host.getRootNode();
  return (around instanceof ShadowRoot ? around.host : host) as HTMLElement;
}
