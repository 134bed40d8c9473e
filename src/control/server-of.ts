import type { ControlContext } from './control-route.js';

/**
 * The server that the request was sent to, as its clients see it: the origin, with the mount of a handler, and the path if it is not
 * that of the base URL.
 */
export function serverOf({ listener, url }: ControlContext): { origin: string; path?: string } {
  return listener?.publicUrl ?? { origin: new URL(url).origin + (listener?.mount ?? '') };
}
