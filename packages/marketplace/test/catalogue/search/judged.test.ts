// docs/buy/catalogue.md#search, measured: a hundred questions with judged answers, on both engines.
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/server/context.ts';
import { BOTH } from '../../database/engines.ts';
import { sell, titles } from '../../database/searches.ts';
import { CORPUS } from './corpus.ts';
import { QUESTIONS } from './questions.ts';

interface Judged {
  kind: string;
  query: string;
  expected: readonly string[] | null;
  found: string[];
}

async function ask(store: Store): Promise<Judged[]> {
  await sell(store, ...CORPUS);
  const judged: Judged[] = [];
  for (const [kind, questions] of Object.entries(QUESTIONS)) {
    for (const [query, expected] of Object.entries<readonly string[] | null>(questions)) {
      judged.push({ kind, query, expected, found: await titles(store, { query, limit: 10 }) });
    }
  }
  return judged;
}

/** A right one among the first three; nothing, if there is none. */
const isAnswered = ({ expected, found }: Judged) =>
  expected === null
    ? found.length === 0
    : found.slice(0, 3).some((title) => expected.includes(title));

const isFirst = ({ expected, found }: Judged) =>
  expected === null ? found.length === 0 : expected.includes(found[0] ?? '');

/** Of each kind, the questions with a right answer among the first three. */
const ANSWERED = {
  'one or two words': 14,
  'other forms of words': 18,
  'questions and sentences': 19,
  'typing errors': 14,
  'compounds and spelling': 8,
  symbols: 9,
  'scripts without spaces': 8,
  'diacritics and other languages': 8,
  'nothing to find': 3,
};

describe('a hundred questions', () => {
  it('are answered, and in the same way by both engines', async () => {
    const [sqlite, postgres] = BOTH;
    const answers = await ask((await sqlite.open()).store);
    const answered: Record<string, number> = {};
    for (const each of answers.filter(isAnswered)) {
      answered[each.kind] = (answered[each.kind] ?? 0) + 1;
    }
    expect(answers).toHaveLength(102);
    expect(answered).toEqual(ANSWERED);
    expect(answers.filter(isFirst).length).toBeGreaterThanOrEqual(96);
    expect(await ask((await postgres.open()).store)).toEqual(answers);
  });
});
