import type { PlannedSchema } from '@mkt/json-schema';
import { NEVER, UNKNOWN, unionOf, type GeneratorSchema } from './generator-schema.ts';

interface Parts {
  typeOf(index: number): GeneratorSchema;
  /** The code of a member's name. */
  nameCode(name: string): string;
  /** No other schema applies to the same value. */
  isAlone: boolean;
}

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * The objects that a schema accepts. Members that it does not mention are part of the type only where
 * it says something about them, or mentions none: so a misspelt name does not compile.
 */
export function objectShape(plan: PlannedSchema, parts: Parts): GeneratorSchema {
  const { typeOf, nameCode } = parts;
  const patterns = (plan.patternProperties ?? []).map(([, index]) => typeOf(index));
  const additional =
    plan.additionalProperties ?? (parts.isAlone ? plan.unevaluatedProperties : undefined);
  const others = additional === undefined ? undefined : typeOf(additional);
  const unnamed = unionOf([others ?? UNKNOWN, ...patterns]);

  const required = new Set(plan.required);
  const members = new Map<string, GeneratorSchema>();
  for (const [name, index] of plan.properties ?? []) members.set(name, typeOf(index));
  for (const name of required) {
    if (!members.has(name)) members.set(name, unnamed);
  }
  // Every object inherits these, so that only `unknown` lets an object without such a member pass.
  for (const name of members.keys()) {
    if (INHERITED.has(name) && !required.has(name)) members.set(name, UNKNOWN);
  }
  const isOpen = others !== undefined || patterns.length > 0 || members.size === 0;
  const index = isOpen ? unnamed : NEVER;
  const isClosed = 'tsType' in index && index.tsType === 'never' && members.size > 0;
  return {
    type: 'object',
    properties: Object.fromEntries([...members].map(([name, member]) => [nameCode(name), member])),
    required: [...required].map(nameCode),
    // Without members, `{}` would be the type of everything.
    additionalProperties: isClosed ? false : index,
  };
}
