import { expect, it } from 'vitest';
import { impactInWords } from '../../../src/pages/edit-listing/words.ts';

const finding = (severity: 'breaking' | 'safe', message: string) => ({
  path: '/price',
  severity,
  message,
});

it('a breaking change names its first reason, and how many there are besides', () => {
  const findings = [
    finding('breaking', 'The price rises.'),
    finding('breaking', 'b'),
    finding('safe', 'c'),
  ];
  expect(impactInWords({ verdict: 'breaking', findings })).toMatchObject({
    title: 'Breaks existing calls.',
    reasons: 'The price rises. (and 1 more)',
  });
});

it('a safe change needs no reason', () => {
  expect(impactInWords({ verdict: 'safe', findings: [finding('safe', 'Cheaper.')] })).toMatchObject(
    { title: 'Calls that work today still work.', reasons: '' },
  );
});
