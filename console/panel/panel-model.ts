import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ListedChapter } from 'briefs-mock';
import type { ChapterList } from '../../src/control/chapters.js';
import type { Health } from '../../src/control/health.js';
import type { ListedScenario } from '../../src/control/scenarios.js';
import type { ConsoleSettings, ReadClock } from '../model/console-model.js';
import { ControlApi } from '../model/control-api.js';
import { memoryAddressBar, Navigation } from '../model/place.js';
import { type StoryPlace, storyOf } from '../model/story.js';
import { mount } from '../mount.jsx';
import { Attention } from './attention.js';
import { leaveLostSession } from './kept-session.js';
import { type Dock, fitting, keptLayout, type Layout } from './layout.js';
import { type OwnWindow, openOwnWindow } from './own-window.js';
import { PageClock } from './page-clock.js';

export interface PanelOptions extends Pick<ConsoleSettings, 'fetch' | 'onPersona'> {
  /** Whether it is open, and where, as long as nobody has chosen. */
  readonly open: boolean;
  readonly dock: Dock;
  /** The session that it shows at first, if it is not the default session. */
  readonly session?: string | undefined;
}

/** What the panel shows, and what its buttons and keys do. */
export class PanelModel {
  readonly #options: PanelOptions;
  readonly #root: ShadowRoot;
  readonly #kept: ReturnType<typeof keptLayout>;
  readonly #page = signal(pageSize());
  readonly #clock = new PageClock();
  readonly #api: ControlApi;
  readonly addressBar: ReturnType<typeof memoryAddressBar>;
  readonly attention: Attention;
  /** As it fits into the page. */
  readonly layout: ReadonlySignal<Layout>;
  /** The chapters of the scenario; undefined if it has none. */
  readonly story = signal<StoryPlace | undefined>(undefined);
  readonly ownWindow = signal<OwnWindow | undefined>(undefined);

  constructor(options: PanelOptions, root: ShadowRoot) {
    this.#options = options;
    this.#root = root;
    this.#kept = keptLayout({ isOpen: options.open, dock: options.dock });
    this.layout = computed(() => fitting(this.#kept.value, this.#page.value));
    this.addressBar = memoryAddressBar(options.session);
    const { session } = new Navigation(this.addressBar);
    this.#api = new ControlApi(options.fetch, session, signal(''));
    const ready = leaveLostSession(options.fetch, this.addressBar, options.session);
    this.attention = new Attention(this.#api, ready, (clock) => this.#setTime(clock));
  }

  change(changes: Partial<Layout>): void {
    this.#kept.value = { ...this.#kept.value, ...changes };
  }

  /** Opens the panel or closes it, as somebody asks; then they go on in it, or at the button. */
  toggle(): void {
    this.change({ isOpen: !this.#kept.value.isOpen });
    if (this.ownWindow.value === undefined) this.#root.querySelector<HTMLElement>('.panel, .toggle')?.focus();
  }

  /** Puts the console into an element. Returns a function that removes it. */
  mountInto(element: HTMLElement): () => void {
    const { fetch, onPersona } = this.#options;
    return mount(element, { fetch, onPersona, addressBar: this.addressBar, onClock: (clock) => this.#setTime(clock) });
  }

  /** Starts to follow the mock, the keys and the size of the page. Returns the functions that end it. */
  start(): (() => void)[] {
    const onResize = () => {
      this.#page.value = pageSize();
    };
    const { host } = this.#root;
    window.addEventListener('keydown', this.#onKey);
    window.addEventListener('resize', onResize);
    let hasLooked = this.layout.value.isOpen;
    return [
      () => window.removeEventListener('keydown', this.#onKey),
      () => window.removeEventListener('resize', onResize),
      whenever(
        () => this.layout.value.isOpen && !this.layout.value.isApart,
        () => {
          host.addEventListener('keydown', this.#onOwnKey);
          return () => host.removeEventListener('keydown', this.#onOwnKey);
        },
      ),
      whenever(
        () => !this.layout.value.isOpen,
        () => {
          const stop = this.attention.follow({ hasLooked });
          return () => {
            this.attention.look();
            hasLooked = true;
            stop();
          };
        },
      ),
      whenever(
        () => this.layout.value.isOpen && this.layout.value.isApart,
        () => this.#openOwnWindow(),
      ),
      whenever(
        () => this.layout.value.hasMockTime,
        () => () => this.#clock.stop(),
      ),
    ];
  }

  /** Lets the page have the time of the mock, or that of the machine. */
  shareTime(hasMockTime: boolean): void {
    this.change({ hasMockTime });
    if (!hasMockTime) return;
    this.attention.readClock().catch(() => {
      // It is read again when the mock answers.
    });
  }

  /** Goes to a chapter, and logs the application in as the person whose view it shows. */
  async goTo({ name, as }: ListedChapter): Promise<void> {
    await this.#api.send('POST', `/__mock/chapters/${name}`);
    await this.#readStory();
    const { onPersona } = this.#options;
    if (as === null || onPersona === undefined) return;
    const email = await this.#emailOf(as);
    if (email === undefined) return;
    const { token } = await this.#api.send<{ token: string }>('POST', '/__mock/tokens', { email });
    await onPersona({ email, token });
  }

  /** The e-mail of a persona of the present scenario; undefined if there is none. An e-mail stays as it is. */
  async #emailOf(person: string): Promise<string | undefined> {
    if (person.includes('@')) return person;
    const [{ data }, { scenario }] = await Promise.all([
      this.#api.get<{ data: ListedScenario[] }>('/__mock/scenarios'),
      this.#api.get<Health>('/__mock/health'),
    ]);
    const present = data.find(({ name }) => name === scenario);
    return present?.personas.find(({ key }) => key === person)?.email;
  }

  /** Which chapter it is follows from the clock. */
  async #readStory(): Promise<void> {
    try {
      this.story.value = storyOf(await this.#api.get<ChapterList>('/__mock/chapters'));
    } catch {
      // The console asks for a missing token, and says what is wrong.
    }
  }

  #setTime(clock: ReadClock): void {
    void this.#readStory();
    if (this.#kept.value.hasMockTime) this.#clock.follow(clock);
  }

  #openOwnWindow(): () => void {
    const onClosed = () => this.change({ isOpen: false, isApart: false });
    const own = openOwnWindow({ onKey: this.#onKey, onClosed });
    if (own === undefined) {
      this.change({ isApart: false });
      return () => {};
    }
    this.ownWindow.value = own;
    const stop = this.mountInto(own.content);
    return () => {
      this.ownWindow.value = undefined;
      stop();
      const { isOpen, isApart } = this.#kept.value;
      if (isOpen && isApart) own.leave();
      else own.close();
    };
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const isToggle = event.altKey && event.shiftKey && event.code === 'KeyM';
    if (isToggle || (event.key === 'Escape' && this.layout.value.isOpen && this.#isOurs(event))) this.toggle();
  };

  /** The page sees the panel and not the field in it, so it would take what is typed there for its shortcuts. */
  readonly #onOwnKey = (event: Event): void => {
    this.#onKey(event as KeyboardEvent);
    event.stopPropagation();
  };

  /** Whether a key closes the panel, and nothing in it. */
  #isOurs(event: KeyboardEvent): boolean {
    const [target, ...around] = event.composedPath() as Element[];
    if (event.defaultPrevented || target?.closest?.('dialog, select')) return false;
    // An element of another window is of another class.
    if (target?.matches?.('input[type=search]') && (target as HTMLInputElement).value !== '') return false;
    return event.view !== window || around.includes(this.#root as unknown as Element);
  }
}

/** Calls a function while something is true, and the one that it returns when it is no longer, or at the end. */
function whenever(isTrue: () => boolean, start: () => () => void): () => void {
  const now = computed(isTrue);
  return effect(() => (now.value ? untracked(start) : undefined));
}

function pageSize(): { readonly width: number; readonly height: number } {
  return { width: window.innerWidth, height: window.innerHeight };
}
