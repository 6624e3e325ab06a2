import { RE2JS } from 're2js';
import { SCHEMA_CAPS } from '../inspect/schema-caps.ts';
import { BYTES_PER_STEP, type PlannedPattern } from '../plan/plan.ts';
import type { Run, Verdict } from '../validate/run.ts';
import { translatePattern } from './pattern-translation.ts';
import { strictPattern } from './strict-pattern.ts';

/** The parts of re2js 2.10's automaton that are used; it builds states on demand. */
export interface Automaton {
  maxMem: number;
  memBudget: number;
  clearCache(): void;
  makeState(steps: readonly number[], flag: number, ids: readonly number[]): unknown;
}

/** Bytes of states that one pattern may retain; re2js would allow 8 MiB. */
const MAX_BYTES = 256 * 1024;
/**
 * Bytes of all patterns together, including their programs: this list keeps a pattern in memory even
 * after the last validator that uses it is gone.
 */
const MAX_TOTAL_BYTES = 32 * 1024 * 1024;

const bytesByAutomaton = new Map<Automaton, number>();
let totalBytes = 0;

function drop(automaton: Automaton): void {
  totalBytes -= bytesByAutomaton.get(automaton) ?? 0;
  bytesByAutomaton.delete(automaton);
  automaton.clearCache();
}

/**
 * Accounts for the states that an automaton has built. States only save time, so once all automata
 * together are too large, the oldest are emptied and no longer referenced here.
 *
 * @param programBytes memory of the compiled pattern itself
 */
export function keepWithin(automaton: Automaton, programBytes: number): void {
  const stateBytes = automaton.maxMem - automaton.memBudget;
  const bytes = programBytes + stateBytes;
  const known = bytesByAutomaton.get(automaton) ?? 0;
  if (bytes === known) return;
  bytesByAutomaton.set(automaton, bytes);
  totalBytes += bytes - known;
  if (stateBytes > MAX_BYTES) drop(automaton);
  for (const oldest of bytesByAutomaton.keys()) {
    if (totalBytes <= MAX_TOTAL_BYTES) break;
    drop(oldest);
  }
}

export type CheckedPattern = ({ ok: true } & PlannedPattern) | { ok: false; message: string };

/** Steps of a pattern that RE2 may compile, which bound its time per character of a text. */
const MAX_RE2_STEPS = 5000;

const isValid = (pattern: string, flags: string): boolean => {
  try {
    return RegExp(pattern, flags).source !== '';
  } catch {
    return false;
  }
};

/** The pattern, or an equal one, in the syntax of the `u` flag; `undefined` if there is none. */
function withFlagU(pattern: string): string | undefined {
  if (isValid(pattern, 'u')) return pattern;
  if (!isValid(pattern, '')) return undefined;
  const strict = strictPattern(pattern);
  return isValid(strict, 'u') ? strict : undefined;
}

/**
 * Whether a schema's pattern can be used: it is valid in ECMA-262 with the `u` flag, or has an equal one
 * that is. RE2, which never backtracks, runs it if it can express it: `^(a+)+$` on 33 characters took V8's
 * own engine over 5 s. Nothing is compiled, so that a schema with 500 patterns is inspected in milliseconds.
 */
export function checkPattern(pattern: string): CheckedPattern {
  if (pattern.length > SCHEMA_CAPS.patternLength) {
    return { ok: false, message: `is longer than ${SCHEMA_CAPS.patternLength} characters` };
  }
  const source = withFlagU(pattern);
  if (source === undefined) {
    return { ok: false, message: 'is not a valid ECMA-262 regular expression (with the u flag)' };
  }
  const properties = source.match(/\\p/gi)?.length ?? 0;
  const translation = translatePattern(source);
  return translation && translation.steps <= MAX_RE2_STEPS
    ? { ok: true, ...translation, properties }
    : { ok: true, source, steps: source.length, properties, backtracks: true };
}

/** A pattern that `checkPattern` accepts, for a plan. */
export function planPattern(pattern: string): PlannedPattern {
  const checked = checkPattern(pattern);
  if (!checked.ok) throw new Error(`The pattern ${checked.message}.`);
  const { ok, ...planned } = checked;
  return planned;
}

/**
 * Units for compiling. Cold, a pattern takes 0.3 ms, plus 4 µs per step and 1 ms per Unicode property. A
 * class is one step, but `[\S\W…]` of 2,048 characters is 120 KB in RE2's syntax, and takes 10 ms.
 */
const PER_PATTERN = 5_000;
const PER_STEP = 40;
const PER_PROPERTY = 8_000;
const PER_SOURCE_CHARACTER = 0.5;
/** Units per match, per character, and per step of each automaton state that has to be built. */
const PER_TEXT = 10;
const PER_CHARACTER = 2;
const PER_STATE_STEP = 8;

export interface Pattern {
  test(text: string, run: Run): Verdict;
}

/**
 * A matcher that takes time linear in the text and bounded memory. Building automaton states is the
 * expensive part, so the run that needs a new state is charged for it.
 */
export function compilePattern(planned: PlannedPattern, run: Run): Pattern {
  if (planned.backtracks) return backtrackingPattern(planned, run);
  const { source, steps, properties } = planned;
  run.spend(
    PER_PATTERN +
      PER_STEP * steps +
      PER_PROPERTY * properties +
      PER_SOURCE_CHARACTER * source.length,
  );
  const compiled = RE2JS.compile(source);
  run.prepared.count += 1;
  const re2 = compiled.re2();
  const isOnePass = re2.onepass !== null;
  const automaton = isOnePass ? undefined : (re2.dfa as unknown as Automaton);
  let paying = run;
  if (automaton) {
    const makeState = automaton.makeState.bind(automaton);
    automaton.makeState = (from, flag, ids) => {
      paying.spend(PER_STATE_STEP * (4 + from.length));
      const state = makeState(from, flag, ids) as { nfaStates: readonly number[] } | null;
      paying.spend(PER_STATE_STEP * (state?.nfaStates.length ?? 0));
      return state;
    };
  }
  return {
    test(text, run) {
      run.spend(PER_TEXT + PER_CHARACTER * text.length);
      paying = run;
      const matches = compiled.test(text);
      if (automaton) keepWithin(automaton, BYTES_PER_STEP * steps);
      return matches;
    },
  };
}

/** Units per match of a backtracking pattern, so that the clock is looked at before each one. */
const PER_MATCH = 2_000;

/** Undecided without an engine that may run it, and where that engine gives up. */
function backtrackingPattern({ source }: PlannedPattern, run: Run): Pattern {
  const { backtracking } = run.prepared;
  if (!backtracking) return { test: () => 'unknown' };
  let matches: ((text: string) => boolean | undefined) | undefined;
  return {
    test(text, run) {
      run.spend(PER_MATCH + PER_CHARACTER * text.length);
      try {
        matches ??= backtracking(source);
        return matches(text) ?? 'unknown';
      } catch {
        // V8's engine throws when a pattern or the stack of its matcher becomes too large.
        return 'unknown';
      }
    },
  };
}
