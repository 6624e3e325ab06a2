import { readFileSync } from 'node:fs';
import { defineService, verifyRequest, type Call, type Service } from '@mkt/seller-kit';
import type { Method } from '@mkt/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordingLogger } from './sample-service.ts';

interface SigningVector {
  name: string;
  secrets: string[];
  method: Method;
  headers: [string, string][];
  body: { utf8: string } | { base64: string };
  nowSeconds: number;
  expected: { ok: true; envelope: object } | { ok: false; message: string };
}

const file = new URL(import.meta.resolve('@mkt/protocol/vectors/signing.json'));
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: SigningVector[] };

afterEach(() => vi.useRealTimers());

/** Passes a vector to the core as an adapter would, repeated headers included. */
function handle(service: Service, { method, headers, body }: SigningVector) {
  const valuesOf = (headerName: string) =>
    headers.filter(([name]) => name.toLowerCase() === headerName).map(([, value]) => value);
  const bytes = 'utf8' in body ? Buffer.from(body.utf8) : Buffer.from(body.base64, 'base64');
  return service.handle({
    method,
    path: '/run',
    query: bytes.toString('utf8'),
    signatureHeaders: () => ({
      signature: valuesOf('x-mkt-signature'),
      payload: valuesOf('x-mkt-payload'),
    }),
    body: async () => ({ ok: true, bytes }),
    base: () => undefined,
    signal: () => new AbortController().signal,
    trace: () => undefined,
  });
}

/** The kit's response to a vector, at the vector's time. */
async function outcomeOf(vector: SigningVector) {
  vi.useFakeTimers({ now: vector.nowSeconds * 1000, toFake: ['Date'] });
  const run = vi.fn<(input: unknown, call: Call) => unknown>(() => null);
  const identified: string[] = [];
  const service = defineService({
    name: 'Vectors',
    description: 'Verified.',
    price: { amountCents: 0 },
    method: vector.method,
    signingSecret: vector.secrets,
    logger: recordingLogger(),
    replay: { add: (orderId) => identified.push(orderId) === 1 },
    run,
  });
  const { status, body } = await handle(service, vector);
  return { status, body, identified, calls: run.mock.calls };
}

/** The outcome of verifyRequest for a vector, at the vector's time. */
async function verified({ secrets, method, headers, body, nowSeconds }: SigningVector) {
  vi.useFakeTimers({ now: nowSeconds * 1000, toFake: ['Date'] });
  const bytes = 'utf8' in body ? Buffer.from(body.utf8) : Buffer.from(body.base64, 'base64');
  const byName = Map.groupBy(headers, ([name]) => name);
  return verifyRequest(
    {
      method,
      url: `/run?${bytes.toString('utf8')}`,
      headers: Object.fromEntries(
        [...byName].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]),
      ),
      body: bytes,
    },
    { signingSecret: secrets, replay: { add: () => true } },
  );
}

const isGood = ({ expected }: SigningVector) => expected.ok;

describe('the signing vectors of the protocol', () => {
  it.each(vectors.filter((vector) => !isGood(vector)))('are refused: $name', async (vector) => {
    const { status, body, identified, calls } = await outcomeOf(vector);
    const { message } = vector.expected as { message: string };
    expect([status, body]).toEqual([401, JSON.stringify({ error: message })]);
    expect([identified, calls]).toEqual([[], []]);
  });

  it.each(vectors.filter(isGood))('are accepted: $name', async (vector) => {
    const { status, identified, calls } = await outcomeOf(vector);
    const { envelope } = vector.expected as { envelope: { orderId: string } };
    expect(identified).toEqual([envelope.orderId]);
    // Some sign a body that is not JSON: the signature is good, and the body is refused.
    expect(calls.map(([, call]) => call)).toMatchObject(status === 400 ? [] : [envelope]);
  });

  it.each(vectors.filter((vector) => !isGood(vector)))(
    'are refused by verifyRequest: $name',
    async (vector) => {
      const { message } = vector.expected as { message: string };
      await expect(verified(vector)).rejects.toMatchObject({ status: 401, message });
    },
  );

  it.each(vectors.filter(isGood))('are accepted by verifyRequest: $name', async (vector) => {
    const { envelope } = vector.expected as { envelope: object };
    expect(await verified(vector)).toMatchObject(envelope);
  });
});
