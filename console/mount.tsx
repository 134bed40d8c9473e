import { render } from 'preact';
import { App } from './app.jsx';
import { ConsoleModel, type ConsoleSettings, ModelProvider } from './model/console-model.js';
import styles from './style.css?inline';
import tokens from './tokens.css?inline';

/** Renders the console into an element, in a shadow root, so that its styles and those of the page do not meet. Returns a function that removes it. */
export function mount(element: HTMLElement, options: ConsoleSettings): () => void {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(tokens + styles);
  root.adoptedStyleSheets = [sheet];
  const model = new ConsoleModel(options);
  const stop = model.start();
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
