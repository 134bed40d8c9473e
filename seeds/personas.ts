import type { Persona } from '../src/state/scenario.js';

/** Readers whom tests and demos know by name. Their e-mails and tokens are the same under every seed. */
export const personas: readonly Persona[] = [
  {
    key: 'alice',
    email: 'alice@acme.example',
    token: 'alice-token',
    description: 'An ordinary subscriber with a bit of everything: entitlements, preferences, bookmarks and likes.',
  },
  {
    key: 'bruno',
    email: 'bruno@acme.example',
    token: 'bruno-token',
    description: 'The administrator at Acme: a power user and decision maker, entitled to nearly every brief.',
  },
  {
    key: 'chloe',
    email: 'chloe@meridian.example',
    token: 'chloe-token',
    description: 'Reads on her phone, entitled through content entitlements of the mobile application alone.',
  },
  {
    key: 'dana',
    email: 'dana@harbourquay.example',
    token: 'dana-token',
    description: 'Entitled through the client-brief relationship of her employer alone.',
  },
  {
    key: 'erin',
    email: 'erin@mailbox.example',
    token: 'erin-token',
    description: 'No client and no entitlement: sees only public and core briefs.',
  },
  {
    key: 'felix',
    email: 'felix@oldtownpress.example',
    token: 'felix-token',
    description: 'His client was deleted: the brief that came with it is gone, the bookmarks on it are not.',
  },
  {
    key: 'grace',
    email: 'grace@northwind.example',
    token: 'grace-token',
    description: 'A decision maker whose entitlements are redacted or unsubscribed, which takes no access away.',
  },
  {
    key: 'hugo',
    email: 'hugo@orchardmail.example',
    token: 'hugo-token',
    description: 'Holds the odd ones: an inactive brief, one that never appeared, one with a document for tomorrow.',
  },
];
