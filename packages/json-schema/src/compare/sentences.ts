import { pointerSegments } from '@mkt/protocol';
import type { Failure, Subject } from './prover.ts';

/** Maximum length of a value of a schema that a finding quotes. */
const QUOTED = 60;

/** A value of a schema, short enough for a sentence. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > QUOTED ? `${text.slice(0, QUOTED).toWellFormed()}…` : text;
}

/** A keyword whose value differs: `sub` is its value on the narrower side, if it has one. */
export const changedSetting =
  (keyword: string, sub: unknown, sup: unknown): Failure['sentence'] =>
  ({ of }, isNarrower) => {
    const what = `"${keyword}"${of}`;
    if (sub === undefined) {
      return isNarrower
        ? `${what} was added: ${quoted(sup)}.`
        : `${what} was dropped; it was ${quoted(sup)}.`;
    }
    const [from, to] = isNarrower ? [sub, sup] : [sup, sub];
    return `${what} was changed from ${quoted(from)} to ${quoted(to)}.`;
  };

/** One sentence for the change to the narrower schema and one for the change back. */
export const either =
  (
    narrower: (subject: Subject) => string,
    wider: (subject: Subject) => string,
  ): Failure['sentence'] =>
  (subject, isNarrower) =>
    isNarrower ? narrower(subject) : wider(subject);

/**
 * What a pointer into a schema is about, as a path in the value: `/properties/tags/items` is about
 * `tags[]`. Empty for the whole value, and where `$defs` leave it open.
 */
export function subjectAt(pointer: string): Subject {
  const segments = pointerSegments(pointer);
  let path = '';
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i] ?? '';
    if (segment === 'properties') path += `${path === '' ? '' : '.'}${segments[++i] ?? ''}`;
    else if (segment === '$defs' || segment === 'definitions') [path, i] = ['', i + 1];
    else if (segment === 'items' || segment === 'prefixItems') {
      path += '[]';
      if (/^\d+$/.test(segments[i + 1] ?? '')) i += 1;
    }
  }
  return path === ''
    ? { it: 'The value', of: '' }
    : { it: quoted(path), of: ` of ${quoted(path)}` };
}
