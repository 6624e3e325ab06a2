// docs/buy/agents.md#confirmation: what a confirmation is bound to.
import { describe, expect, it } from 'vitest';
import {
  isSealOf,
  keyOfSeal,
  questionAbout,
  seal,
  sealInQuestion,
} from '../src/orders/ask-first.ts';

const NOW = Date.UTC(2026, 10, 23);
const SECRET = 'mkt_key';
const SEALED = {
  terms: { slug: 'weather', revision: 3, amount: 0.1, currency: 'USD', unit: 'call' },
  input: { city: 'Oslo', days: [1, 2] },
};
const sealed = (agentKey?: string, now = NOW) => seal(SECRET, { ...SEALED, agentKey }, now);
const text = sealed();

describe('a confirmation', () => {
  it('is valid for 15 minutes, in whatever order the agent writes the input', () => {
    const again = { ...SEALED, input: { days: [1, 2], city: 'Oslo' } };
    expect(isSealOf(SECRET, text, again, NOW + 14 * 60_000)).toBe(true);
    expect(isSealOf(SECRET, text, SEALED, NOW + 16 * 60_000)).toBe(false);
  });

  it.each([
    ['revision', { ...SEALED, terms: { ...SEALED.terms, revision: 4 } }],
    ['amount', { ...SEALED, terms: { ...SEALED.terms, amount: 0.11 } }],
    ['currency', { ...SEALED, terms: { ...SEALED.terms, currency: 'EUR' } }],
    ['unit', { ...SEALED, terms: { ...SEALED.terms, unit: 'page' } }],
    ['listing', { ...SEALED, terms: { ...SEALED.terms, slug: 'other' } }],
    ['input', { ...SEALED, input: { city: 'Rome', days: [1, 2] } }],
    ['order of a list', { ...SEALED, input: { city: 'Oslo', days: [2, 1] } }],
    [
      'kind of the input',
      {
        ...SEALED,
        input: [
          ['city', 'Oslo'],
          ['days', [1, 2]],
        ],
      },
    ],
  ])('is bound to the %s', (_, other) => {
    expect(isSealOf(SECRET, text, other, NOW)).toBe(false);
  });

  it.each(['', 'yes', text.slice(1), `${text}0`, text.replace(/^3/, '4'), text.toUpperCase()])(
    'cannot be made up: %s',
    (made) => {
      expect(isSealOf(SECRET, made, SEALED, NOW)).toBe(false);
    },
  );

  it('is of one API key', () => {
    expect(isSealOf('mkt_other', text, SEALED, NOW)).toBe(false);
  });

  it('names one order, and so do all confirmations of one key of the agent', () => {
    const later = NOW + 20 * 60_000;
    expect(keyOfSeal(text)).not.toBe(keyOfSeal(sealed()));
    expect(keyOfSeal(sealed('nightly', later))).toBe(keyOfSeal(sealed('nightly')));
    expect(keyOfSeal(sealed('weekly'))).not.toBe(keyOfSeal(sealed('nightly')));
    expect(keyOfSeal(sealed(questionAbout(text), later))).toBe(keyOfSeal(text));
  });

  it('is found in the question about its order', () => {
    expect(sealInQuestion(questionAbout(text))).toBe(text);
    for (const key of ['mcp-mine', keyOfSeal(text), undefined]) {
      expect(sealInQuestion(key)).toBeUndefined();
    }
  });
});
