// docs/reference/seller-interface.md: HTTPS; a certificate that is not accepted is a failure.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned, type Certificate } from './certificates.ts';
import { openGuarded, textOf } from './guarded.ts';
import { serve, serveTls } from '../../../../test-bed/within-test.ts';
import type { Resolve } from '../../src/sellers/resolve.ts';

const NAME = 'seller.example.com';
const usual = getCACertificates('default');
let trusted: Certificate;
let stranger: Certificate;
let expired: Certificate;

beforeAll(async () => {
  [trusted, stranger, expired] = await Promise.all([
    selfSigned(NAME),
    selfSigned(NAME),
    selfSigned(NAME, -1),
  ]);
  setDefaultCACertificates([...usual, trusted.cert, expired.cert]);
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

const REFUSED = {
  kind: 'failed',
  reason: 'tls',
  message: 'has a TLS certificate that was not accepted',
};

describe('a secure connection', () => {
  it('is made if the certificate is valid for the name', async () => {
    const { outcome } = await fetchFrom(trusted);
    expect(textOf(outcome)).toBe('secure');
  });

  it('is made to an address that the certificate names', async () => {
    const { outcome } = await fetchFrom(trusted, '127.0.0.1');
    expect(textOf(outcome)).toBe('secure');
  });

  it('is refused if the issuer is unknown, and nothing is sent', async () => {
    const { outcome, requests } = await fetchFrom(stranger);
    expect(outcome).toEqual(REFUSED);
    expect(requests()).toBe(0);
  });

  it('is refused if the certificate is for a different name, and nothing is sent', async () => {
    const { outcome, requests } = await fetchFrom(trusted, 'other.example.com');
    expect(outcome).toEqual(REFUSED);
    expect(requests()).toBe(0);
  });

  it('is refused if the certificate has expired, and nothing is sent', async () => {
    const { outcome, requests } = await fetchFrom(expired);
    expect(outcome).toEqual(REFUSED);
    expect(requests()).toBe(0);
  });

  it('is refused if the other side does not use TLS', async () => {
    const server = await serve((_request, response) => response.end());
    const outcome = await openGuarded(loopback).fetch(`https://${NAME}:${server.port}/`);
    expect(outcome).toEqual({ ...REFUSED, message: 'did not complete the TLS handshake' });
  });
});
