/** The token in an `Authorization: Bearer <token>` header, `Bearer` in any case (P2); undefined for any other header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
}
