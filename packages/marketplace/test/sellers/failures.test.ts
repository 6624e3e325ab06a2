import { describe, expect, it } from 'vitest';
import { failureOf } from '../../src/sellers/guarded-fetch.ts';
import { AddressRefused } from '../../src/sellers/connector.ts';

const coded = (code: string) => Object.assign(new Error(`${code} 10.0.0.1:22`), { code });

describe('the reason of a failed request', () => {
  for (const code of [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'EPROTO',
  ]) {
    it(`is tls for ${code}`, () => {
      expect(failureOf(coded(code), false)).toMatchObject({ kind: 'failed', reason: 'tls' });
    });
  }

  for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ESERVFAIL']) {
    it(`is dns for ${code}`, () => {
      expect(failureOf(coded(code), false)).toMatchObject({ kind: 'failed', reason: 'dns' });
    });
  }

  for (const code of [
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_SOCKET',
  ]) {
    it(`is connection for ${code}`, () => {
      expect(failureOf(coded(code), false)).toMatchObject({ kind: 'failed', reason: 'connection' });
    });
  }

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
