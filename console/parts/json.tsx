/** A value as indented JSON; a text as it is. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <pre class="json" role="region" tabIndex={0} aria-label={label}>
      {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </pre>
  );
}
