import { cast } from '../factories/personas.js';

/** Readers for tests and demos. Their e-mails and tokens are the same for every seed. */
export const personas = /* @__PURE__ */ cast({
  'alice@acme.example': 'A subscriber with entitlements, preferences, bookmarks and likes.',
  'bruno@acme.example': 'The administrator at Acme: power user and decision maker, entitled to nearly every brief.',
  'chloe@meridian.example': 'Entitled only through content entitlements of the mobile application.',
  'dana@harbourquay.example': 'Entitled only through the client-brief relationship of her client.',
  'erin@mailbox.example': 'Has no client and no entitlement: sees only public and core briefs.',
  'felix@oldtownpress.example':
    'His client is deleted: he lost access to its brief, but his bookmarks are still there.',
  'grace@northwind.example': 'Has redacted and unsubscribed entitlements, which do not restrict access.',
  'hugo@orchardmail.example':
    'Entitled to an inactive brief, one without documents, and one with a document for tomorrow if that is a weekday.',
});
