import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
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

export type NumberRef = RefObject<HTMLInputElement | null>;

/** Whether a field of a number holds what is none, such as `1e`: its value is then an empty text. The browser says so at the field. */
export function isUnreadable(field: NumberRef | undefined): boolean {
  const input = field?.current;
  if (!input?.validity.badInput) return false;
  input.reportValidity();
  return true;
}
