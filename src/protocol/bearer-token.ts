/** The token of an `Authorization` header of the form `Bearer <token>`, the word's case free (P2); undefined for any other. */
export function bearerToken(header: string | null): string | undefined {
  return /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
}
