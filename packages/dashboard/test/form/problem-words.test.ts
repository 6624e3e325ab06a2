import { expect, it } from 'vitest';
import { checkInput } from '../../src/form/check-input.ts';
import { problemWords } from '../../src/form/problem-words.ts';

/** What the engine finds in an input, in the words beside its field. */
const wordsFor = (schema: object, value: unknown) =>
  checkInput({ id: 1, schema: JSON.stringify(schema), input: JSON.stringify(value) })?.map(
    ({ message }) => problemWords(message),
  );

it.each([
  [{ maximum: 10 }, 11, 'At most 10.'],
  [{ minimum: 0.5 }, 0, 'At least 0.5.'],
  [{ exclusiveMaximum: 3 }, 3, 'Less than 3.'],
  [{ exclusiveMinimum: 3 }, 3, 'More than 3.'],
  [{ multipleOf: 5 }, 3, 'A multiple of 5.'],
  [{ minLength: 4 }, 'abc', 'At least 4 characters.'],
  [{ minLength: 1 }, '', 'Must not be empty.'],
  [{ maxLength: 2 }, 'abc', 'At most 2 characters.'],
  [{ minItems: 2 }, [1], 'At least 2 items.'],
  [{ maxItems: 1 }, [1, 2], 'At most 1 item.'],
  [{ uniqueItems: true }, [1, 1], 'Each item only once.'],
  [{ type: 'integer' }, 'x', 'A whole number.'],
  [{ type: ['string', 'null'] }, 1, 'Text or nothing.'],
  [{ required: ['a'] }, {}, 'Required.'],
  [{ pattern: '^a' }, 'b', 'Not in the expected format.'],
])('%j with %j: %s', (schema, value, words) => {
  expect(wordsFor(schema, value)).toEqual([words]);
});

it('what is said of a choice is a sentence', () => {
  expect(wordsFor({ enum: ['a', 'b'] }, 'c')?.[0]).toMatch(/^One of .*a.*b/);
  expect(problemWords('is nested too deeply')).toBe('Is nested too deeply.');
});
