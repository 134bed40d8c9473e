import { controlRoutes } from '../../src/control/definitions.js';
import type { Route } from '../../src/protocol/route.js';
import { CONTROL_PREFIX } from '../../src/session/session-address.js';
import { generatedFrom } from './first-line.js';

/** The text of src/control/addresses.ts. */
export function controlAddresses(): string {
  const addressOf = ({ method, path, exemptFromFaults }: Route) =>
    `  '${method} ${path.slice(CONTROL_PREFIX.length)}${exemptFromFaults ? ' exempt' : ''}',`;
  return `${generatedFrom('the routes of the control API, which are loaded on demand')}

/** The routes below the prefix of the control API, in the order of their definitions; fault rules do not apply to \`exempt\` ones. */
export const routeAddresses = [
${controlRoutes.map(addressOf).join('\n')}
];
`;
}
