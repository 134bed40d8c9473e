/** The `n`th value, from 1, of an endlessly repeated list. */
export function cycle<Value>(values: readonly Value[], n: number): Value {
  return values[(n - 1) % values.length] as Value;
}
