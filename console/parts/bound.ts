import type { Signal } from '@preact/signals';
import { useConsole } from '../model/console-model.js';

interface Typing {
  readonly currentTarget: { readonly value: string };
}

/** The attributes of a field that shows a signal and sets it. */
export function bound<Text extends string>(text: Signal<Text>) {
  return {
    value: text.value,
    onInput: ({ currentTarget }: Typing) => {
      text.value = currentTarget.value as Text;
    },
  };
}

/** The attributes of a field that shows a filter of the address and sets it; others go back to what they are without it. */
export function useFilter(name: string, others: Readonly<Record<string, ''>> = {}) {
  const { navigation } = useConsole();
  return {
    value: navigation.place.value.query[name] ?? '',
    onInput: ({ currentTarget }: Typing) => navigation.filter({ ...others, [name]: currentTarget.value }),
  };
}
