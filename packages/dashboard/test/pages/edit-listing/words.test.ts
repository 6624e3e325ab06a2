import { expect, it } from 'vitest';
import { EMPTY_FIELDS } from '../../../src/form/listing-fields.ts';
import { differencesInWords } from '../../../src/pages/edit-listing/differences.ts';
import { reasonsInWords } from '../../../src/pages/edit-listing/reasons.ts';
import {
  breaksCalls,
  effectInShort,
  impactInWords,
  questionOf,
} from '../../../src/pages/edit-listing/words.ts';

const finding = (severity: 'breaking' | 'safe', path: string, message: string) => ({
  path,
  severity,
  message,
});

const BEFORE = { ...EMPTY_FIELDS, amount: '0.02' };
const AFTER = { ...EMPTY_FIELDS, amount: '0.05' };

it('the reasons why a change breaks calls are sentences, without the safe ones', () => {
  const findings = [
    finding('breaking', '/price/amount', 'The price was changed.'),
    finding('breaking', '/runContract/inputSchema/required', '“language” is now required.'),
    finding('safe', '/runContract/outputSchema', 'More.'),
  ];
  expect(reasonsInWords({ verdict: 'breaking', findings }, BEFORE, AFTER)).toEqual([
    'Price raised from $0.02 to $0.05 per call.',
    'Input: “language” is now required.',
  ]);
});

it('a breaking change names its first reason, and how many there are besides', () => {
  const findings = [finding('breaking', '/runContract/inputSchema/required', '“a” is required.')];
  const impact = { verdict: 'breaking' as const, findings, reasons: ['The price rises.', 'b'] };
  expect(questionOf(impact)).toBe('Save a breaking change?');
  expect(breaksCalls(impact)).toBe(true);
  expect(effectInShort(impact, '')).toBe('This breaks existing calls: asks first');
  expect(impactInWords(impact)).toMatchObject({
    title: 'This breaks existing calls.',
    reasons: 'The price rises. (and 1 more)',
  });
});

it('a change that only raises the price is a price increase', () => {
  const findings = [finding('breaking', '/price/amount', 'The price was changed.')];
  const reasons = ['Price raised from $1.00 to $2.00 per call.'];
  const impact = { verdict: 'breaking' as const, findings, reasons };
  expect(questionOf(impact)).toBe('Save a price increase?');
  expect(breaksCalls(impact)).toBe(false);
  const price = 'price $1.00 → $2.00';
  expect(effectInShort(impact, price)).toBe('Price $1.00 → $2.00: asks first');
  expect(impactInWords(impact)).toEqual({
    verdict: 'price-increase',
    title: 'Price raised from $1.00 to $2.00 per call.',
    reasons: 'Applies to orders placed after you save.',
  });
});

it('a safe change needs no reason', () => {
  expect(effectInShort({ verdict: 'same', findings: [] }, '')).toBe('Nothing changes for callers.');
  expect(impactInWords({ verdict: 'safe', findings: [], reasons: ['Cheaper.'] })).toMatchObject({
    title: 'Calls that work today still work.',
    reasons: '',
  });
});

it('what would be saved has a line for each field that differs, and for each part of a schema', () => {
  const before = {
    ...BEFORE,
    title: 'Echo',
    description: 'Sends back what it gets.',
    slug: 'echo',
  };
  const after = {
    ...before,
    amount: '0.05',
    description: 'Sends back what it is sent.',
    tags: ['text'],
    inputSchema: '{"properties":{"city":{"type":"string"}}}',
    outputSchema: '{"type":',
  };
  expect(differencesInWords(before, after)).toEqual([
    { says: 'Price raised from $0.02 to $0.05 per call' },
    {
      says: 'Description changed',
      from: 'Sends back what it gets.',
      to: 'Sends back what it is sent.',
    },
    { says: 'Tags added' },
    { says: 'Input schema added' },
    { says: 'Output schema added' },
  ]);
  const typed = { ...after, inputSchema: '{ "properties": { "town": { "type": "string" } } }' };
  expect(differencesInWords(after, typed)).toEqual([
    { says: 'Input: “town” added, optional' },
    { says: 'Input: “city” removed' },
  ]);
  // Space between the parts of a schema is no change.
  const spaced = { ...after, inputSchema: ` ${after.inputSchema.replaceAll(':', ': ')}` };
  expect(differencesInWords(after, spaced)).toEqual([]);
});
