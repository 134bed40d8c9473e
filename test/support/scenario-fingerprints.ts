/**
 * The fingerprints of each scenario with two seeds. They are the same on every machine and with every version of Node.
 */
export const fingerprints: Readonly<Record<string, Readonly<Record<1 | 7, string>>>> = {
  newsroom: {
    '1': 'be5223e25d053e38150938ad90eb8d315edbdd932381a01d35952a84e05e1832',
    '7': '6600889d1cc70746a728c0e9b8b3253fe01442b12c041ea43466a4fc6f1f62f2',
  },
  empty: {
    '1': 'e65d6ed6ebd853a8376f1abaa4299ae59c4e84c2716f612f4b5086775a2e037f',
    '7': 'fe4f38502ee0e1b81d5076f2d1cb0ae8ada2dac9c2ed36e1838f4d9dde6db6a8',
  },
  'new-user': {
    '1': '2a7846088c701cb36f484818330c43e0fad5c92cf47c406f9ab5eb4cfe4171b2',
    '7': '562686db5c5a187169347a1b052cf3117dec1ab9166bd7cfd507af8c0aca9632',
  },
  'power-user': {
    '1': '9d5eebdb5aa3d042d4c9561bea0d68b0a6c20906d6db9b0bf1ff9bc905c8cd64',
    '7': '3fa68ed95dddb4bce8bf950a26d8198aa5d8f1591865c7e038a22ac321f79394',
  },
  'no-entitlement': {
    '1': 'd79f99b89f1c3b596ea166f856032ec494e53dfed1144d8c5bc579a0fc079b59',
    '7': 'c6b2a53f026903b6935972fadaacd8b2596d501b30f94237f8313ac8d63ece2f',
  },
  'expired-tokens': {
    '1': '64cb2f6a20b7171d6f79dbb98e6eb72111d65823c4f1859f4d5dd162a8c406d5',
    '7': '1c3703c6aeb5b3fbd44100e26c78b22538279e0b38ccbc00af39fba51c3bea9f',
  },
  'client-rules': {
    '1': 'a79d01a04c1a5c4da25e8f92d54f261a913552d5924688f88708447baf839635',
    '7': 'b05ba80c97322227390ecd9aa62eb3fc475371a193a49cd9c55f6ab3ee8fd2e9',
  },
  unpublished: {
    '1': '1aadd77af76889fb7909e2c585c619e818c26bfd74648a9b2b3bb3bf2a4d8ebe',
    '7': '386efe7c7242cea6724f7752aacfa7ed9dacafd322b80260ca9635fdf5b96830',
  },
  'long-lists': {
    '1': '3596002cae8798beceb7c1d16c3c3b2dd99783179e200b08e3715b23bdee55da',
    '7': '4e66344d625c2fe35b0f6a1ca5725785dc0a33e91e014f25d2070b9c0f021012',
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
    '1': 'ec0960d7ec8eaf0a75ec462e391683f03e106db1cea655141a2350d25763cf44',
    '7': '748fa1ae16fe2b90aeebf5c253e034ef47187c733f1eb4ffbd8bc99c2a0b078b',
  },
};

/** The message when a fingerprint has changed. */
export const onChange =
  'A scenario has changed, or was added. If nobody meant to, something has made it depend on more than its seed and clock. ' +
  'If it was on purpose, put the new fingerprints into test/support/scenario-fingerprints.ts, and say so in the changelog: ' +
  'users may have kept snapshots';
