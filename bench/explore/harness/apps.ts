// The applications, each with its planted faults.
import { faults as archiveDom } from '../apps/archive-dom/faults.js';
import { faults as clientsEffects } from '../apps/clients-effects/faults.js';
import { faults as deskSvelte } from '../apps/desk-svelte/faults.js';
import { faults as packagesVue } from '../apps/packages-vue/faults.js';
import { faults as peopleQuery } from '../apps/people-query/faults.js';
import { faults as readerDom } from '../apps/reader-dom/faults.js';
import { faults as savedQuery } from '../apps/saved-query/faults.js';
import { faults as settingsEffects } from '../apps/settings-effects/faults.js';
import type { Fault } from './fault.js';

export const apps: Record<string, readonly Fault[]> = {
  'reader-dom': readerDom,
  'archive-dom': archiveDom,
  'saved-query': savedQuery,
  'people-query': peopleQuery,
  'settings-effects': settingsEffects,
  'clients-effects': clientsEffects,
  'packages-vue': packagesVue,
  'desk-svelte': deskSvelte,
};
