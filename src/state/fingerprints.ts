import { stepsInSlices } from '../foundation/in-slices.js';
import { fingerprintSteps, toSnapshot } from './snapshot.js';
import type { Image } from './state.js';

/** The fingerprints of images, each computed once. */
export class Fingerprints {
  readonly #known = new WeakMap<Image, string>();
  /** The image that was read last. */
  #latest: WeakRef<Image> | undefined;

  of(image: Image): string {
    return this.#known.get(image) ?? this.#add(image, toSnapshot(image).fingerprint);
  }

  /** Computed without blocking requests for long. */
  async inSteps(image: Image): Promise<string> {
    return this.#known.get(image) ?? this.#add(image, await stepsInSlices(fingerprintSteps(image)));
  }

  /** The image that was read last if it has this fingerprint, otherwise `image`, which has it: a file may be read many times. */
  sameOrNew(image: Image, fingerprint: string): Image {
    const latest = this.#latest?.deref();
    if (latest !== undefined && this.of(latest) === fingerprint) return latest;
    this.#add(image, fingerprint);
    this.#latest = new WeakRef(image);
    return image;
  }

  #add(image: Image, fingerprint: string): string {
    this.#known.set(image, fingerprint);
    return fingerprint;
  }
}
