/** Focuses an element if what had the focus is gone. A focus in the page around a panel stays where it is. */
export function takeLostFocus(element: HTMLElement | null | undefined): void {
  const { activeElement, body } = element?.ownerDocument ?? {};
  if (activeElement === body) element?.focus({ preventScroll: true });
}
