import type { ControlContext } from './control-route.js';

/** The server that the request was sent to, as its clients see it. The path is that of the base URL, unless it says another. */
export function serverOf({ listener, url }: ControlContext): { origin: string; path?: string } {
  return listener?.publicUrl ?? { origin: new URL(url).origin + (listener?.mount ?? '') };
}
