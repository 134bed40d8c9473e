import { controlRoutes } from '../../src/control/definitions.js';
import { CONTROL_PREFIX } from '../../src/session/session-address.js';
import { generatedFrom } from './first-line.js';

/** The text of src/control/addresses.ts. */
export function controlAddresses(): string {
  const addressOf = ({ method, path }: { method: string; path: string }) =>
    `  '${method} ${path.slice(CONTROL_PREFIX.length)}',`;
  return `${generatedFrom('the routes of the control API, which are loaded on demand')}

/** The routes below the prefix of the control API, in the order of their definitions. */
export const routeAddresses = [
${controlRoutes.map(addressOf).join('\n')}
];

/** Those that fault rules do not apply to. */
export const exemptAddresses = [
${controlRoutes
  .filter(({ exemptFromFaults }) => exemptFromFaults)
  .map(addressOf)
  .join('\n')}
];
`;
}
