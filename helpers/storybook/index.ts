/**
 * An addon of Storybook: a tab for the console of the mock, beside the story.
 * @module
 */
import { createRequire } from 'node:module';

/** Adds the tab to Storybook. Storybook calls it, because `addons` in `.storybook/main.ts` names `briefs-mock/storybook`. */
export function managerEntries(entries: readonly string[] = []): string[] {
  return [...entries, createRequire(import.meta.url).resolve('./storybook-manager.js')];
}
