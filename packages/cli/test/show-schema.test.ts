import { expect, it } from 'vitest';
import { describeInput, describeOutput } from '../src/show/listing.ts';

const Book = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' }, author: { $ref: '#/$defs/Author' } },
};

it.each([
  [{ $ref: '#/$defs/Book' }, 'title (string, required), author (object)'],
  [{ $ref: '#/$defs/Alias' }, 'title (string, required), author (object)'],
  [{ ...Book, $ref: undefined }, 'title (string, required), author (object)'],
  [{ $ref: '#/$defs/Nothing' }, ''],
  [{ $ref: '#/$defs/Circle' }, ''],
  [{ $ref: 'https://example.com/book.json' }, ''],
])('resolves references at the root and in fields: %j', (schema, shown) => {
  const $defs = {
    Book,
    Author: { type: 'object' },
    Alias: { $ref: '#/$defs/Book' },
    Circle: { $ref: '#/$defs/Circle' },
  };
  expect(describeInput({ ...schema, $defs })).toBe(shown);
  if (shown !== '') expect(describeOutput({ ...schema, $defs })).toBe('title, author');
});
