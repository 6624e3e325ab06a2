import { randomBytes } from 'node:crypto';
import {
  formatSigningSecret,
  parseSigningSecret,
  parseSigningSecrets,
} from '@mkt/protocol/signing';
import { describe, expect, it } from 'vitest';

const KNOWN = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const KNOWN_KEY = Uint8Array.from({ length: 32 }, (_, i) => i);

describe('a signing secret', () => {
  it('is whsec_ and the base64 of its key', () => {
    expect(formatSigningSecret(KNOWN_KEY)).toBe(KNOWN);
    expect(parseSigningSecret(KNOWN)).toEqual(KNOWN_KEY);
  });

  it('survives writing and reading, for every length that Standard Webhooks allows', () => {
    for (let length = 24; length <= 64; length++) {
      const random = Uint8Array.from(randomBytes(length));
      expect(parseSigningSecret(formatSigningSecret(random))).toEqual(random);
    }
  });

  it('may be written without its padding', () => {
    expect(parseSigningSecret(KNOWN.replace('=', ''))).toEqual(KNOWN_KEY);
  });

  it.each([
    ['empty', ''],
    ['only the prefix', 'whsec_'],
    ['without the prefix', KNOWN.slice(6)],
    ['of another case', KNOWN.replace('whsec_', 'WHSEC_')],
    ['in base64url', KNOWN.replace('AAEC', '-_EC')],
    ['cut off', KNOWN.slice(0, 20)],
    ['of an impossible length', `${KNOWN.slice(0, -1)}AA`],
    ['padded too much', `${KNOWN}=`],
    ['padded in the middle', KNOWN.replace('AAEC', 'AA==')],
    ['in quotes', `"${KNOWN}"`],
    ['with white space inside', KNOWN.replace('AAEC', 'AA C')],
    ['of 23 bytes', `whsec_${Buffer.alloc(23).toString('base64')}`],
    ['of 65 bytes', `whsec_${Buffer.alloc(65).toString('base64')}`],
  ])('is refused when it is %s', (_, text) => {
    expect(parseSigningSecret(text)).toBeUndefined();
  });

  it('is made of 24 to 64 bytes only', () => {
    expect(() => formatSigningSecret(new Uint8Array(23))).toThrow(RangeError);
    expect(() => formatSigningSecret(new Uint8Array(65))).toThrow(RangeError);
  });
});

describe('the value of MKT_SIGNING_SECRET', () => {
  const OTHER = formatSigningSecret(new Uint8Array(32).fill(1));

  it('holds one secret, or several with commas between', () => {
    expect(parseSigningSecrets(KNOWN)).toEqual([KNOWN_KEY]);
    expect(parseSigningSecrets(`${KNOWN},${OTHER}`)).toEqual([
      KNOWN_KEY,
      new Uint8Array(32).fill(1),
    ]);
    expect(parseSigningSecrets(` ${KNOWN} ,\n${OTHER} `)).toHaveLength(2);
  });

  it.each(['', ' ', ',', `${KNOWN},`, `,${KNOWN}`, `${KNOWN},nonsense`, `${KNOWN} ${OTHER}`])(
    'is refused whole when any part of it is not a secret: %j',
    (text) => {
      expect(parseSigningSecrets(text)).toBeUndefined();
    },
  );
});
