import { CliError } from '../errors/cli-error.ts';
import type { Field } from './fields.ts';
import { itemSchema, memberSchema, typedJson, type SchemaAt } from './field-type.ts';

/** A value of the input while it is put together. */
type Node = ObjectNode | ListNode | { kind: 'json'; text: string };
interface ObjectNode {
  kind: 'object';
  members: Map<string, Node>;
}
interface ListNode {
  kind: 'list';
  items: string[];
}

const emptyObject = (): ObjectNode => ({ kind: 'object', members: new Map() });

/**
 * The input with these fields as JSON text. What was typed as text gets the type that the schema
 * expects; a field that the schema calls an array may be repeated.
 */
export function fieldsInput(fields: readonly Field[], inputSchema: unknown): string {
  const input = emptyObject();
  for (const field of fields) {
    const { path, name } = field;
    let at: SchemaAt = { schema: inputSchema, root: inputSchema };
    let parent = input;
    for (const member of path.slice(0, -1)) {
      parent = childOf(parent, member, name);
      at = memberSchema(at, member);
    }
    const last = path.at(-1) ?? '';
    set(parent, last, field, memberSchema(at, last));
  }
  return textOf(input);
}

function childOf({ members }: ObjectNode, member: string, name: string): ObjectNode {
  const found = members.get(member);
  if (found === undefined) {
    const child = emptyObject();
    members.set(member, child);
    return child;
  }
  if (found.kind === 'object') return found;
  throw twice(name);
}

function set({ members }: ObjectNode, member: string, field: Field, at: SchemaAt): void {
  const { kind, value, name } = field;
  const found = members.get(member);
  const items = kind === 'text' ? itemSchema(at) : undefined;
  if (items) {
    const item = typedJson(value, items);
    if (found?.kind === 'list') found.items.push(item);
    else if (found) throw twice(name);
    else members.set(member, { kind: 'list', items: [item] });
    return;
  }
  if (found) throw twice(name);
  members.set(member, { kind: 'json', text: kind === 'json' ? value : typedJson(value, at) });
}

const twice = (name: string) =>
  new CliError(
    'invalid_usage',
    `The field '${name}' is given twice, or both as a value and as an object.`,
  );

function textOf(node: Node): string {
  switch (node.kind) {
    case 'json':
      return node.text;
    case 'list':
      return `[${node.items.join(',')}]`;
    case 'object': {
      const members = [...node.members].map(
        ([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`,
      );
      return `{${members.join(',')}}`;
    }
  }
}
