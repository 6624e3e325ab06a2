import type { Arena } from './arena.ts';
import { kindOf } from './kinds.ts';
import type { Conjunction } from './prover.ts';

/** Ordinary values of many forms, some of which most patterns and formats refuse. */
const SAMPLES: readonly unknown[] = [
  '',
  'a',
  'A',
  '0',
  'ab',
  'abc',
  'ABC',
  '123',
  '-',
  'a_b',
  'a-b',
  'hello world',
  'é',
  '12345',
  '2020-01-31',
  '2020-01-31T00:00:00Z',
  '12:00:00Z',
  'P1D',
  'a@example.com',
  'example.com',
  'https://example.com/a?b=c',
  '/a/b',
  '127.0.0.1',
  '::1',
  '123e4567-e89b-42d3-a456-426614174000',
  'a'.repeat(50),
  0,
  1,
  2,
  -1,
  0.5,
  1000,
  2 ** 40,
  null,
  true,
  false,
  [],
  [0],
  ['a'],
  [0, 0],
  {},
  { a: 0 },
  { a: 'a', b: 'b' },
];

/** Whether one of these values belongs to the conjunction and is refused by the node. */
export const hasWitness = (sub: Conjunction, sup: number, arena: Arena): boolean =>
  SAMPLES.some(
    (value) =>
      (kindOf(value) & sub.kinds) !== 0 &&
      sub.nodes.every((node) => arena.holds(node, value) === true) &&
      arena.holds(sup, value) === false,
  );
