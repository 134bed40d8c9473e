import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import type { ConsoleSettings } from './model/console-model.js';
import type { memoryAddressBar } from './model/place.js';
import { mount } from './mount.jsx';
import styles from './panel.css?inline';

/** The panel in a page. */
export interface Panel {
  /** Opens the panel. Does nothing if it is open. */
  open(): void;
  /** Closes the panel. The button stays. */
  close(): void;
  /** Removes the panel and its button. */
  unmount(): void;
}

interface PanelOptions {
  readonly console: ConsoleSettings & { readonly addressBar: ReturnType<typeof memoryAddressBar> };
  readonly open: boolean;
}

const SIZE_KEY = 'briefs-mock-console-size';

/** Adds the button and, while it is open, the panel. A closed panel follows nothing. */
export function mountPanel(parent: HTMLElement, options: PanelOptions): Panel {
  const host = document.createElement('briefs-mock-console');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  parent.append(host);

  const isOpen = signal(options.open);
  const { addressBar } = options.console;
  let closeConsole = () => {};
  const show = (element: HTMLElement | null) => {
    closeConsole();
    closeConsole = () => {};
    if (element === null) return;
    const content = element.querySelector('.content') as HTMLElement;
    closeConsole = mount(content, options.console);
    const stopKeeping = keepSize(element);
    const unmountConsole = closeConsole;
    closeConsole = () => {
      stopKeeping();
      unmountConsole();
    };
  };
  const stopRendering = effect(() => {
    const toggle = () => {
      isOpen.value = !isOpen.value;
    };
    render(
      <>
        <button
          type="button"
          class="toggle"
          aria-expanded={isOpen.value}
          aria-keyshortcuts="Alt+Shift+M"
          onClick={toggle}
        >
          Mock
        </button>
        {isOpen.value && (
          <section ref={show} class="panel" aria-label="Console of the mock">
            <header>
              <button type="button" disabled={!addressBar.canGoBack.value} onClick={() => addressBar.back()}>
                Back
              </button>
              <button type="button" onClick={toggle}>
                Close
              </button>
            </header>
            <div class="content" />
          </section>
        )}
      </>,
      root,
    );
  });
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey && event.shiftKey && event.code === 'KeyM') isOpen.value = !isOpen.value;
  };
  window.addEventListener('keydown', onKey);
  return {
    open: () => {
      isOpen.value = true;
    },
    close: () => {
      isOpen.value = false;
    },
    unmount: () => {
      window.removeEventListener('keydown', onKey);
      stopRendering();
      render(null, root);
      host.remove();
    },
  };
}

/** Gives the panel the size that it had last, and remembers that it is resized. A page may forbid storage. */
function keepSize(element: HTMLElement): () => void {
  try {
    const [width, height] = (localStorage.getItem(SIZE_KEY) ?? '').split('x').map(Number);
    if (width && height) Object.assign(element.style, { width: `${width}px`, height: `${height}px` });
  } catch {
    return () => {};
  }
  const observer = new ResizeObserver(() => {
    localStorage.setItem(SIZE_KEY, `${element.offsetWidth}x${element.offsetHeight}`);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
