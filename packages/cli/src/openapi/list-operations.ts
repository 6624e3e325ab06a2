import { listAt, objectAt, resolved, textAt, type ApiDocument, type Node } from './api-document.ts';
import { Unsupported } from './unsupported.ts';

export interface Operation {
  /**
   * Unique in the document: the slug that the marketplace makes from the title, so that a file, a service
   * and a listing have one name.
   */
  id: string;
  method: string;
  path: string;
  title: string;
  node: Node;
  /** Those of the path first; one of the operation replaces one of the path of the same name and place. */
  parameters: readonly Node[];
}

export interface Skipped {
  id: string;
  reason: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
const MAX_TITLE = 120;
/** As in a slug. */
const MAX_ID = 55;

/** All operations of a document, in its order. Those that cannot even be read have a reason. */
export function listOperations(document: ApiDocument): {
  operations: Operation[];
  skipped: Skipped[];
} {
  const operations: Operation[] = [];
  const skipped: Skipped[] = [];
  const ids = new Set<string>();
  for (const [path, item] of Object.entries(objectAt(document.root, 'paths'))) {
    const name = (method: string) => `${method.toUpperCase()} ${path}`.slice(0, 80);
    let found: Node;
    try {
      found = resolved(document, item);
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      skipped.push({ id: path.slice(0, 80), reason: error.message });
      continue;
    }
    for (const method of METHODS.filter((each) => Object.hasOwn(found, each))) {
      const node = objectAt(found, method);
      const title = titleOf(node) ?? name(method);
      const other = textAt(node, 'operationId') ?? `${method} ${path}`;
      const id = uniqueId(slugOf(title) || slugOf(dashed(other)), ids);
      try {
        const parameters = parametersOf(document, found, node);
        operations.push({ id, method: method.toUpperCase(), path, title, node, parameters });
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error;
        skipped.push({ id, reason: error.message });
      }
    }
  }
  return { operations, skipped };
}

const titleOf = (node: Node) =>
  textAt(node, 'summary')?.replaceAll(/\s+/g, ' ').replace(/\.$/, '').slice(0, MAX_TITLE) ||
  humanized(textAt(node, 'operationId'));

/** `getPetById` → `Get pet by id`. */
function humanized(id: string | undefined): string | undefined {
  const words = dashed(id ?? '')
    .replaceAll('-', ' ')
    .slice(0, MAX_TITLE);
  return words === '' ? undefined : words.charAt(0).toUpperCase() + words.slice(1);
}

const dashed = (text: string) =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The marketplace transliterates other scripts too. */
const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’\p{M}]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_ID)
    .replaceAll(/^-+|-+$/g, '');

function uniqueId(slug: string, taken: Set<string>): string {
  const base = slug || 'operation';
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
  taken.add(id);
  return id;
}

function parametersOf(document: ApiDocument, item: Node, operation: Node): Node[] {
  const byPlace = new Map<string, Node>();
  for (const each of [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')]) {
    const parameter = resolved(document, each);
    byPlace.set(`${textAt(parameter, 'in')} ${textAt(parameter, 'name')}`, parameter);
  }
  return [...byPlace.values()];
}
