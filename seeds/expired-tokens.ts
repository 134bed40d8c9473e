import { defineScenario } from '../src/scenario/scenario.js';
import type { ScenarioContext } from '../src/scenario/scenario-context.js';
import { healthWatch } from './factories/briefs.js';
import { seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { cast } from './factories/personas.js';

const DAY = 86_400;

/** Tokens expire by the mock's clock: advance it, and valid tokens expire. */
export const expiredTokens = /* @__PURE__ */ defineScenario({
  name: 'expired-tokens',
  description: 'Access tokens that have expired, that expire in a minute, and that never expire',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'edgar@mailbox.example': 'His token expired yesterday: he gets 401 until he has a new one.',
    'emma@mailbox.example': 'Her token expires in one minute of the clock.',
    'erik@mailbox.example':
      'His token never expires. His earlier token, erik-old-token, has just expired and gets 401.',
  }),
  seed,
});

function seed(context: ScenarioContext): void {
  const { data, now } = context;
  seedBriefs(context, createDraw(context), [{ ...healthWatch, days: 7 }]);
  data.user.create({ fname: 'Edgar', lname: 'Lund', email: 'edgar@mailbox.example' });
  data.user.create({ fname: 'Emma', lname: 'Rossi', email: 'emma@mailbox.example' });
  data.user.create({ fname: 'Erik', lname: 'Novak', email: 'erik@mailbox.example' });

  const seconds = Math.floor(now.getTime() / 1000);
  const issue = (token: string, email: string, expires_at: number) =>
    data.access_token.create({ token, email, expires_at });
  issue('edgar-token', 'edgar@mailbox.example', seconds - DAY);
  issue('emma-token', 'emma@mailbox.example', seconds + 60);
  issue('erik-old-token', 'erik@mailbox.example', seconds);
}
