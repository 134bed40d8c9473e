import { render } from 'preact';
import { App } from './app.jsx';
import { ConsoleModel, type ConsoleSettings, ModelProvider } from './model/console-model.js';
import styles from './style.css?inline';
import tokens from './tokens.css?inline';

/** Renders the console into an element, in a shadow root, so that its styles and those of the page do not meet. Returns a function that removes it. */
export function mount(element: HTMLElement, options: ConsoleSettings): () => void {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  addStyles(root, tokens + styles);
  const model = new ConsoleModel(options);
  const stop = model.start(element.ownerDocument);
  render(
    <ModelProvider value={model}>
      <App />
    </ModelProvider>,
    root,
  );
  return () => {
    render(null, root);
    stop();
  };
}

/** Adds styles to a shadow root, which may be in the document of another window. */
export function addStyles(root: ShadowRoot, text: string): void {
  const { CSSStyleSheet: OfItsWindow } = root.ownerDocument.defaultView as Window & typeof globalThis;
  const sheet = new OfItsWindow();
  sheet.replaceSync(text);
  root.adoptedStyleSheets = [sheet];
}
