/** Whether a key is for the console in a shadow root. A panel leaves the keys of the page to the page. */
export function isKeyFor(root: ShadowRoot, event: KeyboardEvent): boolean {
  const around = root.host.getRootNode();
  const outermost = around instanceof ShadowRoot ? around.host : root.host;
  return root.host.id === 'console' || event.composedPath().includes(outermost);
}
