import type * as assistant from '../../tools/assistant/index.js';

/** The tools for assistants, as they are built. */
export const { tools, useTool } = (await import(
  new URL('../../dist/assistant.js', import.meta.url).href
)) as typeof assistant;
