/**
 * The text in one spelling: composed letters and combining marks, full and half width, upper and lower case (ß is also SS, and
 * the two small sigmas are one) are the same.
 */
export function normalSpelling(text: string): string {
  const lower = text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return lower.normalize('NFKC').replace(/\s+/g, ' ');
}
