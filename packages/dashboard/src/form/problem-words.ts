import { asSentence } from '../data/errors.ts';

const counted = (count: string, noun: string) => `${count} ${noun}${count === '1' ? '' : 's'}`;

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'an object',
  null: 'nothing',
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'A date, such as 2026-11-26',
  time: 'A time, such as 14:30:00Z',
  'date-time': 'A date and time, such as 2026-11-26T14:30:00Z',
  email: 'An email address, such as ann@example.com',
  uri: 'A whole address, such as https://example.com',
};

const BOUNDS: Readonly<Record<string, string>> = {
  '<=': 'At most',
  '>=': 'At least',
  '<': 'Less than',
  '>': 'More than',
};

type Rule = readonly [RegExp, (...parts: string[]) => string];

const typeWords = (types: string): string =>
  types
    .split(' or ')
    .map((type) => TYPES[type] ?? type)
    .join(' or ');

/** What the engine says about a value, and what the page says beside the field. */
const RULES: readonly Rule[] = [
  [/^is required$/, () => 'Required'],
  [/^must be (<=|>=|<|>) (.+)$/, (sign = '', limit = '') => `${BOUNDS[sign]} ${limit}`],
  [
    /^must not have (more|fewer) than (\d+) (item|character)s?$/,
    (than, limit = '', noun = '') =>
      `${than === 'more' ? 'At most' : 'At least'} ${counted(limit, noun)}`,
  ],
  [/^must not have the same item twice$/, () => 'Each item only once'],
  [/^must be a multiple of (.+)$/, (of) => `A multiple of ${of}`],
  [/^must match format "(.+)"$/, (format = '') => FORMATS[format] ?? `In the format “${format}”`],
  // A pattern is for programs; what it asks for is in the description above, if the seller gave one.
  [/^must match pattern "/, () => 'Not in the expected format'],
  [/^must be one of (.+)$/s, (values) => `One of ${values}`],
  [/^is not a known field$/, () => 'Not a member of this input'],
  [
    /^must be ((?:string|number|integer|boolean|array|object|null)(?: or [a-z]+)*)$/,
    (types = '') => typeWords(types),
  ],
];

function inWords(message: string): string {
  for (const [pattern, words] of RULES) {
    const match = pattern.exec(message);
    if (match) return words(...match.slice(1));
  }
  return message;
}

/** Says what is wrong with a value, in the words that are shown beside its field: “At most 10.” */
export const problemWords = (message: string): string => asSentence(inWords(message));
