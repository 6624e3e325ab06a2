import { expect, it } from 'vitest';
import { cutToWidth, linesWithin, widthOf } from '../src/terminal/width.ts';

it.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  // Each of these takes two columns.
  ['日本語', 6, '日本語'],
  ['日本語', 5, '日本…'],
  ['日本語', 4, '日…'],
  ['￥￥￥', 5, '￥￥…'],
  ['ｱｲｳ', 3, 'ｱｲｳ'],
  ['𠀀𠀀', 3, '𠀀…'],
  ['👨‍👩‍👧👨‍👩‍👧', 3, '👨‍👩‍👧…'],
  // A joiner makes one picture of several, but not one letter.
  ['日\u200d本\u200d語', 5, '日\u200d本\u200d…'],
  ['e\u0301e\u0301e\u0301', 3, 'e\u0301e\u0301e\u0301'],
])('cuts %j at %i columns', (text, columns, cut) => {
  expect(cutToWidth(text, columns)).toBe(cut);
});

it.each([
  ['👨‍👩‍👧', 2],
  ['日\u200d本', 4],
  ['a\u0301', 1],
])('%j is %i columns wide', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

it('breaks a word that is too wide, and puts no empty line before it', () => {
  expect(linesWithin('日本語日本語 ab', 5)).toEqual(['日本', '語日', '本語', 'ab']);
});

it('breaks a word with any number of combining marks in time', () => {
  const marked = `a${'\u0301'.repeat(300_000)}`;
  const lines = linesWithin(`${marked}${'b'.repeat(20)}`, 10);
  expect(lines).toEqual([`${marked}${'b'.repeat(9)}`, 'b'.repeat(10), 'b']);
});
