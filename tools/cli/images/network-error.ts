const UNKNOWN_AUTHORITY = 'no known authority has signed its certificate: set NODE_EXTRA_CA_CERTS to the file with the certificate of the authority';
const NO_TLS = 'the answer is not TLS';

/** By the code of Node. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the connection ends before the answer is complete',
  ENOTFOUND: 'DNS has no such host',
  EAI_AGAIN: 'DNS does not answer',
  ENETUNREACH: 'the network is unreachable',
  EHOSTUNREACH: 'the host is unreachable',
  ENOENT: 'the socket does not exist',
  EACCES: 'access to the socket is not permitted',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
};

/** Describes the reason why a request has no answer. */
export function describeNetworkError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return isWithoutTls(error) ? NO_TLS : REASONS[code ?? ''] ?? message;
}

/** The server uses HTTP without TLS. The reason of OpenSSL depends on the first bytes of the answer. */
export function isWithoutTls(error: unknown): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return /^(EPROTO|ERR_SSL_)/.test(code) && /wrong version number|packet length too long/.test(message);
}
