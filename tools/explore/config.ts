import type { Page } from 'playwright-core';
import type { Mock } from '../../src/index.js';

/** What a property of an application looks at. */
export interface OwnPropertyContext {
  /** The page, which is quiet: nothing is on its way. */
  readonly page: Page;
  /** The mock that has answered its requests. */
  readonly mock: Mock;
}

/** Something that must hold in an application. */
export interface OwnProperty {
  /** What a finding calls it. */
  readonly name: string;
  /**
   * Looks at the page when it is quiet and has all answers. What is wrong: a text, or an error that it throws. Otherwise nothing, or true.
   */
  readonly check: (context: OwnPropertyContext) => unknown;
}

/** What is not reported. */
export interface Ignored {
  /** The name of a property, such as `as-reloaded`. Default: any. */
  readonly property?: string;
  /** What the sentence of the finding contains. Default: anything. */
  readonly text?: string | RegExp;
}

/** What an exploration needs to know about an application. */
export interface ExploreConfig {
  /** Logs in. It runs in every new page before the first step, and its requests are answered at once. */
  readonly login?: (page: Page) => Promise<unknown>;
  /** Further properties. */
  readonly properties?: readonly OwnProperty[];
  /** What the application does on purpose. */
  readonly ignore?: readonly Ignored[];
  /** What to type into fields, by their accessible name. One of the texts is chosen. */
  readonly inputs?: Readonly<Record<string, readonly string[]>>;
  /** The accessible names of what must not be clicked, such as `Log out`. */
  readonly avoid?: readonly (string | RegExp)[];
}

/** Gives the default export of `explore.config.ts` its type. */
export function defineConfig(config: ExploreConfig): ExploreConfig {
  return config;
}

/**
 * A property of an application.
 *
 * @example
 * property('the count fits', async ({ page, mock }) => {
 *   const shown = await page.getByRole('listitem').count();
 *   const saved = mock.data.bookmark.count({ where: { email: { equals: 'alice@acme.example' } } });
 *   return shown === saved || `the list shows ${shown} of ${saved} bookmarks`;
 * });
 */
export function property(name: string, check: OwnProperty['check']): OwnProperty {
  return { name, check };
}
