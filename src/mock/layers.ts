import type { App, Layer } from '../http/call.js';

interface Added {
  readonly layer: Layer;
  readonly expectCommand: () => void;
}

/** The layers around the app of a mock. The layer that was added last is the outermost. */
export class Layers {
  readonly #app: App;
  #layers: readonly Added[] = [];
  #answer: App;

  constructor(app: App) {
    this.#app = app;
    this.#answer = app;
  }

  get isEmpty(): boolean {
    return this.#layers.length === 0;
  }

  readonly answer: App = (request, from) => this.#answer(request, from);

  /**
   * Adds a layer, and returns its removal. `expectCommand` is called before a call in the process changes something; it throws if
   * only requests may.
   */
  use(layer: Layer, expectCommand: () => void = () => {}): () => void {
    const added = { layer, expectCommand };
    this.#set([...this.#layers, added]);
    return () => this.#set(this.#layers.filter((one) => one !== added));
  }

  /** @throws MockError `conflict` if only requests may change something */
  expectCommand(): void {
    for (const { expectCommand } of this.#layers) expectCommand();
  }

  #set(layers: readonly Added[]): void {
    this.#layers = layers;
    this.#answer = layers.reduce((app, { layer }) => layer(app), this.#app);
  }
}
