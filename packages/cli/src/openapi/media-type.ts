import { objectAt, resolved, type ApiDocument, type Node } from './api-document.ts';

const JSON_TYPE = /^(?:application\/(?:[\w.+-]+\+)?json|text\/json|\*\/\*)\s*(?:;|$)/i;

/** The JSON entry of the `content` of a body, a response or a parameter. */
export function jsonMedia(document: ApiDocument, holder: Node): Node | undefined {
  const found = Object.entries(objectAt(holder, 'content')).find(([type]) => JSON_TYPE.test(type));
  return found ? resolved(document, found[1]) : undefined;
}
