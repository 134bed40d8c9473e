import { stepsInSlices } from '../foundation/in-slices.js';
import { fingerprintSteps, toSnapshot } from './snapshot.js';
import type { Image } from './state.js';

/** The fingerprints of images, each computed once. */
export class Fingerprints {
  readonly #known = new WeakMap<Image, string>();

  of(image: Image): string {
    return this.#known.get(image) ?? this.#add(image, toSnapshot(image).fingerprint);
  }

  /** Computed without blocking requests for long. */
  async inSteps(image: Image): Promise<string> {
    return this.#known.get(image) ?? this.#add(image, await stepsInSlices(fingerprintSteps(image)));
  }

  #add(image: Image, fingerprint: string): string {
    this.#known.set(image, fingerprint);
    return fingerprint;
  }
}
