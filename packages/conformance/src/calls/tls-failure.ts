import type { FailureReason } from '@mkt/protocol';
import type { TransportOutcome } from '../transport.ts';

/** Why there was no secure connection to a service. */
export type TlsProblem = Exclude<FailureReason, 'dns' | 'marketplace_network'>;

/** Each is the rest of a sentence that starts with "the service". */
const SENTENCES: Readonly<Record<TlsProblem, string>> = {
  certificate_expired: 'has a TLS certificate that has expired',
  certificate_not_yet_valid: 'has a TLS certificate that is not valid yet',
  certificate_wrong_host: 'has a TLS certificate for a different host name',
  certificate_untrusted:
    'has a TLS certificate that is not trusted: its issuer is unknown, or the intermediate certificates are missing',
  not_tls: 'does not speak TLS on this port',
  handshake_failed: 'did not complete the TLS handshake',
};

/** What a seller does about it. */
const FIXES: Readonly<Record<TlsProblem, string>> = {
  certificate_expired: 'Renew the certificate, and restart what serves it.',
  certificate_not_yet_valid: 'Check the clock of the machine that issued the certificate.',
  certificate_wrong_host: 'Use a certificate for the host name in the address, or that address.',
  certificate_untrusted:
    'Use a certificate of a public authority, and send its intermediate certificates too.',
  not_tls: 'Check the port: https needs a server that speaks TLS there.',
  handshake_failed: 'Check the TLS settings of the server: TLS 1.2 or 1.3, and its host names.',
};

export const tlsFix = (tls: TlsProblem): string => FIXES[tls];

/** What OpenSSL says of bytes that are not TLS, such as an HTTP response or the greeting of SSH. */
const NOT_TLS =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|HTTPS_PROXY_REQUEST|UNKNOWN_PROTOCOL|BAD_RECORD_TYPE)$/;
const UNTRUSTED =
  /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERROR_IN_CERT_|AKID_|SUBJECT_ISSUER_)/;

function problemOf(code: string): TlsProblem | undefined {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return 'certificate_expired';
    case 'CERT_NOT_YET_VALID':
      return 'certificate_not_yet_valid';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return 'certificate_wrong_host';
  }
  if (NOT_TLS.test(code)) return 'not_tls';
  if (/^(EPROTO$|ERR_SSL_)/.test(code)) return 'handshake_failed';
  return UNTRUSTED.test(code) ? 'certificate_untrusted' : undefined;
}

/** The failure that an error code of Node stands for; `undefined` if it is not about TLS. */
export function tlsFailure(
  code: string,
): (Extract<TransportOutcome, { kind: 'failed' }> & { tls: TlsProblem }) | undefined {
  const tls = problemOf(code);
  return tls && { kind: 'failed', reason: 'tls', tls, message: SENTENCES[tls] };
}
