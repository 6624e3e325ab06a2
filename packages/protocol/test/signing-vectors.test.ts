import { LIMITS } from '@mkt/protocol';
import { SIGNATURE_PROBLEMS } from '@mkt/protocol/signing';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bodyBytes, signing } from './vectors.ts';
import { keysOf, SIGNERS, verifyCall } from './verify-call.ts';

describe.each(SIGNERS)('%s', (_, createSigner) => {
  it.each(signing.vectors)('gives the expected outcome: $name', async (vector) => {
    const outcome = await verifyCall(createSigner(keysOf(...vector.secrets)), {
      ...vector,
      body: bodyBytes(vector.body),
    });
    const expected = outcome.ok
      ? outcome
      : { ...outcome, message: SIGNATURE_PROBLEMS[outcome.reason] };
    expect(expected).toEqual(vector.expected);
  });
});

describe('the vectors', () => {
  it('cover every reason that can be detected without stored state', () => {
    const reasons = signing.vectors.map(({ expected }) => (expected.ok ? 'none' : expected.reason));
    expect(new Set(reasons)).toEqual(
      new Set([
        'none',
        ...Object.keys(SIGNATURE_PROBLEMS).filter((reason) => reason !== 'replayed'),
      ]),
    );
  });

  it('use the protocol’s tolerance, and each has a unique name', () => {
    expect(signing.toleranceSeconds).toBe(LIMITS.signatureToleranceSeconds);
    const names = signing.vectors.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a library of Standard Webhooks', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const accepted = signing.vectors.filter(({ expected, body }) => expected.ok && 'utf8' in body);

  it.each(accepted)('verifies a good call by its webhook-* headers: $name', (vector) => {
    // The library reads the clock itself.
    vi.useFakeTimers({ now: vector.nowSeconds * 1000, toFake: ['Date'] });
    const text = Buffer.from(bodyBytes(vector.body)).toString('utf8');
    const headers = Object.fromEntries(vector.headers);
    const verifies = vector.secrets.map((secret) => {
      try {
        new Webhook(secret).verify(text, headers, { jsonParse: false });
        return true;
      } catch {
        return false;
      }
    });
    expect(verifies).toContain(true);
  });
});
