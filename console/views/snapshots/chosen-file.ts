import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { StateChanges } from 'briefs-mock';
import { HANDOVER_FORMAT, TRACE_FORMAT } from '../../../src/foundation/file-formats.js';
import { type ControlApi, ControlError } from '../../model/control-api.js';

/** The first characters of a file, which say what it is. */
const HEAD = 100;

/** A file that somebody has chosen: a snapshot, a trace, or both. The mock checks it completely before it does anything. */
export class ChosenFile {
  /** The number of requests of the trace to replay; empty for all. */
  readonly until = signal('');
  /** Whether somebody has edited the file, so that its fingerprint is wrong. */
  readonly isEdited = signal(false);
  /** What the mock is asked for: another object as soon as another file, or another part of it, is chosen. */
  readonly choice: ReadonlySignal<object>;
  readonly isChosen: ReadonlySignal<boolean>;
  readonly hasTrace: ReadonlySignal<boolean>;
  readonly #api: ControlApi;
  readonly #file = signal<File | undefined>(undefined);
  readonly #format = signal<string | undefined>(undefined);

  constructor(api: ControlApi) {
    this.#api = api;
    this.choice = computed(() => {
      return { file: this.#file.value, until: this.until.value, isEdited: this.isEdited.value };
    });
    this.isChosen = computed(() => this.#file.value !== undefined);
    this.hasTrace = computed(() => this.#format.value === TRACE_FORMAT || this.#format.value === HANDOVER_FORMAT);
  }

  get name(): string {
    return this.#file.value?.name ?? '';
  }

  async choose(file: File | undefined): Promise<void> {
    const head = (await file?.slice(0, HEAD).text()) ?? '';
    this.#format.value = /^\s*{\s*"format":\s*"([^"]+)"/.exec(head)?.[1];
    this.until.value = '';
    this.#file.value = file;
  }

  /** What restoring the file would change. */
  async compare(): Promise<StateChanges> {
    return (await this.#send<{ data: StateChanges }>('/__mock/changes')).data;
  }

  /** Restores the state. Returns the tables and columns that no longer exist and were dropped. */
  async restore(): Promise<readonly string[]> {
    return (await this.#send<{ dropped?: string[] }>('/__mock/restore')).dropped ?? [];
  }

  async #send<Answer>(path: string): Promise<Answer> {
    const query = { edited: this.isEdited.value ? 'true' : undefined };
    const api = this.#api.ofPresentSession();
    const response = await api.open(path, { method: 'POST', body: await this.#state(api), query });
    return (await response.json()) as Answer;
  }

  async #state(api: ControlApi): Promise<string> {
    const given = await (this.#file.value as File).text().catch(() => {
      throw new ControlError(0, 'The file cannot be read: it may have changed since it was chosen. Choose it again.');
    });
    const until = this.until.value;
    // A file that was handed over has its last state too, even if secrets in its trace are hidden.
    if (this.#format.value !== TRACE_FORMAT && until === '') return given;
    const query = until === '' ? {} : { until };
    return (await api.open('/__mock/trace/end', { method: 'POST', body: given, query })).text();
  }
}
