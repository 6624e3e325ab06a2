import { expect, it } from 'vitest';
import { EMPTY_FIELDS } from '../../../src/form/listing-fields.ts';
import {
  impactInWords,
  questionOf,
  reasonsInWords,
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
  const impact = { verdict: 'breaking' as const, findings };
  expect(questionOf(impact)).toBe('Save a breaking change?');
  expect(impactInWords(impact, ['The price rises.', 'b'])).toMatchObject({
    title: 'This breaks existing calls.',
    reasons: 'The price rises. (and 1 more)',
  });
});

it('a change that only raises the price is a price increase', () => {
  const findings = [finding('breaking', '/price/amount', 'The price was changed.')];
  const impact = { verdict: 'breaking' as const, findings };
  expect(questionOf(impact)).toBe('Save a price increase?');
  expect(impactInWords(impact, ['Price raised from $1.00 to $2.00 per call.'])).toEqual({
    verdict: 'price-increase',
    title: 'Price raised from $1.00 to $2.00 per call.',
    reasons: 'Programs with a lower price limit are refused.',
  });
});

it('a safe change needs no reason', () => {
  expect(impactInWords({ verdict: 'safe', findings: [] }, ['Cheaper.'])).toMatchObject({
    title: 'Calls that work today still work.',
    reasons: '',
  });
});
