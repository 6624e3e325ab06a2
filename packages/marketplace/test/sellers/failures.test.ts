import { describe, expect, it } from 'vitest';
import { failureOf } from '../../src/sellers/guarded-fetch.ts';
import { AddressRefused } from '../../src/sellers/connector.ts';

const coded = (code: string) => Object.assign(new Error(`${code} 10.0.0.1:22`), { code });

describe('the reason of a failed request', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'certificate_expired', 'definite'],
    ['CERT_NOT_YET_VALID', 'certificate_not_yet_valid', 'definite'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate_wrong_host', 'definite'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate_untrusted', 'definite'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate_untrusted', 'definite'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate_untrusted', 'definite'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate_untrusted', 'definite'],
    ['CERT_REVOKED', 'certificate_untrusted', 'definite'],
    ['INVALID_CA', 'certificate_untrusted', 'definite'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'not_tls', 'definite'],
    ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'handshake_failed', 'service'],
    ['EPROTO', 'handshake_failed', 'service'],
  ])('is tls for %s: %s', (code, tls, unsent) => {
    expect(failureOf(coded(code), false)).toMatchObject({ reason: 'tls', tls, unsent });
  });

  it.each([
    ['ENOTFOUND', 'name'],
    ['ENODATA', 'name'],
    ['EAI_AGAIN', 'network'],
    ['ESERVFAIL', 'network'],
    ['ETIMEOUT', 'network'],
  ])('is dns for %s', (code, unsent) => {
    expect(failureOf(coded(code), false)).toMatchObject({ reason: 'dns', unsent });
  });

  it.each([
    ['ECONNREFUSED', 'service'],
    ['ECONNRESET', 'service'],
    ['UND_ERR_SOCKET', 'service'],
    ['EHOSTUNREACH', 'network'],
    ['ENETUNREACH', 'network'],
    ['UND_ERR_CONNECT_TIMEOUT', 'network'],
    ['EMFILE', 'network'],
  ])('is connection for %s', (code, unsent) => {
    expect(failureOf(coded(code), false)).toMatchObject({ reason: 'connection', unsent });
  });

  it('is that of the service if one of its addresses refused the connection', () => {
    const error = new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')]);
    expect(failureOf(error, false)).toMatchObject({ reason: 'connection', unsent: 'service' });
  });

  it('is found in causes and in attempts at several addresses', () => {
    const wrapped = new Error('fetch failed', {
      cause: new AggregateError([
        coded('ECONNREFUSED'),
        new Error('x', { cause: new AddressRefused() }),
      ]),
    });
    expect(failureOf(wrapped, false).kind).toBe('refused');
    expect(
      failureOf(new AggregateError([coded('ETIMEDOUT'), coded('CERT_HAS_EXPIRED')]), false),
    ).toMatchObject({ reason: 'tls' });
  });

  it('is dropped, never connection, once the request was sent', () => {
    for (const code of ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT']) {
      const failure = failureOf(coded(code), true);
      expect(failure).toMatchObject({ kind: 'failed', reason: 'dropped' });
      expect(failure.message).not.toMatch(/reached/);
      expect(failure).not.toHaveProperty('unsent');
    }
    expect(failureOf(coded('CERT_HAS_EXPIRED'), true)).toMatchObject({ reason: 'tls' });
  });

  it('is aborted if the marketplace shuts down', () => {
    expect(failureOf(coded('UND_ERR_DESTROYED'), true)).toMatchObject({ reason: 'aborted' });
  });

  it('is connection for a thrown value that is not an error', () => {
    for (const thrown of [undefined, null, 'text', {}, new Error('x')]) {
      expect(failureOf(thrown, false)).toMatchObject({ kind: 'failed', reason: 'connection' });
    }
  });

  it('never contains the message of the error', () => {
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EPROTO']) {
      expect(JSON.stringify(failureOf(coded(code), false))).not.toMatch(
        /10\.0\.0\.1|22|ECONN|ENOT|EPROTO/,
      );
    }
  });
});
