/** What is wrong with the last answer. */
export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
