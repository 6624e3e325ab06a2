// docs/orders.md#guarantees: random histories of crashes, pauses, late answers and time.
import { afterAll, expect, it } from 'vitest';
import { embedded } from '../../torture/model/embedded.ts';
import { searchHistories } from '../../torture/model/search-histories.ts';

const HISTORIES = 150;
const STEPS = 60;
const TIMEOUT_MS = 180_000;

const parts = embedded();
afterAll(parts.close);

it.each([
  ['the same ones each time', 1],
  ['others each time', Math.floor(Math.random() * 2 ** 31)],
])(
  'every promise about orders is kept in random histories (%s: seed %i)',
  async (_, seed) => {
    const search = { seed, histories: HISTORIES, steps: STEPS };
    const { broken, report } = await searchHistories(parts, search);
    expect(broken ? report : '').toBe('');
  },
  TIMEOUT_MS,
);
