import { planFor } from '../../../tools/init/index.js';
import { version } from '../../foundation/version.js';
import { offerEdits } from '../offer-edits.js';

/** Shows what the project needs to use the mock, and writes it if one says yes. */
export async function init({ yes = false }: { yes?: boolean }): Promise<void> {
  const root = process.cwd();
  const { edits, next } = await planFor(root, version);
  await offerEdits(root, edits, { yes, what: 'the mock', next });
}
