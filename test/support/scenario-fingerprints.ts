/**
 * By the names of scenarios, the fingerprints of their states under two seeds: the same on every machine, and with every
 * version of Node.
 */
export const fingerprints: Readonly<Record<string, Readonly<Record<1 | 7, string>>>> = {
  newsroom: {
    '1': 'aafa7a44967dee505906d601ce5468d972791b00531e913fe7de150e88d52a83',
    '7': 'f308f6e6e5e43d60cba3734d74dcccb19a4e2c83b79a498e89dfd62f45077101',
  },
  empty: {
    '1': 'e65d6ed6ebd853a8376f1abaa4299ae59c4e84c2716f612f4b5086775a2e037f',
    '7': 'fe4f38502ee0e1b81d5076f2d1cb0ae8ada2dac9c2ed36e1838f4d9dde6db6a8',
  },
  'new-user': {
    '1': '13573752f452ca79f57e767ad8b709496b401cb68384b8773415b209baf88355',
    '7': '47eab5d34be093d9a343012068e852d2d5c5982121a87b287bfa7543f52088ac',
  },
  'power-user': {
    '1': '9613ccd859f63b046b14e527336e445c7b552c8524e85c6cae27bb4631a6b6e2',
    '7': '8179ec440ede276519b143dc0331caa974fc1909114926e2be33150e49831b57',
  },
  'no-entitlement': {
    '1': '6c08af74fe2d4495d5e5f7feb4bff016a9f5fa2db6c1edaf9042297e7c75cb61',
    '7': '5bdeaaba66224b8261a7ba19c8bbf6e0366d7c38c7020c8e16caf45c859805b0',
  },
  'expired-tokens': {
    '1': '5dfd487e1082fff77b305fba9e7e7888b878ac3133e30f9fc0e3c13355d07eee',
    '7': 'd4f804b7acaf1f126ce69c85ef4423d5118b39462164771b263ec53df7e6c8fd',
  },
  'client-rules': {
    '1': '8e38fa5ef32147a2ee085cb8fd8e8291e38b8b5f3b6846d4a974523626c0ab42',
    '7': '96dac19c33d758e377777ae3c09a4376809c87a4136d8f48b9b736b8d3a42e63',
  },
  unpublished: {
    '1': '31ac954a6734a08d82780c1f6f32e7b2dd4260588455870a43063b4f552faddb',
    '7': '8917bfcf43f3b8d974c54865b394bf8cf8714997efb769ea4e44e319b51066e2',
  },
  'long-lists': {
    '1': 'd05f16ec42908f70590963e0d9f512e146f237c48cfa08e17b5b5d7e141803d1',
    '7': '66e9a73cb4b7b2ce2e8fc365c64a9e900cf010aa97606c9d2c4340ab0fd6afa5',
  },
  'awkward-content': {
    '1': '3ea810bc5f9f897e418489e88c66cf34b354d19814c6aeb2d926a3f6bc901809',
    '7': '9372e0ac160e74703f1fe0f0503cad6e54bb0ff31383376029de180c1bf5752e',
  },
  preferences: {
    '1': '5b0aa9980468e50685f75eeaaeff6bcd7e12194e5e4639584f1bd56ef42cd6f0',
    '7': '12425f98d34158847d760532659c574e90350dae70c3bfad251640f1255113d7',
  },
  large: {
    '1': '581751f1cf48b7cf06c8e305012f96db16eb27f7cbf47f8d0f6f69ff13a8797e',
    '7': '78fc9a4f86af0827f0a3717187ea1db91a1d6aa59956e89f58d45c6133a23a46',
  },
};

/** What to do about a fingerprint that is another one. */
export const onChange =
  'A scenario has changed, or was added. If nobody meant to, something has made it depend on more than its seed and clock. ' +
  'If it was on purpose, put the new fingerprints into test/support/scenario-fingerprints.ts, and say so in the changelog: ' +
  'users may have kept snapshots';
