// Security, "Figures to reach": a fault at the k-th database statement, for every k, loses nothing.
import { expect, it } from 'vitest';
import { searchFaults } from '../../torture/faults/search-faults.ts';

/** Every so many statements: `pnpm torture faults` takes each of them. */
const EVERY = 37;
const TIMEOUT_MS = 180_000;

it(
  'nothing acknowledged is lost, whichever statement fails, and in whichever way',
  async () => {
    const first = 1 + Math.floor(Math.random() * EVERY);
    const { broken, report } = await searchFaults({ first, every: EVERY });
    expect(broken ? report : '').toBe('');
  },
  TIMEOUT_MS,
);
