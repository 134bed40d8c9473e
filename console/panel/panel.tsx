import { effect } from '@preact/signals';
import { render } from 'preact';
import { addStyles } from '../mount.jsx';
import tokens from '../tokens.css?inline';
import { Frame } from './frame.jsx';
import type { Layout } from './layout.js';
import styles from './panel.css?inline';
import { PanelModel, type PanelOptions } from './panel-model.js';
import { Toggle } from './toggle.jsx';

/** The panel in a page. */
export interface Panel {
  /** Opens the panel. Does nothing if it is open. */
  open(): void;
  /** Closes the panel. The button stays. */
  close(): void;
  /** Removes the panel and its button. */
  unmount(): void;
}

const NAME = 'briefs-mock-console';

/** The element of the panel, with the function that removes it, which another copy of this module may have made. */
type PanelElement = HTMLElement & { removePanel?: () => void };

/** Adds the button and, while it is open, the panel. There is one in a page: it takes the place of one that is there. */
export function mountPanel(parent: HTMLElement, options: PanelOptions): Panel {
  document.querySelector<PanelElement>(NAME)?.removePanel?.();
  const host: PanelElement = document.createElement(NAME);
  const root = host.attachShadow({ mode: 'open' });
  parent.append(host);
  addStyles(root, tokens + styles);
  const model = new PanelModel(options, root);
  const stops = [...model.start(), renderPanel(model, root), () => host.remove()];
  host.removePanel = () => {
    for (const stop of stops.splice(0)) stop();
  };
  return {
    open: () => model.change({ isOpen: true }),
    close: () => model.change({ isOpen: false }),
    unmount() {
      model.ownWindow.value?.close();
      host.removePanel?.();
    },
  };
}

function renderPanel(model: PanelModel, root: ShadowRoot): () => void {
  const stop = effect(() => {
    const layout = model.layout.value;
    const isDocked = layout.isOpen && !layout.isApart;
    makeRoom(isDocked ? layout : undefined);
    const toggle = () => model.toggle();
    render(
      isDocked ? (
        <Frame layout={layout} model={model} />
      ) : (
        <Toggle counts={model.attention.counts.value} isOpen={layout.isOpen} onToggle={toggle} />
      ),
      root,
    );
  });
  return () => {
    stop();
    makeRoom(undefined);
    render(null, root);
  };
}

/** Lets the page end where the panel begins. */
function makeRoom(layout: Layout | undefined): void {
  const { style } = document.documentElement;
  style.paddingBlockEnd = layout?.dock === 'bottom' ? `${layout.bottom}px` : '';
  style.paddingInlineEnd = layout?.dock === 'right' ? `${layout.right}px` : '';
}
