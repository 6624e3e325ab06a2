import type { TransportOutcome } from '@mkt/conformance';
import { AddressRefused } from './guarded-connector.ts';
import { SocketBytesExceeded } from './socket-meter.ts';

type Failure = Extract<TransportOutcome, { kind: 'failed' | 'refused' }>;
type Reason = Extract<TransportOutcome, { kind: 'failed' }>['reason'];

/** Messages that hide socket errors, which would reveal which ports are open where. */
const SENTENCES: Readonly<Record<Reason, string>> = {
  timeout: 'did not respond in time',
  connection: 'could not be reached',
  dropped: 'closed the connection without a complete response',
  tls: 'has a TLS certificate that was not accepted',
  dns: 'has a host name that does not resolve',
  too_large: 'sent a larger response than the marketplace accepts',
  aborted: 'was cancelled',
};

export function failure(reason: Reason): Failure {
  return { kind: 'failed', reason, message: SENTENCES[reason] };
}

const REFUSED: Failure = { kind: 'refused', message: 'resolves to an address that is not public' };

const TLS = /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;
/** The failure came before there was a certificate to judge, for example from a plain HTTP server. */
const HANDSHAKE = /^(ERR_SSL|EPROTO)/;
const NO_HANDSHAKE: Failure = { ...failure('tls'), message: 'did not complete the TLS handshake' };
/** Codes of the system's resolver and of name servers. */
const DNS =
  /^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EREFUSED|EFORMERR|ENOTIMP|EBADRESP|EBADNAME|ETIMEOUT|ECANCELLED)$/;

/** An error with all its causes, including those of attempts at several addresses. */
function* errorChain(error: unknown): Generator<Error> {
  if (!(error instanceof Error)) return;
  yield error;
  if (error instanceof AggregateError) for (const each of error.errors) yield* errorChain(each);
  yield* errorChain(error.cause);
}

/** Codes of the parser for bytes that are not an HTTP response. */
const NOT_HTTP = /^HPE_/;
const NO_HTTP: Failure = { ...failure('dropped'), message: 'did not send a valid HTTP response' };

/**
 * Classifies a failed request. `sent`: there was a connection, so the request may have reached the
 * service, and "could not be reached" would be untrue.
 */
export function failureOf(error: unknown, sent: boolean): Failure {
  for (const each of errorChain(error)) {
    if (each instanceof AddressRefused) return REFUSED;
    if (each instanceof SocketBytesExceeded) return failure('too_large');
    const code = 'code' in each ? String(each.code) : '';
    if (code === 'UND_ERR_HEADERS_OVERFLOW') return failure('too_large');
    // The marketplace is shutting down.
    if (code === 'UND_ERR_DESTROYED') return failure('aborted');
    if (sent && NOT_HTTP.test(code)) return NO_HTTP;
    if (HANDSHAKE.test(code)) return NO_HANDSHAKE;
    if (TLS.test(code)) return failure('tls');
    if (DNS.test(code)) return failure('dns');
  }
  return failure(sent ? 'dropped' : 'connection');
}
