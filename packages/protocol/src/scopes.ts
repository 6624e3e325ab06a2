import { SCOPE_VALUES } from './generated/enums.ts';
import type { Scope } from './generated/wire-types.ts';

/**
 * What an API key may hold, as `resource:verb`. A key without scopes grants no access to any
 * endpoint that requires one.
 */
export const SCOPES: readonly Scope[] = SCOPE_VALUES;

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
