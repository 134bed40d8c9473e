import { formatValue } from '../foundation/format-value.js';
import { malformed } from '../foundation/mock-error.js';

/** @throws MockError `malformed_data` for a part of a scenario that is not what is allowed. `prefix` names what it is a part of. */
export function invalidPart(prefix: string, part: string, allowed: string, value: unknown): never {
  throw malformed(`${prefix}: ${part} must be ${allowed}, but is ${formatValue(value)}`);
}
