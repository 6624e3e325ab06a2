import type { CatalogueRunContract } from '@mkt/client';
import { isObject } from '@mkt/protocol';
import { drawingOf } from './drawing.ts';
import { formDataOf, jsonOf } from './form-data.ts';
import { isMisfit } from './input-view.ts';

const EMPTY: Readonly<Record<string, unknown>> = {
  string: '',
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  object: {},
  null: null,
};

/** A value to begin with: what the schema proposes, or an empty one of its type. */
function startOf(schema: unknown): unknown {
  if (!isObject(schema)) return null;
  const { default: proposed, const: only, enum: choices, examples, type } = schema;
  if (proposed !== undefined) return proposed;
  if (only !== undefined) return only;
  if (Array.isArray(choices) && choices.length > 0) return choices[0];
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  const kind = Array.isArray(type) ? type[0] : type;
  return typeof kind === 'string' ? (EMPTY[kind] ?? null) : null;
}

type FirstInput = Pick<CatalogueRunContract, 'requestExampleJson' | 'inputSchema'>;

/** The seller's example; without one that fits the schema, an object with its required members. */
export function firstInput({ requestExampleJson, inputSchema }: FirstInput): string {
  if (requestExampleJson !== undefined && !isMisfit(drawingOf(inputSchema), requestExampleJson)) {
    try {
      return jsonOf(formDataOf(requestExampleJson));
    } catch {
      return requestExampleJson;
    }
  }
  const properties = isObject(inputSchema?.['properties']) ? inputSchema['properties'] : {};
  const required = Array.isArray(inputSchema?.['required']) ? inputSchema['required'] : [];
  const members = required.map((name) => [
    String(name),
    startOf(Object.hasOwn(properties, String(name)) ? properties[String(name)] : undefined),
  ]);
  return JSON.stringify(Object.fromEntries(members), null, 2);
}
