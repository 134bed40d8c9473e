import type { ApiName } from '../../../../src/protocol/service.js';
import type { Case } from '../../case.js';
import { type CaseAbout, casesAbout } from '../cases-about.js';
import { fieldCases, uniqueCases } from './fields.js';
import { mergeCases, methodCases, missingCases } from './methods.js';
import type { PlainCases } from './plain-case.js';
import { protocolCases } from './protocol.js';
import { dependentCases, mirrorCases, referenceCases } from './references.js';
import { kindsOf, type PlainResource, plainResources } from './resource.js';
import { specials } from './specials.js';
import { statements } from './statements.js';

/** What is true of every resource whose routes and table say so. */
const kinds: readonly ((resource: PlainResource) => PlainCases)[] = [
  methodCases,
  missingCases,
  fieldCases,
  mergeCases,
  uniqueCases,
  referenceCases,
  dependentCases,
  mirrorCases,
  protocolCases,
];

/**
 * The cases of the plain resources of an API, made from their definitions. A case that is written by hand for a resource, under the
 * same id, takes the place of the one here.
 */
export function plainCases(api: ApiName): readonly Case[] {
  return plainResources()
    .filter((resource) => resource.api === api)
    .flatMap((resource) => {
      const { needs = [], without = [] } = specials[resource.kind] ?? {};
      const cases = kinds
        .flatMap((casesOf) => Object.entries(casesOf(resource)))
        .filter(([what]) => !without.includes(what))
        .map(([what, { ids = [], creates = [], ...one }]): [string, CaseAbout] => [
          what,
          {
            needs: one.reads ? [] : needs,
            ...one,
            ids: [...new Set([...(statements[resource.kind]?.[what] ?? []), ...ids])],
            creates: [...kindsOf(resource), ...creates],
          },
        ]);
      return casesAbout(resource.kind)(Object.fromEntries(cases));
    });
}
