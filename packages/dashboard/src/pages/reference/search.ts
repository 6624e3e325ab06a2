import { termsIn, type TextHit, textSearch } from '../../data/text-search.ts';
import { fieldsOf } from './fields.ts';
import type { ApiReference, Operation, Schema } from './model.ts';

/** An operation that was found, and by what if not by its name. */
export interface Hit {
  operation: Operation;
  why: string;
  /** What is written about it, where only that has what was sought. */
  text?: string;
  /** Whether it has every word, as it was typed. */
  isSure: boolean;
}

interface Entry {
  operation: Operation;
  /** Parameters, members and errors that few operations have, with what each is. */
  parts: readonly { text: string; what: string }[];
  /** What is written about it. */
  prose: string;
}

const DEPTH = 2;

function* namesIn(
  schema: Schema | undefined,
  { schemas }: ApiReference,
  depth = DEPTH,
): Generator<string> {
  if (!schema || depth === 0) return;
  for (const field of fieldsOf(schema, schemas)) {
    yield field.name;
    for (const inner of field.inside()) yield inner.name;
  }
}

function entryOf(operation: Operation, reference: ApiReference): Entry {
  const { parameters, body, success, scope, errors } = operation;
  const parts = [
    ...parameters.map(({ name }) => ({ text: name, what: 'parameter' })),
    ...errors.map(({ type }) => ({ text: type, what: 'error' })),
    ...(scope === undefined ? [] : [{ text: scope, what: 'scope' }]),
    ...[...namesIn(body?.schema, reference)].map((text) => ({ text, what: 'field' })),
    ...[...namesIn(success.schema, reference)].map((text) => ({ text, what: 'field' })),
  ];
  const prose = [
    operation.description,
    success.description,
    ...parameters.map(({ description = '' }) => description),
  ];
  return { operation, parts, prose: prose.join(' ') };
}

/** What more operations have, such as the error `rate_limited`, leads to none of them. */
const MOST_OPERATIONS = 12;

/** Leaves of each operation the parts that few others have. */
function keepTelling(entries: readonly Entry[]): Entry[] {
  const texts = entries.flatMap(({ parts }) => [...new Set(parts.map(({ text }) => text))]);
  const counts = Map.groupBy(texts, (text) => text);
  const isTelling = ({ text }: Entry['parts'][number]) =>
    (counts.get(text)?.length ?? 0) <= MOST_OPERATIONS;
  return entries.map((entry) => ({ ...entry, parts: entry.parts.filter(isTelling) }));
}

/** By what an operation was found, where that is not its name: a part that has the word, or its text. */
function whyOf({ parts, prose }: Entry, { words, sought }: TextHit): Pick<Hit, 'why' | 'text'> {
  const found = Object.entries(words);
  const isIn = (place: 'name' | 'about', term: string) =>
    found.some(([word, places]) => word.startsWith(term) && places.includes(place));
  const elsewhere = sought.filter((term) => !isIn('name', term));
  if (elsewhere.length === 0) return { why: '' };
  const inParts = elsewhere.find((term) => isIn('about', term));
  if (inParts === undefined) return { why: 'in its text', text: prose };
  const part = parts.find(({ text }) => termsIn(text).some((word) => word.startsWith(inParts)));
  return part ? { why: `${part.what} ${part.text}` } : { why: 'in its text', text: prose };
}

/** Finds operations by the words of a query, in names, parameters, fields, errors and texts. */
export function createSearch(reference: ApiReference): (query: string) => Hit[] {
  let search: ((query: string) => Hit[]) | undefined;
  const create = () => {
    const entries = keepTelling(reference.operations.map((each) => entryOf(each, reference)));
    const byId = new Map(entries.map((entry) => [entry.operation.id, entry]));
    const find = textSearch(
      entries.map(({ operation: { id, summary, method, path, task }, parts, prose }) => ({
        id,
        name: `${summary} ${id} ${method} ${path} ${task}`,
        about: parts.map(({ text }) => text).join(' '),
        text: prose,
      })),
    );
    const at = (query: string) =>
      reference.operations
        .filter((each) => `${each.method} ${each.path}`.toLowerCase().includes(query))
        .toSorted((a, b) => a.path.length - b.path.length);
    return (query: string): Hit[] => {
      const route = query.trim().toLowerCase();
      // A path is not a question.
      const there = route.includes('/') ? at(route) : [];
      if (there.length > 0) return there.map((operation) => ({ operation, why: '', isSure: true }));
      const { hits, areSure } = find(query);
      return hits.flatMap((hit) => {
        const entry = byId.get(hit.id);
        return entry ? [{ operation: entry.operation, isSure: areSure, ...whyOf(entry, hit) }] : [];
      });
    };
  };
  return (query) => (search ??= create())(query);
}
