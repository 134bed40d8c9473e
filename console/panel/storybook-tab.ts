import { memoryAddressBar } from '../model/place.js';
import { mount } from '../mount.jsx';
import { leaveLostSession } from './kept-session.js';
import type { Panel } from './panel.jsx';
import type { PanelOptions } from './panel-model.js';

/** The name under which the addon offers its tab to the page of the story: a property of Storybook's window, and an event. */
const TAB = 'briefs-mock:tab';

type Around = Window & { [TAB]?: HTMLElement | null };

/** Removes the console that is in the tab. */
let unmountPresent = () => {};

/** Puts the console into the tab of the addon while it is open. The page around may have none: then it puts it nowhere. */
export function mountTab({ session, ...settings }: Pick<PanelOptions, 'fetch' | 'onPersona' | 'session'>): Panel {
  // There is one in a page.
  unmountPresent();
  const around = window.parent as Around;
  const addressBar = memoryAddressBar(session);
  void leaveLostSession(settings.fetch, addressBar, session);
  let leave = () => {};
  const enter = () => {
    leave();
    const tab = around[TAB];
    leave = tab ? mount(tab, { ...settings, addressBar }) : () => {};
  };
  const unmount = () => {
    leave();
    leave = () => {};
    around.removeEventListener(TAB, enter);
  };
  try {
    around.addEventListener(TAB, enter);
    enter();
  } catch {
    // The page around is of another origin, which cannot be seen.
    return { open() {}, close() {}, unmount() {} };
  }
  unmountPresent = unmount;
  // The tab outlives the page of a story.
  window.addEventListener('pagehide', unmount);
  return { open() {}, close() {}, unmount };
}
