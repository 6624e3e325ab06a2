import { crc32 } from 'node:zlib';
import { formatApiKey, isApiKey, visibleParts } from '@mkt/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(formatApiKey);

const KNOWN = 'mkt_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf1Yo7hP';

describe('an API key', () => {
  it('has the known form for known bytes', () => {
    expect(formatApiKey(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(KNOWN);
    expect(isApiKey(KNOWN)).toBe(true);
  });

  it('is mkt_, 43 base62 characters of 256 bits, and 6 of their CRC-32', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (random) => {
        const key = formatApiKey(random);
        expect(key).toMatch(/^mkt_[0-9A-Za-z]{49}$/);
        const number = (text: string) =>
          text.split('').reduce((sum, each) => sum * 62n + BigInt(ALPHABET.indexOf(each)), 0n);
        const body = key.slice(4, 47);
        expect(number(body)).toBe(BigInt(`0x${Buffer.from(random).toString('hex')}`));
        expect(number(key.slice(47))).toBe(BigInt(crc32(body)));
        expect(isApiKey(key)).toBe(true);
      }),
    );
  });

  it.each([0, 255])('keeps its length when every byte is %d', (byte) => {
    const key = formatApiKey(new Uint8Array(32).fill(byte));
    expect(key).toHaveLength(53);
    expect(isApiKey(key)).toBe(true);
  });

  it('is made of exactly 32 bytes', () => {
    expect(() => formatApiKey(new Uint8Array(31))).toThrow(RangeError);
  });

  it('detects every typo of a single character, offline', () => {
    fc.assert(
      fc.property(keys, (key) => {
        for (let at = 0; at < key.length; at++) {
          for (const character of `${ALPHABET}_- `) {
            if (character === key[at]) continue;
            expect(isApiKey(key.slice(0, at) + character + key.slice(at + 1))).toBe(false);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it('detects every swap of neighbouring characters, offline', () => {
    fc.assert(
      fc.property(keys, (key) => {
        for (let at = 0; at + 1 < key.length; at++) {
          const [a = '', b = ''] = [key[at], key[at + 1]];
          if (a === b) continue;
          expect(isApiKey(key.slice(0, at) + b + a + key.slice(at + 2))).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('detects a missing or extra character, and anything else that is not a key', () => {
    for (const text of ['', 'mkt_', KNOWN.slice(0, -1), `${KNOWN}0`, ` ${KNOWN}`, `${KNOWN}\n`]) {
      expect(isApiKey(text)).toBe(false);
    }
  });

  it('shows only its first eight and last four characters', () => {
    expect(visibleParts(KNOWN)).toEqual({ prefix: KNOWN.slice(0, 8), lastFour: KNOWN.slice(-4) });
  });
});
