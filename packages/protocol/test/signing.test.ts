import {
  decodeEnvelope,
  encodeEnvelope,
  formatPayload,
  formatSigningSecret,
  SIGNATURE_PROBLEMS,
  signatureHeaders,
  webSigner,
} from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { keysOf, SIGNERS, verifyCall } from './verify-call.ts';

const SECRET = formatSigningSecret(new Uint8Array(32).fill(7));
const KEYS = keysOf(SECRET);
const NOW = 1_750_000_000;
const ENVELOPE = { orderId: 'order-1', listingId: 'listing-1', buyerId: 'buyer-1' };
const bytes = (text: string) => new TextEncoder().encode(text);

const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 50 });
const envelopes = fc.record({ orderId: name, listingId: name, buyerId: name });

const callWith = (payload: string, signature: string, body: Uint8Array) => ({
  headers: [
    ['X-MKT-Payload', payload],
    ['X-MKT-Signature', signature],
  ] as const,
  body,
  nowSeconds: NOW,
});

describe('an envelope', () => {
  it('survives encoding and decoding, in any script', () => {
    fc.assert(
      fc.property(envelopes, (envelope) => {
        const encoded = encodeEnvelope(envelope);
        expect(encoded).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(decodeEnvelope(encoded)).toEqual(envelope);
      }),
    );
  });

  it('is stamped in whole Unix seconds and nothing else', () => {
    expect(formatPayload(ENVELOPE, NOW)).toBe(`${encodeEnvelope(ENVELOPE)}.${NOW}`);
    for (const wrong of [NOW + 0.5, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => formatPayload(ENVELOPE, wrong)).toThrow(RangeError);
    }
  });
});

describe.each(SIGNERS)('%s', (_, createSigner) => {
  const signer = createSigner(KEYS);

  it('accepts what it signed, whatever the body', async () => {
    await fc.assert(
      fc.asyncProperty(envelopes, fc.uint8Array({ maxLength: 300 }), async (envelope, body) => {
        const payload = formatPayload(envelope, NOW);
        const signature = await signer.sign(payload, body);
        const outcome = await verifyCall(signer, callWith(payload, signature, body));
        expect(outcome).toEqual({ ok: true, envelope });
      }),
    );
  });

  it('refuses every single-bit change of the body, the payload and the signature', async () => {
    const payload = formatPayload(ENVELOPE, NOW);
    const body = bytes('{"text":"Grüße"}');
    const signature = await signer.sign(payload, body);
    const parts = [bytes(payload), bytes(signature), body] as const;
    for (const [changed, part] of parts.entries()) {
      for (let bit = 0; bit < part.length * 8; bit++) {
        const [p, s, b] = parts.map((each, i) =>
          i === changed ? withBitFlipped(each, bit) : each,
        );
        const call = callWith(latin1(p), latin1(s), b ?? body);
        const outcome = await verifyCall(signer, call);
        expect(outcome, `part ${changed}, bit ${bit}`).toMatchObject({ ok: false });
      }
    }
  });

  it('refuses one changed bit of any call', async () => {
    await fc.assert(
      fc.asyncProperty(
        envelopes,
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.constantFrom(0, 1, 2),
        fc.nat(),
        async (envelope, body, changed, at) => {
          const payload = formatPayload(envelope, NOW);
          const parts: Uint8Array[] = [
            bytes(payload),
            bytes(await signer.sign(payload, body)),
            body,
          ];
          const part = parts[changed] ?? body;
          parts[changed] = withBitFlipped(part, at % (part.length * 8));
          const [p, s, b = body] = parts;
          const outcome = await verifyCall(signer, callWith(latin1(p), latin1(s), b));
          expect(outcome.ok).toBe(false);
        },
      ),
    );
  });

  it('signs with every key it has, in their order', async () => {
    const both = keysOf(SECRET, formatSigningSecret(new Uint8Array(32).fill(8)));
    const payload = formatPayload(ENVELOPE, NOW);
    const each: string[] = [];
    for (const key of both) each.push(await createSigner([key]).sign(payload, bytes('x')));
    expect(await createSigner(both).sign(payload, bytes('x'))).toBe(each.join(' '));
  });

  it('accepts nothing when it has no key', async () => {
    const payload = formatPayload(ENVELOPE, NOW);
    const signature = await signer.sign(payload, bytes(''));
    const outcome = await verifyCall(createSigner([]), callWith(payload, signature, bytes('')));
    expect(outcome).toEqual({ ok: false, reason: 'bad_signature' });
  });

  it('is accepted by Standard Webhooks under the webhook-* headers, and accepts what that signs', async () => {
    const now = new Date();
    const seconds = Math.floor(now.getTime() / 1000);
    const webhook = new Webhook(SECRET);
    const text = JSON.stringify({ text: 'Grüße, 世界 👋' });
    const payload = formatPayload(ENVELOPE, seconds);

    const headers = signatureHeaders(payload, await signer.sign(payload, bytes(text)));
    expect(webhook.verify(text, headers)).toEqual({ text: 'Grüße, 世界 👋' });
    expect(() => webhook.verify(`${text} `, headers)).toThrow('No matching signature');

    const librarySignature = webhook.sign(encodeEnvelope(ENVELOPE), now, text);
    const call = { ...callWith(payload, librarySignature, bytes(text)), nowSeconds: seconds };
    expect(await verifyCall(signer, call)).toEqual({ ok: true, envelope: ENVELOPE });
  });
});

describe('the two signers', () => {
  it('make the same signatures', async () => {
    const node = nodeSigner(KEYS);
    const web = webSigner(KEYS);
    await fc.assert(
      fc.asyncProperty(envelopes, fc.uint8Array(), async (envelope, body) => {
        const payload = formatPayload(envelope, NOW);
        expect(await web.sign(payload, body)).toBe(node.sign(payload, body));
      }),
    );
  });
});

describe('webSigner', () => {
  it('rejects the call, and nothing else, when the runtime refuses its key', async () => {
    const signer = webSigner([new Uint8Array(0)]);
    // A turn in which an unhandled rejection would fail this run.
    await new Promise((resolve) => setImmediate(resolve));
    await expect(signer.sign('a.1', bytes(''))).rejects.toThrow(DOMException);
  });
});

describe('the headers of a signed call', () => {
  it('are ours, and the same values under the names of Standard Webhooks', () => {
    expect(signatureHeaders('ZW52.1750000000', 'v1,c2ln')).toEqual({
      'X-MKT-Payload': 'ZW52.1750000000',
      'X-MKT-Signature': 'v1,c2ln',
      'webhook-id': 'ZW52',
      'webhook-timestamp': '1750000000',
      'webhook-signature': 'v1,c2ln',
    });
  });
});

describe('the messages of refused calls', () => {
  it('begin with the words of docs/reference/seller-interface.md#signing when headers are missing', () => {
    expect(SIGNATURE_PROBLEMS.missing_headers).toMatch(/^Missing .* headers$/);
  });

  it('differ, so that each says which step failed', () => {
    const messages = Object.values(SIGNATURE_PROBLEMS);
    expect(new Set(messages).size).toBe(messages.length);
  });
});

function withBitFlipped(part: Uint8Array, bit: number): Uint8Array {
  const changed = Uint8Array.from(part);
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return changed;
}

/** Header values are bytes; Node reads them as Latin-1. */
function latin1(header: Uint8Array | undefined): string {
  return Buffer.from(header ?? []).toString('latin1');
}
