import { defineScenario, type ScenarioContext } from '../src/scenario/scenario.js';
import { healthWatch } from './factories/briefs.js';
import { seedBriefs } from './factories/documents.js';
import { createDraw } from './factories/faker.js';
import { cast } from './factories/personas.js';

const DAY = 86_400;

/** The clock decides: advance it, and tokens that still worked are refused. */
export const expiredTokens = /* @__PURE__ */ defineScenario({
  name: 'expired-tokens',
  description: 'Access tokens that are over, that end in a minute, and that never do',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'edgar@mailbox.example': 'His token ended yesterday: 401, until he logs in anew.',
    'emma@mailbox.example': 'Her token works for another minute of the clock.',
    'erik@mailbox.example':
      'His token never ends; the one he had before, erik-old-token, ends in this very second and is refused.',
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
