import * as z from 'zod/mini';
import { didYouMean } from '../foundation/did-you-mean.js';
import { formatValue } from '../foundation/format-value.js';
import { MockError, notFound } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { sessionNameSchema } from '../protocol/session-name.js';
import type { Image } from '../state/state.js';

/** The maximum number of named snapshots of a session. */
export const SNAPSHOT_LIMIT = 100;

export const snapshotInfo = z.strictObject({
  /** The name of the snapshot. */
  name: z.string(),
  /** The scenario that the state was built from. */
  scenario: z.string(),
  /** The seed of all random values. */
  seed: z.int(),
  /** The time of its clock. */
  clock: z.iso.datetime(),
});
export type SnapshotInfo = z.output<typeof snapshotInfo>;

/** The named snapshots of a session, as images. They share their records with the state, so that saving one is cheap. */
export class NamedSnapshots {
  /** By name. The map never changes: it is replaced. */
  images: ReadonlyMap<string, Image>;

  constructor(images: ReadonlyMap<string, Image>) {
    this.images = images;
  }

  list(): SnapshotInfo[] {
    return [...this.images].map(([name, image]) => infoOf(name, image));
  }

  /** Saves an image; replaces one with the same name. @throws MockError for an invalid name or too many snapshots. */
  save(name: string, image: Image): SnapshotInfo {
    expectValid(sessionNameSchema, name, { root: ['name'] });
    if (!this.images.has(name) && this.images.size >= SNAPSHOT_LIMIT) {
      const problem = `There are already ${SNAPSHOT_LIMIT} snapshots, the maximum; remove some first`;
      throw new MockError('payload_too_large', problem);
    }
    this.images = new Map(this.images).set(name, image);
    return infoOf(name, image);
  }

  /** @throws MockError `not_found`; `malformed_data` for an invalid name. */
  get(name: string): Image {
    expectValid(sessionNameSchema, name, { root: ['name'] });
    const image = this.images.get(name);
    if (image !== undefined) return image;
    const hint = didYouMean(name, { count: this.images.size, list: () => [...this.images.keys()] });
    throw notFound(`There is no snapshot ${formatValue(name)}${hint}`);
  }

  /** @throws MockError as `get` */
  remove(name: string): SnapshotInfo {
    const image = this.get(name);
    this.images = new Map([...this.images].filter(([other]) => other !== name));
    return infoOf(name, image);
  }
}

function infoOf(name: string, { scenario, seed, clock }: Image): SnapshotInfo {
  return { name, scenario, seed, clock: clock.now };
}
