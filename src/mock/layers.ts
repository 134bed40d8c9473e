import type { App, Layer } from '../http/call.js';

/** The layers around the app of a mock. The layer that was added last is the outermost. */
export class Layers {
  readonly #app: App;
  /** Each addition has its own object: the same layer may be added twice. */
  #added: readonly { readonly layer: Layer }[] = [];
  #answer: App;

  constructor(app: App, first: Layer | undefined) {
    this.#app = app;
    this.#answer = app;
    if (first !== undefined) this.use(first);
  }

  get isEmpty(): boolean {
    return this.#added.length === 0;
  }

  readonly answer: App = (request, from) => this.#answer(request, from);

  /** Adds a layer, and returns its removal. */
  use(layer: Layer): () => void {
    const added = { layer };
    this.#set([...this.#added, added]);
    return () => this.#set(this.#added.filter((one) => one !== added));
  }

  #set(added: readonly { readonly layer: Layer }[]): void {
    this.#added = added;
    this.#answer = added.reduce((app, { layer }) => layer(app), this.#app);
  }
}
