import { chapter } from '../../src/scenario/chapter.js';

/** The story of a demo: a reader's morning, a colleague who joins, and a subscription that ends. */
export const chapters = /* @__PURE__ */ [
  /* @__PURE__ */ chapter('Morning', {
    at: '2026-03-04T09:00:00Z',
    as: 'alice@acme.example',
    note: 'Alice reads the briefs of today. Bookmark an article, and like another.',
  }),
  /* @__PURE__ */ chapter('New colleague', {
    at: '2026-03-05T10:00:00Z',
    as: 'bruno@acme.example',
    note: 'Nina has joined Acme, and has no briefs yet. Bruno can give her one.',
    prepare: ({ data }) => {
      const [bruno] = data.user.findMany({ where: { email: { equals: 'bruno@acme.example' } } });
      data.user.create({
        fname: 'Nina',
        lname: 'Holt',
        email: 'nina@acme.example',
        client_id: bruno?.client_id ?? null,
      });
    },
  }),
  /* @__PURE__ */ chapter('Renewal', {
    at: '2026-03-06T09:00:00Z',
    as: 'alice@acme.example',
    note: "Alice's subscription has ended: Energy Today, Markets Daily, and Transport & Logistics are gone. Show the banner.",
    prepare: ({ data }) => {
      data.brief_entitlement.deleteMany({ where: { email: { equals: 'alice@acme.example' } } });
    },
  }),
];
