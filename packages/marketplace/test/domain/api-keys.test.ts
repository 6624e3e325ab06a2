// Protocol reference §7.
import { SCOPES } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { checkGrantable, checkScope, isExpired, type Caller } from '../../src/domain/api-key.ts';
import { refused } from './refused.ts';

const caller = (...scopes: Caller['scopes'][number][]): Caller => ({
  userId: 'user',
  keyId: 'key',
  scopes,
});

describe('a scope', () => {
  it('that the key does not have is named', () => {
    const { type, extras } = refused(() => checkScope(caller('order:read'), 'order:create'));
    expect(type).toBe('insufficient_scope');
    expect(extras.requiredScope).toBe('order:create');
  });

  it('is had by its own name alone', () => {
    for (const scope of SCOPES) {
      expect(() => checkScope(caller(scope), scope)).not.toThrow();
      const others = SCOPES.filter((other) => other !== scope);
      expect(refused(() => checkScope(caller(...others), scope)).type).toBe('insufficient_scope');
    }
  });

  it('is granted only by a key that has it', () => {
    const holder = caller('api_key:create', 'order:read');
    expect(() => checkGrantable(holder, ['order:read'])).not.toThrow();
    expect(() => checkGrantable(holder, [])).not.toThrow();
    const { type, extras } = refused(() => checkGrantable(holder, ['order:read', 'order:create']));
    expect(type).toBe('insufficient_scope');
    expect(extras.requiredScope).toBe('order:create');
  });
});

describe('an expiry', () => {
  it('counts from its very moment on', () => {
    expect(isExpired({ expiresAtMs: 1000 }, 999)).toBe(false);
    expect(isExpired({ expiresAtMs: 1000 }, 1000)).toBe(true);
  });

  it('that is not there never comes', () => {
    expect(isExpired({ expiresAtMs: null }, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});
