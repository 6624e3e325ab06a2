import { tellingWords } from '../../data/typed-words.ts';
import { fieldsOf } from './fields.ts';
import type { ApiReference, Operation, Schema } from './model.ts';

/** An operation that was found, and by what if not by its name. */
export interface Hit {
  operation: Operation;
  why: string;
}

interface Entry {
  operation: Operation;
  /** What it is called, in lower case: each word of a query is looked for here first. */
  name: string;
  /** Names of parameters, members and errors, with what each is. */
  parts: readonly { text: string; lower: string; what: string }[];
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
  const { id, summary, method, path, task, scope, parameters, body, success, errors } = operation;
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
    ...errors.map(({ type }) => reference.errors[type]?.meaning ?? ''),
  ];
  return {
    operation,
    name: `${summary} ${id} ${method} ${path} ${task}`.toLowerCase(),
    parts: parts.map(({ text, what }) => ({ text, lower: text.toLowerCase(), what })),
    prose: prose.join(' ').toLowerCase(),
  };
}

const WORST = 3;

/** How well a word fits: 0 by the name, then by a part, then by the prose; and the part by which it fits. */
function fit({ name, parts, prose }: Entry, word: string): { rank: number; why: string } {
  if (name.includes(word)) return { rank: 0, why: '' };
  const part =
    parts.find(({ lower }) => lower === word) ?? parts.find(({ lower }) => lower.includes(word));
  if (part) return { rank: 1, why: `${part.what} ${part.text}` };
  return prose.includes(word) ? { rank: 2, why: 'in its text' } : { rank: WORST, why: '' };
}

/** Finds operations by every word of a query, in names, parameters, fields, errors and texts. */
export function createSearch(reference: ApiReference): (query: string) => Hit[] {
  let entries: Entry[] | undefined;
  return (query) => {
    entries ??= reference.operations.map((operation) => entryOf(operation, reference));
    const words = tellingWords(
      query
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== ''),
    );
    return entries
      .map((entry) => {
        const fits = words.map((word) => fit(entry, word));
        const worst = fits.toSorted((a, b) => b.rank - a.rank)[0] ?? { rank: 0, why: '' };
        // Of those with the same worst word, first what has more of the others in its name.
        const all = fits.reduce((sum, { rank }) => sum + rank, 0);
        return { operation: entry.operation, all, ...worst };
      })
      .filter(({ rank }) => rank < WORST)
      .toSorted((a, b) => a.rank - b.rank || a.all - b.all)
      .map(({ operation, why }) => ({ operation, why }));
  };
}
