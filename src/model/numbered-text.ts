interface NumberedText {
  readonly prefix: string;
  readonly number: number;
}

/** More digits are not exact as a number. */
const DIGITS = 15;

/** The parts of a text such as `report-12`; undefined if it does not end in a number, or the number has a leading zero. */
export function numberedText(text: string): NumberedText | undefined {
  let start = text.length;
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start--;
  if (start === text.length) return undefined;
  const digits = text.slice(start);
  if (digits.length > DIGITS || (digits.length > 1 && digits.startsWith('0'))) return undefined;
  return { prefix: text.slice(0, start), number: Number(digits) };
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
