export interface OptionsProps {
  /** Each is a value, or a value with the text that is shown for it. */
  readonly of: readonly (string | readonly [value: string, text: string])[];
}

/** The options of a select. */
export function Options({ of: options }: OptionsProps) {
  return (
    <>
      {options.map((option) => {
        const [value, text] = typeof option === 'string' ? [option, option] : option;
        return (
          <option key={value} value={value}>
            {text}
          </option>
        );
      })}
    </>
  );
}
