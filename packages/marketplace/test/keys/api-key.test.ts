// docs/reference/protocol.md#api-keys.
import { SCOPES } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { inheritedExpiry, isExpired } from '../../src/keys/key.ts';
import { checkGrantable, checkScope, type Caller } from '../../src/market/caller.ts';
import { refused } from '../market/refused.ts';

const caller = (...scopes: Caller['scopes'][number][]): Caller => ({
  accountId: 'account',
  actor: { kind: 'key', keyId: 'key' },
  scopes,
});

describe('a scope', () => {
  it('a scope that the key does not have is named in the refusal', () => {
    const { type, extras } = refused(() => checkScope(caller('order:read'), 'order:create'));
    expect(type).toBe('insufficient_scope');
    expect(extras.requiredScope).toBe('order:create');
  });

  it('is satisfied by no other scope', () => {
    for (const scope of SCOPES) {
      expect(() => checkScope(caller(scope), scope)).not.toThrow();
      const others = SCOPES.filter((other) => other !== scope);
      expect(refused(() => checkScope(caller(...others), scope)).type).toBe('insufficient_scope');
    }
  });

  it('may be replaced by another that is enough, and the refusal names both', () => {
    const check = (held: Caller) => checkScope(held, 'order:read', 'order:read_own');
    expect(() => check(caller('order:read'))).not.toThrow();
    expect(() => check(caller('order:read_own'))).not.toThrow();
    const { message, extras } = refused(() => check(caller('order:create')));
    expect(message).toContain('order:read, nor order:read_own');
    expect(extras.requiredScope).toBe('order:read');
  });

  it('that reads everything can grant the one that reads less, and not the other way round', () => {
    const grant = (held: Caller['scopes'][number], granted: 'order:read' | 'order:read_own') =>
      checkGrantable(caller(held), [granted]);
    expect(() => grant('order:read', 'order:read_own')).not.toThrow();
    expect(refused(() => grant('order:read_own', 'order:read')).type).toBe('insufficient_scope');
  });

  it('can only be granted by a key that has it', () => {
    const holder = caller('api_key:create', 'order:read');
    expect(() => checkGrantable(holder, ['order:read'])).not.toThrow();
    expect(() => checkGrantable(holder, [])).not.toThrow();
    const { type, extras } = refused(() => checkGrantable(holder, ['order:read', 'order:create']));
    expect(type).toBe('insufficient_scope');
    expect(extras.requiredScope).toBe('order:create');
  });
});

describe('an expiry', () => {
  it('takes effect at exactly that time', () => {
    expect(isExpired({ expiresAtMs: 1000 }, 999)).toBe(false);
    expect(isExpired({ expiresAtMs: 1000 }, 1000)).toBe(true);
  });

  it('an expiry of null never takes effect', () => {
    expect(isExpired({ expiresAtMs: null }, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});

describe('the expiry of a key that a key creates', () => {
  it("is the requested one if it is earlier than its parent's, and its parent's otherwise", () => {
    expect(inheritedExpiry(1_000, 2_000)).toBe(1_000);
    expect(inheritedExpiry(2_000, 2_000)).toBe(2_000);
    expect(inheritedExpiry(null, 2_000)).toBe(2_000);
    expect(inheritedExpiry(1_000, null)).toBe(1_000);
    expect(inheritedExpiry(null, null)).toBeNull();
  });

  it("cannot be later than its parent's", () => {
    const { type, extras } = refused(() => inheritedExpiry(2_001, 2_000));
    expect(type).toBe('invalid_request');
    expect(extras.details?.[0]?.path).toBe('/expiresAt');
  });
});
