import { pointerSegments, pointerTo } from '@mkt/protocol';
import type { ErrorSchema, RJSFSchema } from '@rjsf/utils';
import { isSchema } from './drawing.ts';
import { keyOf } from './form-data.ts';

/** What is wrong with an input, and where: a JSON Pointer and a sentence without a subject. */
export interface InputProblem {
  path: string;
  message: string;
}

type Place = { key: string; schema: RJSFSchema };

/** The field of a member or an item, in whichever option of a choice has it. */
function placeWithin(schema: RJSFSchema, segment: string): Place | undefined {
  if (isSchema(schema.items) && /^\d+$/.test(segment)) {
    return { key: segment, schema: schema.items };
  }
  const key = keyOf(segment);
  const member = schema.properties?.[key];
  if (isSchema(member)) return { key, schema: member };
  for (const option of schema.oneOf ?? []) {
    const found = isSchema(option) ? placeWithin(option, segment) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Gives each problem to the innermost field that its place is in, with the rest of the place. */
export function fieldErrors(schema: RJSFSchema, problems: readonly InputProblem[]): ErrorSchema {
  const root: ErrorSchema = {};
  for (const { path, message } of problems) {
    let [within, at] = [schema, root];
    let rest = '';
    for (const segment of pointerSegments(path)) {
      const place = rest === '' ? placeWithin(within, segment) : undefined;
      if (!place) {
        rest = pointerTo(rest, segment);
        continue;
      }
      within = place.schema;
      at = (at as Record<string, ErrorSchema>)[place.key] ??= {};
    }
    (at.__errors ??= []).push(rest === '' ? message : `${rest} ${message}`);
  }
  return root;
}
