import { meanings } from '../../src/openapi/failures.js';
import { statusOf } from '../../src/protocol/http-status.js';
import { code, type Section, table } from './markdown.js';

const rows = Object.entries(statusOf).map(([name, status]) => {
  // Its own status is for the documents only.
  const sent = name === 'injected_fault' ? 'that of the rule' : String(status);
  return [code(name), sent, meanings[name as keyof typeof meanings]];
});

/** The table of error codes. */
export const errorTable: Section = {
  page: 'docs/reference/control-api.md',
  name: 'error codes',
  text: table(['code', 'status', 'when'], rows),
};
