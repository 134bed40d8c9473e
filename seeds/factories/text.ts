/** Converts a text to a-z and 0-9. Other characters become one separator: `Malmö & Co` becomes `malmo_co`. */
export function fold(text: string, separator: string): string {
  return wordsOf(text).join(separator);
}

/** The words of a text in a-z and 0-9: `Malmö & Co` has `malmo` and `co`. */
export function wordsOf(text: string): readonly string[] {
  return plain(text.toLowerCase()).match(/[a-z0-9]+/g) ?? [];
}

function plain(text: string): string {
  // Most texts are ASCII. Skipping `normalize` for them saves time.
  return /[^ -~]/.test(text)
    ? text
        .replaceAll('ø', 'o')
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
    : text;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `31400` becomes `31,400`, independently of the locale. */
export function groupThousands(digits: string): string {
  return digits.length > 3 ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : digits;
}
