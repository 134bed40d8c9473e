/** A window of its own for the panel, which outlives a reload of the page: it has a name, by which the page finds it again. */
export interface OwnWindow {
  /** Where the console is. */
  readonly content: HTMLElement;
  close(): void;
  /** Leaves it open, for a panel that takes the place of this one. */
  leave(): void;
}

interface OwnWindowListeners {
  /** Somebody has closed it. */
  readonly onClosed: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** @returns undefined if the browser allows no window. */
export function openOwnWindow({ onClosed, onKey }: OwnWindowListeners): OwnWindow | undefined {
  const other = window.open('', 'briefs-mock-console', 'popup,width=1100,height=760');
  const document = other && documentOf(other);
  if (!document) return undefined;
  document.title = `Mock of ${window.document.title || window.location.host}`;
  document.documentElement.lang = 'en';
  document.body.replaceChildren();
  const content = document.createElement('div');
  // As in the page of the console, every key of the window is for it.
  content.id = 'console';
  content.style.cssText = 'position: fixed; inset: 0';
  document.body.append(content);
  other.addEventListener('keydown', onKey);
  other.addEventListener('pagehide', onClosed);
  const leave = () => {
    other.removeEventListener('keydown', onKey);
    other.removeEventListener('pagehide', onClosed);
  };
  return {
    content,
    close() {
      leave();
      other.close();
    },
    leave,
  };
}

/** Closes a window that the page may not touch: a page without an origin, such as a file, gets another one with each reload. */
function documentOf(other: Window): Document | undefined {
  try {
    return other.document;
  } catch {
    other.close();
    return undefined;
  }
}
