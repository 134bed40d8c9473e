const UNKNOWN_AUTHORITY =
  'its certificate is not of an authority that Node knows; name the file of a private authority in NODE_EXTRA_CA_CERTS';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED)',
  ENOTFOUND: 'there is no such host (ENOTFOUND)',
  ECONNRESET: 'the server closed the connection (ECONNRESET)',
  UND_ERR_SOCKET: 'the server closed the connection',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it is not a server with https; is http right?',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
};

/** Why a server has not answered, from the error of `fetch` or of a module of Node. `reason` is that of OpenSSL. */
export function connectionProblem(thrown: unknown): string {
  const error = thrown as { message?: string; cause?: unknown } | undefined;
  const cause = (error?.cause ?? error) as { code?: string; reason?: string; message?: string } | undefined;
  return reasons[cause?.code ?? ''] ?? cause?.reason ?? cause?.message ?? error?.message ?? String(thrown);
}
