import { stepsInSlices } from '../foundation/in-slices.js';
import { fingerprintSteps, toSnapshot } from './snapshot.js';
import type { Image } from './state.js';

/** An image that was read from a snapshot, with its fingerprint. */
export interface ReadImage {
  readonly image: Image;
  readonly fingerprint: string;
}

/** The fingerprints of images, each computed once. */
export class Fingerprints {
  readonly #known = new WeakMap<Image, string>();
  /** What was read last. */
  latest: ReadImage | undefined;

  of(image: Image): string {
    return this.#known.get(image) ?? this.#add(image, toSnapshot(image).fingerprint);
  }

  /** Computed without blocking requests for long. */
  async inSteps(image: Image): Promise<string> {
    return this.#known.get(image) ?? this.#add(image, await stepsInSlices(fingerprintSteps(image)));
  }

  /** The image that was read last if it has the same fingerprint: a file may be read many times. Otherwise the new one. */
  sameOrNew(read: ReadImage): Image {
    if (this.latest?.fingerprint === read.fingerprint) return this.latest.image;
    this.#add(read.image, read.fingerprint);
    this.latest = read;
    return read.image;
  }

  #add(image: Image, fingerprint: string): string {
    this.#known.set(image, fingerprint);
    return fingerprint;
  }
}
