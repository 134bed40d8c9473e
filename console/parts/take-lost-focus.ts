/** Focuses an element if nothing has the focus, as after its element is gone. A focus in the page around a panel stays where it is. */
export function takeLostFocus(element: HTMLElement | null | undefined): void {
  const { activeElement, body } = element?.ownerDocument ?? {};
  if (activeElement === body) element?.focus({ preventScroll: true });
}
