import { RE2JS } from 're2js';
import { SCHEMA_CAPS } from './caps.ts';
import { translatePattern } from './pattern-translation.ts';

export type CheckedPattern =
  | { ok: true; source: string; steps: number }
  | { ok: false; message: string };

/**
 * Whether a schema's pattern can be used: ECMA-262 takes it with the `u` flag and RE2, which never
 * backtracks, has a form for it. `^(a+)+$` on 33 characters held V8's own engine over 5 s. Nothing is
 * compiled, so that a schema of 500 patterns is inspected in milliseconds.
 */
export function checkPattern(pattern: string): CheckedPattern {
  if (pattern.length > SCHEMA_CAPS.patternLength) {
    return { ok: false, message: `is longer than ${SCHEMA_CAPS.patternLength} characters` };
  }
  try {
    RegExp(pattern, 'u');
  } catch {
    return { ok: false, message: 'is not a regular expression of ECMA-262 (with the u flag)' };
  }
  const translation = translatePattern(pattern);
  if (!translation.ok) return translation;
  if (translation.steps > SCHEMA_CAPS.patternSteps) {
    return { ok: false, message: 'is too large when its repetitions are written out' };
  }
  return translation;
}

/** Estimated bytes of automaton that a pattern may keep between two texts; re2js allows 8 MiB. */
const KEPT_BYTES = 256 * 1024;

export interface LinearPattern {
  test(text: string): boolean;
  /** Different for each pattern: ajv keeps patterns by it, and took the first one for all. */
  toString(): string;
}

/**
 * A matcher of a pattern that `checkPattern` accepts, in time linear in the text and with bounded
 * memory. Throws for any other.
 */
export function compilePattern(pattern: string): LinearPattern {
  const checked = checkPattern(pattern);
  if (!checked.ok) throw new Error(`The pattern ${checked.message}.`);
  const { source } = checked;
  let compiled = RE2JS.compile(source);
  return {
    test(text) {
      const matches = compiled.test(text);
      // The automaton grows with what it has seen; a fresh one costs less than keeping it for ever.
      const automaton = compiled.re2().lazyDFA as { maxMem: number; memBudget: number } | null;
      if (automaton && automaton.maxMem - automaton.memBudget > KEPT_BYTES) {
        compiled = RE2JS.compile(source);
      }
      return matches;
    },
    toString: () => `re2:${source}`,
  };
}
