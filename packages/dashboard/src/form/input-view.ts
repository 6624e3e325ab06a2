import { pointerTo } from '@mkt/protocol';
import type { RJSFSchema } from '@rjsf/utils';
import { JSON_FIELD } from './drawing.ts';
import { isMarked, numberData } from './form-data.ts';
import { nameOf } from './form-names.ts';

const isSchema = (value: unknown): value is RJSFSchema =>
  typeof value === 'object' && value !== null;

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
export function unshownPlace(schema: RJSFSchema, data: unknown, path = ''): string | undefined {
  if (data === undefined || schema.$id === JSON_FIELD) return undefined;
  if (schema.enum) {
    if (data === null) return undefined;
    const written = JSON.stringify(data);
    return schema.enum.some((value) => JSON.stringify(value) === written) ? undefined : path;
  }
  if (schema.oneOf) {
    const found = schema.oneOf.map((option) =>
      isSchema(option) ? unshownPlace(option, data, path) : path,
    );
    return found.includes(undefined) ? undefined : found[0];
  }
  const { type, items } = schema;
  if (type !== undefined && ![type].flat().some((each) => isShown(each, data))) return path;
  if (Array.isArray(data)) {
    if (!isSchema(items) || Array.isArray(items)) return undefined;
    return data
      .map((item, index) => unshownPlace(items, item, pointerTo(path, index)))
      .find(isText);
  }
  if (typeof data !== 'object' || data === null) return undefined;
  return Object.entries(data)
    .map(([key, member]) => {
      const within = schema.properties?.[key];
      return isSchema(within)
        ? unshownPlace(within, member, pointerTo(path, nameOf(key)))
        : undefined;
    })
    .find(isText);
}

const isText = (value: string | undefined) => value !== undefined;
