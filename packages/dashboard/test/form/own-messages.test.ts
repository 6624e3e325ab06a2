import { expect, it } from 'vitest';
import { problemOf } from '../../src/form/own-messages.ts';

const FIELD = { value: '', required: true, minLength: -1, isAddress: false };

it('asks for what is missing, spaces alone included, and for nothing that may be empty', () => {
  expect(problemOf(FIELD, 'Enter your name.')).toBe('Enter your name.');
  expect(problemOf({ ...FIELD, value: '  ' }, 'Enter your name.')).toBe('Enter your name.');
  expect(problemOf({ ...FIELD, required: false }, 'Enter your name.')).toBeUndefined();
});

it.each(['ann', 'ann@', '@example.com', 'ann bell@example.com'])(
  'says that %j is no whole email address',
  (value) => {
    expect(problemOf({ ...FIELD, value, isAddress: true }, '')).toBe(
      'Enter a whole address, such as ann@example.com.',
    );
  },
);

it('leaves the rest of an address to the server', () => {
  const value = ' ann@example ';
  expect(problemOf({ ...FIELD, value, isAddress: true }, '')).toBeUndefined();
});

it('counts the characters of a password that is too short', () => {
  expect(problemOf({ ...FIELD, value: 'horse', minLength: 10 }, '')).toBe(
    'Use at least 10 characters. This has 5.',
  );
  expect(problemOf({ ...FIELD, value: 'correct horse', minLength: 10 }, '')).toBeUndefined();
});
