import { isObject, printable } from '@mkt/protocol';
import { listAt, objectAt, resolved, textAt, type ApiDocument } from './api-document.ts';
import type { Operation } from './list-operations.ts';
import { Unsupported } from './unsupported.ts';

/** How the API wants its key; `null` if it needs none. */
export type KeyScheme = {
  /** Its name in the document. */
  scheme: string;
  in: 'header' | 'query';
  name: string;
  /** What precedes the key in the header. */
  prefix: '' | 'Bearer ' | 'Basic ';
} | null;

/** The alternatives of an operation; each is a list of schemes that are needed together. */
function alternativesOf({ root }: ApiDocument, { node }: Operation): string[][] {
  const holder = Object.hasOwn(node, 'security') ? node : root;
  return listAt(holder, 'security').map((each) => (isObject(each) ? Object.keys(each) : []));
}

function schemeOf(document: ApiDocument, scheme: string): KeyScheme | undefined {
  const schemes = objectAt(objectAt(document.root, 'components'), 'securitySchemes');
  const node = Object.hasOwn(schemes, scheme) ? resolved(document, schemes[scheme]) : {};
  const name = textAt(node, 'name');
  const type = textAt(node, 'type');
  const isBasic = textAt(node, 'scheme')?.toLowerCase() === 'basic';
  if (type === 'apiKey' && name !== undefined) {
    const place = node['in'];
    if (printable(name) !== name) return undefined;
    if (place === 'header' && !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return undefined;
    return place === 'header' || place === 'query'
      ? { scheme, in: place, name, prefix: '' }
      : undefined;
  }
  if (type !== 'http' && type !== 'oauth2' && type !== 'openIdConnect') return undefined;
  return { scheme, in: 'header', name: 'authorization', prefix: isBasic ? 'Basic ' : 'Bearer ' };
}

/** The scheme that most operations accept on its own, for the one key of the project. */
export function keySchemeFor(document: ApiDocument, operations: readonly Operation[]): KeyScheme {
  const votes = new Map<string, number>();
  for (const operation of operations) {
    for (const [scheme, ...others] of alternativesOf(document, operation)) {
      if (scheme === undefined || others.length > 0) continue;
      if (schemeOf(document, scheme)) votes.set(scheme, (votes.get(scheme) ?? 0) + 1);
    }
  }
  const [most] = [...votes].toSorted(([, a], [, b]) => b - a);
  return most ? (schemeOf(document, most[0]) ?? null) : null;
}

/** Throws if an operation needs anything other than the project's key. */
export function checkKey(document: ApiDocument, operation: Operation, key: KeyScheme): void {
  const alternatives = alternativesOf(document, operation);
  const isUsable = ([scheme, ...others]: string[]) =>
    scheme === undefined || (others.length === 0 && scheme === key?.scheme);
  if (alternatives.length === 0 || alternatives.some(isUsable)) return;
  const needed = alternatives[0]?.join(' and ').slice(0, 60);
  throw new Unsupported(`it needs the credentials ${needed}, and the template sends one key`);
}
