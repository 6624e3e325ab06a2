import { compactJson, isObject, readMember, type ReadJson, type RunContract } from '@mkt/protocol';

/**
 * The text of a schema as its seller wrote it, without white space: `1.0` and `1E2` stay, and members
 * keep their order. Rules use the parsed value; the text is stored and shown.
 */
const texts = new WeakMap<object, string>();

export function withSchemaText<Schema extends object>(schema: Schema, text: string): Schema {
  texts.set(schema, text);
  return schema;
}

export const schemaText = (schema: object): string => texts.get(schema) ?? JSON.stringify(schema);

/** The schemas of a run contract with their exact numbers and their text, as in the document. */
export function schemasOf(contract: ReadJson): Pick<RunContract, 'inputSchema' | 'outputSchema'> {
  const schemas: Pick<RunContract, 'inputSchema' | 'outputSchema'> = {};
  for (const name of ['inputSchema', 'outputSchema'] as const) {
    const member = readMember(contract, name);
    if (!member || !isObject(member.exact)) continue;
    schemas[name] = withSchemaText(member.exact, compactJson(member.text));
  }
  return schemas;
}
