import { pointerTo } from '@mkt/protocol';
import { placeInWords } from '../ui/check-words.ts';
import type { Drawing, Field } from './drawing.ts';
import { formDataOf, isMarked, nameOf, numberData } from './form-data.ts';

const CONTAINERS = new Set(['object', 'array']);

function isShown(type: string, data: unknown): boolean {
  // An empty field: a new item of a list is null until it is filled in.
  if (data === null) return !CONTAINERS.has(type);
  switch (type) {
    case 'string':
      return typeof data === 'string' && !isMarked(data);
    case 'number':
    case 'integer':
      // Or what was typed so far, such as a minus sign.
      return typeof data === 'number' || isMarked(data) || numberData(data) === data;
    case 'object':
      return typeof data === 'object' && !Array.isArray(data);
    case 'array':
      return Array.isArray(data);
    default:
      return typeof data === type;
  }
}

/**
 * Where an input has a value that its field cannot show, such as an object in a field for text: a
 * JSON Pointer. Form data that its own fields made has none.
 */
export function unshownPlace(field: Field, data: unknown, path = ''): string | undefined {
  if (data === undefined || field.isJson) return undefined;
  if (field.enum) {
    if (data === null) return undefined;
    const written = JSON.stringify(data);
    return field.enum.some((value) => JSON.stringify(value) === written) ? undefined : path;
  }
  if (field.oneOf) {
    const found = field.oneOf.map((option) => unshownPlace(option, data, path));
    return found.includes(undefined) ? undefined : found[0];
  }
  const { type, items, properties } = field;
  if (type !== undefined && !isShown(type, data) && !(field.orNull && data === null)) return path;
  if (Array.isArray(data)) {
    if (!items) return undefined;
    return data
      .map((item, index) => unshownPlace(items, item, pointerTo(path, index)))
      .find(isText);
  }
  if (typeof data !== 'object' || data === null) return undefined;
  return Object.entries(data)
    .map(([key, member]) => {
      const within = properties?.[key];
      return within && unshownPlace(within, member, pointerTo(path, nameOf(key)));
    })
    .find(isText);
}

const isText = (value: string | undefined) => value !== undefined;

/** A form for more values is slow, and too long to be useful. */
const MAX_VALUES = 500;

export type View = 'form' | 'json';

/** The fields of an input, or why it can only be typed as JSON. */
export type Shown = { schema: Field; reason?: never } | { schema?: never; reason: string };

/** The number of values in form data; the rest is not counted once there are too many. */
function valuesIn(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 1;
  let count = 1;
  for (const inner of Object.values(data)) {
    count += valuesIn(inner);
    if (count > MAX_VALUES) break;
  }
  return count;
}

/** Whether an input (JSON text) is none at all, or has values of other types than the fields of its form. */
export function isMisfit(drawing: Drawing, text: string): boolean {
  if ('problem' in drawing) return false;
  try {
    return unshownPlace(drawing.schema, formDataOf(text)) !== undefined;
  } catch {
    return true;
  }
}

/** Whether a form can show an input (JSON text). */
export function shownAs(drawing: Drawing, text: string): Shown {
  if ('problem' in drawing) return { reason: drawing.problem };
  try {
    const data = formDataOf(text);
    if (valuesIn(data) > MAX_VALUES) return { reason: 'It has too many values for a form.' };
    const place = unshownPlace(drawing.schema, data);
    if (place === undefined) return { schema: drawing.schema };
    return {
      reason:
        place === ''
          ? 'The form cannot show this input: it needs another type of value.'
          : `The form cannot show “${placeInWords(place)}”: its field needs another type of value.`,
    };
  } catch {
    return { reason: 'The form can show it once it is JSON.' };
  }
}
