import { callService, newSigningSecret } from '@mkt/seller-kit/testing';
import type { Service } from '@mkt/seller-kit';
import { formatPayload, parseSigningSecret, type Signer } from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';
import { describe, expect, it, vi } from 'vitest';
import { sampleService, SECRET, type Run } from './sample-service.ts';

const OTHER = newSigningSecret();
const ENVELOPE = { orderId: 'order-1', listingId: 'listing-1', buyerId: 'buyer-1' };

const signerOf = (secret: string): Signer => nodeSigner([parseSigningSecret(secret)!]);
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** The three parts of a signed call, each of which a test may change before sending. */
function signedParts(body: string, payload = formatPayload(ENVELOPE, nowSeconds())) {
  const signature = signerOf(SECRET).sign(payload, Buffer.from(body)) as string;
  return { body, payload, signature };
}

async function send(
  service: Service,
  { body, payload, signature }: { body: BodyInit; payload?: string; signature?: string },
) {
  const headers = new Headers();
  if (payload !== undefined) headers.set('x-mkt-payload', payload);
  if (signature !== undefined) headers.set('x-mkt-signature', signature);
  const response = await service.fetch(
    new Request('http://seller.test/run', { method: 'POST', headers, body }),
  );
  return { status: response.status, ...((await response.json()) as { error?: string }) };
}

/** Replaces a character by another printable one, which a header may contain. */
const changed = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

const everyIndex = (text: string) => Array.from(text, (_, index) => index);

describe('a call', () => {
  it('runs when it is signed by the marketplace', async () => {
    const run = vi.fn<Run>(() => ({ length: 5 }));
    const { status } = await callService(sampleService({ run }), { text: 'Hello' }, ENVELOPE);
    expect(status).toBe(200);
    expect(run.mock.calls[0]).toMatchObject([{ text: 'Hello' }, { ...ENVELOPE, verified: true }]);
  });

  it('is accepted with the old and with the new secret while the seller has both', async () => {
    for (const signingSecret of [`${SECRET},${OTHER}`, `${OTHER} , ${SECRET}`, [OTHER, SECRET]]) {
      const service = sampleService({ signingSecret });
      expect((await callService(service, { text: 'a' }, { secret: SECRET })).status).toBe(200);
      expect((await callService(service, { text: 'a' }, { secret: OTHER })).status).toBe(200);
    }
  });

  it('is accepted with signatures of several secrets, whichever the seller has', async () => {
    const { body, payload, signature } = signedParts('{"text":"a"}');
    const other = signerOf(OTHER).sign(payload, Buffer.from(body)) as string;
    const both = { body, payload, signature: `${other} v9,unknown ${signature}` };
    expect((await send(sampleService(), both)).status).toBe(200);
  });

  it('is refused with 401 when both headers are missing, or either, or empty', async () => {
    const { body, payload, signature } = signedParts('{"text":"a"}');
    const service = sampleService();
    const refused = { status: 401, error: 'Missing X-MKT-Signature or X-MKT-Payload headers' };
    expect(await send(service, { body })).toEqual(refused);
    expect(await send(service, { body, payload })).toEqual(refused);
    expect(await send(service, { body, signature })).toEqual(refused);
    expect(await send(service, { body, payload: '', signature })).toEqual(refused);
    expect(await send(service, { body, payload, signature: '' })).toEqual(refused);
  });

  it('is refused when it is signed with a different secret', async () => {
    const { status, body } = await callService(sampleService(), { text: 'a' }, { secret: OTHER });
    expect(status).toBe(401);
    expect(body).toEqual({ error: 'The signature does not match the payload and the body' });
  });

  it.each([
    [301, 'The timestamp of the signature is too old'],
    [86_400, 'The timestamp of the signature is too old'],
    [-310, 'The timestamp of the signature is in the future'],
  ])('is refused at an age of %i seconds', async (ageSeconds, error) => {
    const outcome = await callService(sampleService(), { text: 'a' }, { ageSeconds });
    expect([outcome.status, outcome.body]).toEqual([401, { error }]);
  });

  it.each([290, -290])('is accepted at an age of %i seconds', async (ageSeconds) => {
    const outcome = await callService(sampleService(), { text: 'a' }, { ageSeconds });
    expect(outcome.status).toBe(200);
  });
});

describe('a call that was changed in transit', () => {
  const setUp = () => {
    const run = vi.fn<Run>(() => ({ length: 1 }));
    return { run, service: sampleService({ run }), good: signedParts('{"text":"Grüße 👋"}') };
  };

  /** Which of the changed calls were not refused with 401. */
  async function accepted(service: Service, calls: Parameters<typeof send>[1][]) {
    const statuses = await Promise.all(
      calls.map(async (call) => (await send(service, call)).status),
    );
    return calls.filter((_, index) => statuses[index] !== 401);
  }

  it('refuses a change of any byte of the body', async () => {
    const { run, service, good } = setUp();
    const bytes = Buffer.from(good.body);
    const bodies = Array.from(bytes).flatMap((byte, at) =>
      [0x01, 0x20, 0x80].map((bit) => bytes.with(at, byte ^ bit)),
    );
    expect(
      await accepted(
        service,
        bodies.map((body) => ({ ...good, body })),
      ),
    ).toEqual([]);
    expect(run).not.toHaveBeenCalled();
  });

  it('refuses a change of any character of the payload', async () => {
    const { run, service, good } = setUp();
    const payloads = everyIndex(good.payload).map((at) => changed(good.payload, at));
    expect(
      await accepted(
        service,
        payloads.map((payload) => ({ ...good, payload })),
      ),
    ).toEqual([]);
    expect(run).not.toHaveBeenCalled();
  });

  it('refuses a change of any character of the signature', async () => {
    const { run, service, good } = setUp();
    const signatures = everyIndex(good.signature).map((at) => changed(good.signature, at));
    const calls = signatures.map((signature) => ({ ...good, signature }));
    expect(await accepted(service, calls)).toEqual([]);
    expect(run).not.toHaveBeenCalled();
  });

  it('refuses a byte added or removed at either end of the body', async () => {
    const { run, service, good } = setUp();
    const { body } = good;
    for (const other of [
      `${body} `,
      ` ${body}`,
      `${body}\n`,
      body.slice(0, -1),
      body.slice(1),
      '',
    ]) {
      expect((await send(service, { ...good, body: other })).status).toBe(401);
    }
    expect(run).not.toHaveBeenCalled();
  });

  it('refuses the same JSON written differently', async () => {
    const { run, service } = setUp();
    const good = signedParts('{ "text": "a", "limit": 1.0 }');
    const body = JSON.stringify(JSON.parse(good.body));
    expect((await send(service, { ...good, body })).status).toBe(401);
    expect(run).not.toHaveBeenCalled();
  });

  it.each([
    ['hex', (mac: Buffer) => `v1,${mac.toString('hex')}`],
    ['base64url', (mac: Buffer) => `v1,${mac.toString('base64url')}`],
    ['base64 without padding', (mac: Buffer) => `v1,${mac.toString('base64').replace(/=+$/, '')}`],
    ['base64 with spare bits set', (mac: Buffer) => `v1,${withSpareBits(mac)}`],
    ['no version', (mac: Buffer) => mac.toString('base64')],
    ['another version', (mac: Buffer) => `v2,${mac.toString('base64')}`],
    ['an upper-case version', (mac: Buffer) => `V1,${mac.toString('base64')}`],
    ['a prefix as of GitHub', (mac: Buffer) => `sha256=${mac.toString('hex')}`],
    ['two spaces between', (mac: Buffer) => `v2,a  v1,${mac.toString('base64')}`],
    ['a part of the MAC', (mac: Buffer) => `v1,${mac.subarray(0, 16).toString('base64')}`],
    ['an empty MAC', () => 'v1,'],
  ])('refuses the signature written as %s', async (_, write) => {
    const { run, service, good } = setUp();
    const mac = Buffer.from(good.signature.slice('v1,'.length), 'base64');
    expect((await send(service, { ...good, signature: write(mac) })).status).toBe(401);
    expect(run).not.toHaveBeenCalled();
  });

  it('refuses the signature of another call', async () => {
    const { run, service, good } = setUp();
    const later = signedParts(good.body, formatPayload(ENVELOPE, nowSeconds() - 1));
    expect((await send(service, { ...good, signature: later.signature })).status).toBe(401);
    expect((await send(service, { ...good, payload: later.payload })).status).toBe(401);
    expect(run).not.toHaveBeenCalled();
  });
});

/** The same 32 bytes: the last character before the padding has two bits that are not read. */
function withSpareBits(mac: Buffer): string {
  const text = mac.toString('base64');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const last = text.length - 2;
  const spelled = text.slice(0, last) + alphabet[alphabet.indexOf(text[last]!) + 1] + '=';
  expect(Buffer.from(spelled, 'base64')).toEqual(mac);
  return spelled;
}

describe('a payload that is correctly signed but not a valid envelope', () => {
  const base64url = (value: string | Uint8Array) => Buffer.from(value).toString('base64url');

  it.each([
    ['not JSON', base64url('orderId=1')],
    ['not UTF-8', base64url(Uint8Array.of(0x7b, 0xff, 0x7d))],
    ['null', base64url('null')],
    ['a list', base64url('["order-1"]')],
    ['without an order', base64url('{"listingId":"l","buyerId":"b"}')],
    ['with an order that is a number', base64url('{"orderId":1,"listingId":"l","buyerId":"b"}')],
    ['with an empty order', base64url('{"orderId":"","listingId":"l","buyerId":"b"}')],
    [
      'with a __proto__ for an order',
      base64url('{"__proto__":{"orderId":"o"},"listingId":"l","buyerId":"b"}'),
    ],
    ['a base64url of odd length', 'A'],
  ])('is refused: %s', async (_, envelope) => {
    const run = vi.fn<Run>(() => ({ length: 1 }));
    const call = signedParts('{"text":"a"}', `${envelope}.${nowSeconds()}`);
    expect(await send(sampleService({ run }), call)).toEqual({
      status: 401,
      error: 'The envelope in X-MKT-Payload cannot be read',
    });
    expect(run).not.toHaveBeenCalled();
  });

  it.each([
    ['no timestamp', 'e30'],
    ['a fraction', `e30.${nowSeconds()}.5`],
    ['an exponent', 'e30.1e9'],
    ['a sign', `e30.+${nowSeconds()}`],
    ['a leading zero', `e30.0${nowSeconds()}`],
    ['padding', `e30=.${nowSeconds()}`],
  ])('is refused by its shape: %s', async (_, payload) => {
    expect(await send(sampleService(), signedParts('{"text":"a"}', payload))).toEqual({
      status: 401,
      error: 'X-MKT-Payload is not of the form <envelope>.<timestamp>',
    });
  });
});
