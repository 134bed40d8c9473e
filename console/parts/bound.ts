import type { Signal } from '@preact/signals';

/** The attributes of a field that shows a signal and sets it. */
export function bound<Text extends string>(text: Signal<Text>) {
  return {
    value: text.value,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      text.value = currentTarget.value as Text;
    },
  };
}
