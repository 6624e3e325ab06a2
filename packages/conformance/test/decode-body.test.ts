// docs/reference/seller-interface.md#compression: what a service compresses without being asked to.
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBody, ENCODING_SLACK_BYTES } from '../src/index.ts';

const MAX = 100_000;
const TEXT = Buffer.from(`{"rows":[${'"déjà vu",'.repeat(900)}0]}`);
const decoded = async (body: Uint8Array, encoding: string, max = MAX) => {
  const outcome = await decodeBody(body, encoding, max);
  return outcome.kind === 'decoded' ? Buffer.from(outcome.body) : outcome;
};
const ENCODERS = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  GZip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
};

describe('an encoded body', () => {
  it.each(Object.entries(ENCODERS))('in %s is decoded', async (name, encode) => {
    expect(await decoded(encode(TEXT), name)).toEqual(TEXT);
  });

  it('in deflate may leave out the zlib format, at every level', async () => {
    for (const level of [0, 1, 6, 9]) {
      expect(await decoded(deflateRawSync(TEXT, { level }), 'deflate')).toEqual(TEXT);
      expect(await decoded(deflateSync(TEXT, { level }), 'deflate')).toEqual(TEXT);
    }
  });

  it('may be encoded several times, in the order of the header', async () => {
    const twice = brotliCompressSync(gzipSync(TEXT));
    expect(await decoded(twice, 'gzip, identity , br')).toEqual(TEXT);
    expect(await decoded(twice, 'br, gzip')).toMatchObject({ kind: 'unreadable' });
  });

  it('of the identity is the body itself', async () => {
    for (const encoding of ['', 'identity', ' Identity, ']) {
      expect(await decoded(TEXT, encoding)).toEqual(TEXT);
    }
  });

  it('may be empty, as after HEAD', async () => {
    expect(await decoded(Buffer.alloc(0), 'br')).toHaveLength(0);
  });

  it.each([
    ['zstd', zstdCompressSync(TEXT), 'zstd'],
    ['an unknown one beside gzip', gzipSync(TEXT), 'gzip, snappy'],
    ['more than any server sends', TEXT, 'gzip, gzip, gzip, gzip'],
  ])('in %s is refused by name', async (_, body, encoding) => {
    const outcome = await decoded(body, encoding);
    expect(outcome).toMatchObject({ kind: 'unreadable' });
    expect(JSON.stringify(outcome)).toContain(encoding.replace(/^gzip, snappy$/, 'snappy'));
  });

  it('has a name of printable characters in the message, and a short one', async () => {
    const outcome = await decodeBody(TEXT, `\u009b31m${'x'.repeat(500)}`, MAX);
    expect(outcome).toEqual({
      kind: 'unreadable',
      problem: `has the Content-Encoding ?31m${'x'.repeat(36)}, which is not decoded; gzip, deflate and br are`,
    });
  });

  for (const [name, encode] of Object.entries(ENCODERS)) {
    it(`in ${name} is unreadable when it is cut off or corrupt`, async () => {
      const whole = encode(TEXT);
      const corrupt = Buffer.from(whole).fill(0xff, 4, 24);
      for (const body of [whole.subarray(0, -9), whole.subarray(0, 1), corrupt, TEXT]) {
        expect(await decoded(body, name)).toMatchObject({
          kind: 'unreadable',
          problem: expect.stringContaining(`valid ${name.toLowerCase()} data`),
        });
      }
    });

    it(`in ${name} may be as large as the limit when it is decoded, and no larger`, async () => {
      const body = encode(Buffer.alloc(MAX + 1));
      expect(body.length).toBeLessThan(MAX / 100);
      expect(await decoded(body, name, MAX + 1)).toHaveLength(MAX + 1);
      expect(await decoded(body, name, MAX)).toEqual({ kind: 'too_large' });
    });
  }

  it('grows by less than the slack when it cannot be compressed', () => {
    const incompressible = Buffer.from(
      Array.from({ length: 2 ** 20 }, (_, i) => (i * i * 31) >> 3),
    );
    for (const encode of Object.values(ENCODERS)) {
      expect(encode(incompressible).length - 2 ** 20).toBeLessThan(ENCODING_SLACK_BYTES);
    }
  });
});
