import { isObject, valueAt } from '@mkt/protocol';
import { Unsupported } from './unsupported.ts';

/** Any JSON object of a document. */
export type Node = Readonly<Record<string, unknown>>;

export interface ApiDocument {
  root: Node;
  /** OpenAPI 3.0, whose schemas are not quite JSON Schema. */
  isOld: boolean;
  /** Where it was downloaded, if it was. */
  address: string | undefined;
}

/** References that only lead to other references. */
const MAX_STEPS = 20;

/** What a `$ref` in the document points at. Throws if that is elsewhere, or missing. */
export function targetOf({ root }: ApiDocument, reference: unknown): unknown {
  const shown = JSON.stringify(reference)?.slice(0, 80) ?? 'nothing';
  if (typeof reference !== 'string' || !reference.startsWith('#')) {
    throw new Unsupported(`it refers to another document, ${shown}, which mkt does not read`);
  }
  const { found, value } = valueAt(root, pointerOf(reference));
  if (!found) throw new Unsupported(`it refers to ${shown}, which is not in the document`);
  return value;
}

/** The JSON Pointer of a reference such as `#/components/schemas/Pet`. */
export function pointerOf(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}

/** An object of the document, with its `$ref` followed; an empty one for anything else. */
export function resolved(document: ApiDocument, value: unknown): Node {
  let current = value;
  for (let steps = 0; isObject(current) && Object.hasOwn(current, '$ref'); steps++) {
    if (steps === MAX_STEPS) throw new Unsupported('it has a $ref that only leads to itself');
    current = targetOf(document, current['$ref']);
  }
  return isObject(current) ? current : {};
}

/** A member that is an object, otherwise an empty one. Only own members count. */
export const objectAt = (node: Node, name: string): Node => {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return isObject(value) ? value : {};
};

/** A member that is a list, otherwise an empty one. */
export const listAt = (node: Node, name: string): readonly unknown[] => {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return Array.isArray(value) ? value : [];
};

/** A member that is a text with visible characters. */
export const textAt = (node: Node, name: string): string | undefined => {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};
