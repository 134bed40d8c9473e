import * as z from 'zod';
import { show } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import { expectShape } from '../foundation/validate.js';
import type { Image } from '../state/state.js';
import { nameShape } from './session-name.js';

/** How many snapshots a session may keep. */
const SNAPSHOT_LIMIT = 100;

/** What a kept snapshot is of. */
export const snapshotInfo = z.strictObject({
  name: z.string(),
  scenario: z.string(),
  seed: z.int(),
  clock: z.iso.datetime(),
});
export type SnapshotInfo = z.output<typeof snapshotInfo>;

/** States kept under names. They share their records with the session, so keeping one costs next to nothing. */
export class NamedSnapshots {
  #images: ReadonlyMap<string, Image>;

  constructor(images: ReadonlyMap<string, Image> = new Map()) {
    this.#images = images;
  }

  list(): SnapshotInfo[] {
    return [...this.#images].map(([name, image]) => infoOf(name, image));
  }

  /** Keeps a state, in place of what had the name. @throws MockError for a name that is none, or one too many. */
  keep(name: string, image: Image): SnapshotInfo {
    expectShape(nameShape, name, { root: ['name'] });
    if (!this.#images.has(name) && this.#images.size >= SNAPSHOT_LIMIT) {
      throw new MockError('payload_too_large', `There are ${SNAPSHOT_LIMIT} snapshots already; remove some first`);
    }
    this.#images = new Map(this.#images).set(name, image);
    return infoOf(name, image);
  }

  /** @throws MockError `not_found`; `malformed_data` for what is no name. */
  get(name: string): Image {
    expectShape(nameShape, name, { root: ['name'] });
    const image = this.#images.get(name);
    if (image === undefined) throw new MockError('not_found', `There is no snapshot ${show(name)}`);
    return image;
  }

  /** @throws MockError as `get` */
  remove(name: string): SnapshotInfo {
    const image = this.get(name);
    this.#images = new Map([...this.#images].filter(([other]) => other !== name));
    return infoOf(name, image);
  }

  copy(): NamedSnapshots {
    return new NamedSnapshots(this.#images);
  }
}

function infoOf(name: string, { scenario, seed, clock }: Image): SnapshotInfo {
  return { name, scenario, seed, clock: clock.now };
}
