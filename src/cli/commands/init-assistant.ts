import { skill } from '../../../tools/assistant/index.js';
import { planForAssistants } from '../../../tools/init/index.js';
import { parseBaseUrl } from '../../mock/base-url.js';
import { assistantServer } from '../assistant-server.js';
import { offerEdits } from '../offer-edits.js';
import { print } from '../output.js';

/** Shows what the assistants of the project need to use the mock, and writes it if one says yes. */
export async function initAssistant({ yes = false, url }: { yes?: boolean; url?: string }): Promise<void> {
  const root = process.cwd();
  const server = assistantServer(url === undefined ? [] : ['--url', parseBaseUrl(url, '--url').href]);
  const { edits, kept } = planForAssistants(root, { server, skill: skill() });
  if (kept !== undefined) print(kept);
  if (kept === undefined || edits.length > 0) await offerEdits(root, edits, { yes, what: 'the tools and the skill' });
}
