import { TEXT_FORMATS } from '../formats.ts';
import { KIND, NUMERIC } from './kinds.ts';
import { changedSetting, type Failure, type Rule } from './prover.ts';

/** Lengths of strings. */
export const lengthRule: Rule = ({ facts, sup, node, kinds }) => {
  if ((kinds & KIND.string) === 0) return [];
  const failures: Failure[] = [];
  const knownMin = Math.max(0, ...facts.map(({ minLength = 0 }) => minLength));
  const knownMax = Math.min(...facts.map(({ maxLength = Infinity }) => maxLength), Infinity);
  if (node.minLength !== undefined && node.minLength > knownMin) {
    failures.push(limit('minLength', knownMin || undefined, node.minLength, sup));
  }
  if (node.maxLength !== undefined && node.maxLength < knownMax) {
    failures.push(
      limit('maxLength', knownMax === Infinity ? undefined : knownMax, node.maxLength, sup),
    );
  }
  return failures;
};

export const limit = (
  keyword: string,
  sub: number | undefined,
  value: number,
  node: number,
): Failure => ({ node, keyword, isCertain: true, sentence: changedSetting(keyword, sub, value) });

/** Whether one pattern lies within another is not decided; the same one does. */
export const patternRule: Rule = ({ facts, sup, node: { pattern }, kinds }) => {
  if (!pattern || (kinds & KIND.string) === 0) return [];
  if (facts.some((fact) => fact.pattern?.source === pattern.source)) return [];
  const known = facts.find((fact) => fact.pattern)?.pattern?.written;
  const sentence = changedSetting('pattern', known, pattern.written);
  return [{ node: sup, keyword: 'pattern', isCertain: false, sentence }];
};

/** Formats of strings and, for `int32` and `int64`, of numbers. */
export const formatRule: Rule = ({ facts, sup, node: { format }, kinds }) => {
  if (format === undefined || facts.some((fact) => fact.format === format)) return [];
  const appliesToText = Object.hasOwn(TEXT_FORMATS, format) && (kinds & KIND.string) !== 0;
  // The bounds of `int32` are `boundRule`'s.
  const appliesToNumbers =
    (format === 'int32' || format === 'int64') &&
    (kinds & NUMERIC) !== 0 &&
    (kinds & KIND.fraction) !== 0;
  if (!appliesToText && !appliesToNumbers) return [];
  const known = facts.find((fact) => fact.format !== undefined)?.format;
  const sentence = changedSetting('format', known, format);
  return [{ node: sup, keyword: 'format', isCertain: false, sentence }];
};
