// docs/reference/seller-interface.md#signing: AES-256-GCM, rotating keys, each text bound to its row.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UndecryptableSecret } from '../../src/database/failure.ts';
import { createSealing } from '../../src/database/sealing.ts';

const OWNER = 'listing-1';
const keys = () => [randomBytes(32), randomBytes(32), randomBytes(32)] as const;

describe('a sealed text', () => {
  it('opens to the original text of any length and script', () => {
    const sealing = createSealing([randomBytes(32)]);
    for (const text of ['', 'x', 'whsec_'.repeat(100), 'ü 🚀 \u0000']) {
      expect(sealing.open(sealing.seal(text, OWNER), OWNER)).toBe(text);
    }
  });

  it('differs each time', () => {
    const sealing = createSealing([randomBytes(32)]);
    expect(sealing.seal('same', OWNER)).not.toBe(sealing.seal('same', OWNER));
  });

  it('identifies its key without revealing it', () => {
    const [key] = keys();
    const sealed = createSealing([key]).seal('text', OWNER);
    expect(sealed).toMatch(/^s1\.[\w-]{8}\.[\w-]+$/);
    expect(sealed).not.toContain(key.toString('base64url').slice(0, 8));
  });

  it('opens with an older key, while new ones are sealed with the newest', () => {
    const [old, newer] = keys();
    const before = createSealing([old]).seal('text', OWNER);
    const both = createSealing([newer, old]);
    expect(both.open(before, OWNER)).toBe('text');
    expect(createSealing([newer]).open(both.seal('text', OWNER), OWNER)).toBe('text');
  });

  it('does not open without its key', () => {
    const [old, newer, other] = keys();
    const sealed = createSealing([old]).seal('text', OWNER);
    expect(() => createSealing([newer, other]).open(sealed, OWNER)).toThrow(UndecryptableSecret);
  });

  it('does not open for another row, even after it was opened for its own', () => {
    const sealing = createSealing([randomBytes(32)]);
    const sealed = sealing.seal('text', OWNER);
    expect(() => sealing.open(sealed, 'listing-2')).toThrow(UndecryptableSecret);
    expect(sealing.open(sealed, OWNER)).toBe('text');
    expect(() => sealing.open(sealed, 'listing-2')).toThrow(UndecryptableSecret);
  });

  it('does not open after any byte was changed', () => {
    const sealing = createSealing([randomBytes(32)]);
    const [version = '', id = '', data = ''] = sealing.seal('text', OWNER).split('.');
    const bytes = Buffer.from(data, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const tampered = Buffer.from(bytes);
      tampered[at] = (tampered[at] ?? 0) ^ 1;
      const text = `${version}.${id}.${tampered.toString('base64url')}`;
      expect(() => sealing.open(text, OWNER)).toThrow(UndecryptableSecret);
    }
  });

  it('does not open when it is truncated or malformed', () => {
    const sealing = createSealing([randomBytes(32)]);
    const sealed = sealing.seal('text', OWNER);
    for (let length = 0; length < sealed.length; length++) {
      expect(() => sealing.open(sealed.slice(0, length), OWNER)).toThrow(UndecryptableSecret);
    }
    for (const text of ['', '.', '..', 's1..', 's2' + sealed.slice(2), 'whsec_abc']) {
      expect(() => sealing.open(text, OWNER)).toThrow(UndecryptableSecret);
    }
  });
});

it('sealing without a key throws', () => {
  expect(() => createSealing([])).toThrow(RangeError);
});
