import { defineScenario } from 'briefs-mock';

/** The caller, the same in every state. */
export const caller = { email: 'reader-00000000@acme.example', token: 'bench-token' };
export const authorization = `Bearer ${caller.token}`;

/**
 * A document of a public brief, with the articles to bookmark. There are enough that a bookmark is always created before it is
 * removed, even while a server still accepts the first connections.
 */
export const document = {
  brief: 'brief-0',
  gid: '1-0',
  articles: Array.from({ length: 512 }, (_, i) => `article_${String(i).padStart(3, '0')}`),
};

const BRIEFS = 12;
const PUBLIC = 5;
const ENTITLEMENTS = 2;

/** A state of any number of users, each with two brief entitlements. The number does not change the length of any answer. @param {number} users */
export function readers(users) {
  return defineScenario({
    name: nameOf(users),
    description: `${users} users with ${ENTITLEMENTS} brief entitlements each`,
    clock: '2026-03-04T09:00:00Z',
    personas: [{ key: 'caller', ...caller, description: 'who calls' }],
    seed({ data }) {
      const { id: client_id } = data.client.create({
        name: 'Acme',
        short_name: 'acme',
        display_name: 'Acme',
        type: 'company',
        domain: ['acme.example'],
      });
      for (let i = 0; i < BRIEFS; i++) seedBrief(data, i);
      for (let i = 0; i < users; i++) {
        const number = String(i).padStart(8, '0');
        const email = `reader-${number}@acme.example`;
        data.user.create({ fname: `First-${number}`, lname: 'Last', email, client_id });
        for (let k = 0; k < ENTITLEMENTS; k++) {
          data.brief_entitlement.create({ email, brief_slug: `brief-${PUBLIC + ((i + k) % (BRIEFS - PUBLIC))}` });
        }
      }
    },
  });
}

/** @param {number} users */
export function nameOf(users) {
  return `readers-${users}`;
}

/** @param {import('briefs-mock').Data} data @param {number} i */
function seedBrief(data, i) {
  const brief = data.brief.create({ name: `Brief ${i}`, slug: `brief-${i}`, is_public: i < PUBLIC });
  const { gid } = data.brief_document.create({ brief_id: brief.id, date: '2026-03-04', gid: `1-${i}` });
  if (gid !== document.gid) return;
  for (const article of document.articles) data.article.create({ brief_gid: gid, gid: article, title: article });
}
