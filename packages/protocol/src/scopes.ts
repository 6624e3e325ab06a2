import { KEY_SCOPE_VALUES, SCOPE_VALUES } from './generated/enums.ts';
import type { KeyScope, Scope } from './generated/wire-types.ts';

/**
 * What an API key may do, as `resource:verb`. A key without scopes grants no access to any
 * endpoint that requires one.
 */
export const SCOPES: readonly Scope[] = SCOPE_VALUES;

/** What a key may hold: `*`, which contains every scope, and the scopes. */
export const KEY_SCOPES: readonly KeyScope[] = KEY_SCOPE_VALUES;

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}
