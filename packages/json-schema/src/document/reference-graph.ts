import { SCHEMA_CAPS } from '../inspect/schema-caps-inspect-schema-caps.ts';
import type { Problems } from '../inspect/problems.ts';
import { isReferenceOnly, type SchemaDocument, type SchemaNode } from './schema-document.ts';

/**
 * Follows references and in-place schemas from every schema, without recursion. A loop among them
 * would never end, whatever the value (`{"$ref":"#"}` overflowed the stack at every validation). Even
 * without loops, the number of schemas that apply to one value can double with each step, so they are
 * counted with every reference expanded.
 */
export function checkReferenceGraph(document: SchemaDocument, problems: Problems): void {
  const sizes = new Map<SchemaNode, number>();
  const open = new Set<SchemaNode>();
  for (const start of document.nodes.values()) {
    const stack: SchemaNode[] = [start];
    for (let node = stack.at(-1); node; node = stack.at(-1)) {
      if (sizes.has(node)) {
        stack.pop();
        continue;
      }
      const next = appliesInPlace(node, document);
      const waiting = next.filter((each) => !sizes.has(each));
      if (!open.has(node)) {
        open.add(node);
        const looped = waiting.some((each) => open.has(each));
        if (looped) {
          problems.add(
            node.pointer,
            'refers to itself without going deeper into the value, so checking would never end',
            '$ref',
          );
          return;
        }
        stack.push(...waiting);
        continue;
      }
      const size = next.reduce((sum, each) => sum + (sizes.get(each) ?? 0), 1);
      if (size > SCHEMA_CAPS.expansion) {
        problems.add(
          node.pointer,
          `expands to more than ${SCHEMA_CAPS.expansion} schemas when its references are followed`,
          '$ref',
        );
        return;
      }
      sizes.set(node, size);
      open.delete(node);
      stack.pop();
    }
  }
}

function appliesInPlace(node: SchemaNode, document: SchemaDocument): SchemaNode[] {
  const inPlace = isReferenceOnly(node, document.dialect) ? [] : node.inPlace;
  return [...inPlace, ...node.targets.values()].flatMap(
    (pointer) => document.nodes.get(pointer) ?? [],
  );
}
