import type { ControlContext } from './control-route.js';

/** The server that the request was sent to, as its clients see it. */
export function serverOf({ listener, url }: ControlContext): { origin: string; path?: string } {
  return listener?.publicUrl ?? { origin: new URL(url).origin };
}
