import { expect, it } from 'vitest';
import { categoryNames, categoryOf } from '../../src/form/categories.ts';

const NAMES = categoryNames(['tools', 'Tools', 'data', 'ai', 'developer-tools', 'data']);

it('categories have the names of the catalogue, each once', () => {
  expect([...NAMES.keys()]).toEqual(['Tools', 'Data', 'AI', 'Developer tools']);
});

it.each([
  ['Developer tools', 'developer-tools'],
  ['developer-tools', 'developer-tools'],
  ['AI', 'ai'],
  ['TOOLS', 'tools'],
  ['Rockets', 'Rockets'],
  // Someone is typing another word.
  ['AI ', 'AI '],
])('what is typed as %j is the category %j', (typed, category) => {
  expect(categoryOf(typed, NAMES)).toBe(category);
});
