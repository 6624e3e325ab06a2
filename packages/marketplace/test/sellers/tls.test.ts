// docs/reference/seller-interface.md: HTTPS; a certificate that is not accepted is a failure.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned, type Certificate } from './certificates.ts';
import { openGuarded, textOf } from './guarded.ts';
import { serve, serveRaw, serveTls } from '../../../../test-bed/within-test.ts';
import type { Resolve } from '../../src/sellers/resolve.ts';

const NAME = 'seller.example.com';
const usual = getCACertificates('default');
let trusted: Certificate;
let stranger: Certificate;
let expired: Certificate;
let early: Certificate;

beforeAll(async () => {
  [trusted, stranger, expired, early] = await Promise.all([
    selfSigned(NAME),
    selfSigned(NAME),
    selfSigned(NAME, -1),
    selfSigned(NAME, 9, 3),
  ]);
  setDefaultCACertificates([...usual, trusted.cert, expired.cert, early.cert]);
});
afterAll(() => setDefaultCACertificates(usual));

const loopback: { resolve: Resolve } = {
  resolve: (_, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
};

async function fetchFrom(certificate: Certificate, name: string = NAME) {
  let requests = 0;
  const server = await serveTls(certificate, (_request, response) => {
    requests += 1;
    response.end('secure');
  });
  const { fetch } = openGuarded(loopback);
  return { outcome: await fetch(`https://${name}:${server.port}/`), requests: () => requests };
}

/** Nothing is sent, and trying again would not help. */
const refused = (tls: string) => ({ kind: 'failed', reason: 'tls', tls, unsent: 'definite' });

describe('a secure connection', () => {
  it('is made if the certificate is valid for the name', async () => {
    const { outcome } = await fetchFrom(trusted);
    expect(textOf(outcome)).toBe('secure');
  });

  it('is made to an address that the certificate names', async () => {
    const { outcome } = await fetchFrom(trusted, '127.0.0.1');
    expect(textOf(outcome)).toBe('secure');
  });

  it.each([
    ['the issuer is unknown', () => stranger, NAME, 'certificate_untrusted'],
    [
      'the certificate is for a different name',
      () => trusted,
      'a.example.com',
      'certificate_wrong_host',
    ],
    ['the certificate has expired', () => expired, NAME, 'certificate_expired'],
    ['the certificate is not valid yet', () => early, NAME, 'certificate_not_yet_valid'],
  ] as const)('is refused if %s, and nothing is sent', async (_, certificate, name, tls) => {
    const { outcome, requests } = await fetchFrom(certificate(), name);
    expect(outcome).toMatchObject(refused(tls));
    expect(requests()).toBe(0);
  });

  it('is refused if the other side speaks HTTP', async () => {
    const server = await serve((_request, response) => response.end());
    const outcome = await openGuarded(loopback).fetch(`https://${NAME}:${server.port}/`);
    expect(outcome).toEqual({
      ...refused('not_tls'),
      message: 'does not speak TLS on this port',
    });
  });

  it('is refused if the other side greets first, as SSH does', async () => {
    const server = await serveRaw((socket) => socket.write('SSH-2.0-OpenSSH_9.7\r\n'));
    const outcome = await openGuarded(loopback).fetch(`https://${NAME}:${server.port}/`);
    expect(outcome).toMatchObject(refused('not_tls'));
  });

  it('may be tried again if the handshake fails', async () => {
    const server = await serveTls(
      { ...trusted, SNICallback: (_name, done) => done(new Error('no certificate yet')) },
      () => undefined,
    );
    const outcome = await openGuarded(loopback).fetch(`https://${NAME}:${server.port}/`);
    expect(outcome).toMatchObject({ kind: 'failed', unsent: 'service' });
  });
});
