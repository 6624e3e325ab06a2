import { pointerSegments, pointerTo } from '@mkt/protocol';
import type { Field } from './drawing.ts';
import { keyOf } from './form-data.ts';
import { problemWords } from './problem-words.ts';

/** What is wrong with an input, and where: a JSON Pointer and a sentence without a subject. */
export interface InputProblem {
  path: string;
  message: string;
}

/** What is wrong with each field, by its JSON Pointer. */
export type FieldErrors = ReadonlyMap<string, readonly string[]>;

/** The field of a member or an item, in whichever option of a choice has it. */
function fieldWithin({ items, properties, oneOf }: Field, segment: string): Field | undefined {
  if (items && /^\d+$/.test(segment)) return items;
  const key = keyOf(segment);
  if (properties && Object.hasOwn(properties, key)) return properties[key];
  for (const option of oneOf ?? []) {
    const found = fieldWithin(option, segment);
    if (found) return found;
  }
  return undefined;
}

/** Gives each problem to the innermost field that its place is in, with the rest of the place. */
export function fieldErrors(field: Field, problems: readonly InputProblem[]): FieldErrors {
  const errors = new Map<string, string[]>();
  for (const { path, message } of problems) {
    let within: Field | undefined = field;
    let [at, rest] = ['', ''];
    for (const segment of pointerSegments(path)) {
      within = within && rest === '' ? fieldWithin(within, segment) : undefined;
      if (within) at = pointerTo(at, segment);
      else rest = pointerTo(rest, segment);
    }
    const words = problemWords(message);
    errors.set(at, [...(errors.get(at) ?? []), rest === '' ? words : `${rest}: ${words}`]);
  }
  return errors;
}
