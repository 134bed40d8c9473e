import { cast } from '../factories/personas.js';

/** Readers whom tests and demos know by name. Their e-mails and tokens are the same under every seed. */
export const personas = /* @__PURE__ */ cast({
  'alice@acme.example':
    'An ordinary subscriber with a bit of everything: entitlements, preferences, bookmarks and likes.',
  'bruno@acme.example': 'The administrator at Acme: a power user and decision maker, entitled to nearly every brief.',
  'chloe@meridian.example':
    'Reads on her phone, entitled through content entitlements of the mobile application alone.',
  'dana@harbourquay.example': 'Entitled through the client-brief relationship of her employer alone.',
  'erin@mailbox.example': 'No client and no entitlement: sees only public and core briefs.',
  'felix@oldtownpress.example':
    'His client was deleted: the brief that came with it is gone, the bookmarks on it are not.',
  'grace@northwind.example':
    'A decision maker whose entitlements are redacted or unsubscribed, which takes no access away.',
  'hugo@orchardmail.example':
    'Holds the odd ones: an inactive brief, one that never appeared, one with a document for tomorrow.',
});
