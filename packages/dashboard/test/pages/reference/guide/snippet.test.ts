import { expect, it } from 'vitest';
import { synonymsOf } from '../../../../src/data/everyday-words.ts';
import {
  marked,
  partsOf,
  snippetOf,
  foundBy,
} from '../../../../src/pages/reference/guide/snippet.ts';

const GUIDE = `# Spending

What **counts**, in [a budget](x.md#y).

## Refunds

- An order that \`fails\` costs nothing.

\`\`\`sh
# ## not a heading
\`\`\`

| Type | Status |
| --- | --- |
| [\`not_found\`](#x) | 404 |

### Later
`;

it('the parts of a guide are its prose, without what marks it, and without code', () => {
  expect(partsOf(GUIDE)).toEqual([
    'What counts, in a budget.',
    'An order that fails costs nothing. Type Status not_found 404',
    '',
  ]);
});

const shown = (pieces: ReturnType<typeof marked>) =>
  pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('');

it.each([
  ['Refunds, no refund', ['refund'], '[Refunds], no [refund]'],
  ['not_found (404)', ['404'], 'not_found ([404])'],
  ['unrefunded', ['refund'], 'unrefunded'],
  ['C++ (x)', ['c++', '('], '[C++] [(x])'],
  ['Any', [], 'Any'],
])('in “%s” the words %j are marked', (text, words, result) => {
  expect(shown(marked(text, words))).toBe(result);
});

it('a text that has none of the typed words is marked by others that mean the same', () => {
  const mark = (text: string, typed: string) =>
    shown(marked(text, foundBy(text, typed.split(' '), synonymsOf(typed))));
  expect(mark('Charges and refunds', 'money back')).toBe('Charges and [refunds]');
  expect(mark('A budget is a limit', 'budget')).toBe('A [budget] is a limit');
  expect(mark('Charges and refunds', 'weather')).toBe('Charges and refunds');
});

it('a snippet is a passage around the first hit, cut between words', () => {
  const text = `${'before '.repeat(20)}the refund ${'after '.repeat(40)}`.trim();
  const passage = shown(snippetOf(text, ['refund']));
  expect(passage).toMatch(/^… before .* the \[refund\] after .* after …$/);
  expect(passage.length).toBeLessThan(130);
  expect(shown(snippetOf('Short.', ['refund']))).toBe('Short.');
});

it('has the first hit also where it ends a long address', () => {
  const address = 'market.example/a-very-long-address-of-one-listing/webhooks';
  expect(snippetOf(`The events of ${address} and more.`, ['webhooks'])).toContainEqual({
    text: 'webhooks',
    isHit: true,
  });
});
