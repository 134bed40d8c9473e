/** The element of the console that has the focus, seen from another one. */
export function focusedBeside(element: Element | null): Element | null {
  return (element?.getRootNode() as ShadowRoot | undefined)?.activeElement ?? null;
}
