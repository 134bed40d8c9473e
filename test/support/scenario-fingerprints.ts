/**
 * By the names of scenarios, the fingerprints of their states under two seeds: the same on every machine, and with every
 * version of Node.
 */
export const fingerprints: Readonly<Record<string, Readonly<Record<1 | 7, string>>>> = {
  newsroom: {
    '1': '7d2167c083e297c959d3a9efd70ed27ff20068f6a88c0fb969d70cdfc6c9a87f',
    '7': '75ae5d8b17047a979c3122f0dcbcabcae361a8f03bcc0ee06d5d06dcc620108e',
  },
  empty: {
    '1': 'e65d6ed6ebd853a8376f1abaa4299ae59c4e84c2716f612f4b5086775a2e037f',
    '7': 'fe4f38502ee0e1b81d5076f2d1cb0ae8ada2dac9c2ed36e1838f4d9dde6db6a8',
  },
  'new-user': {
    '1': '528c733cd6d4182e18aa9526f8e14827ca3c9b5cd6a389f3b8dd1f7b1ff65ad6',
    '7': 'b676a000d515ef52a18c643559b762def70691c10eeed5ae1847d6ea65fa62b0',
  },
  'power-user': {
    '1': '253e1dcac816169067dacdff9483e87ecc7346d28d47f122390dba1ce37e42b1',
    '7': '54b82d49c7587292837b02c9653a0a198a2b7a60f122b3fc0ee1573cdcf83696',
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
    '1': 'ea16df0c532e504620cc5fbef8b27eaac7f5db5858f092615d4d13c81cf3297a',
    '7': '6340160d4b62d04f3ee7d1d090b5115ffe68356c2a7edf0c7fd4fb472428b42c',
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
    '1': '4a8ea51b36f7747c8a6f872c30590076ac3f489615e6f566b2b3e1bafdbecb3f',
    '7': 'aa92817c547210b8e683911dd33ce44eedd7170dd355d65f7cab635f777400e0',
  },
};

/** What to do about a fingerprint that is another one. */
export const onChange =
  'A scenario has changed, or was added. If nobody meant to, something has made it depend on more than its seed and clock. ' +
  'If it was on purpose, put the new fingerprints into test/support/scenario-fingerprints.ts, and say so in the changelog: ' +
  'users may have kept snapshots';
