import { beforeEach, expect, it, vi } from 'vitest';
import { recent } from '../../src/data/recent.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

const labelsOf = (userId: string) => recent.get(userId).map(({ label }) => label);

it('what was opened last is first, each page once, and no more than six are kept', () => {
  for (const label of ['A', 'B', 'C', 'A']) recent.add('ann', { path: `/${label}`, label });
  expect(labelsOf('ann')).toEqual(['A', 'C', 'B']);
  recent.add('ann', { path: '/B', label: 'B, renamed' });
  expect(labelsOf('ann')).toEqual(['B, renamed', 'A', 'C']);
  for (const label of ['D', 'E', 'F', 'G']) recent.add('ann', { path: `/${label}`, label });
  expect(labelsOf('ann')).toEqual(['G', 'F', 'E', 'D', 'B, renamed', 'A']);
});

it('nothing of another account is shown, and nothing is left once it is cleared', () => {
  recent.add('ann', { path: '/orders', label: 'Orders' });
  expect(labelsOf('bob')).toEqual([]);
  recent.add('bob', { path: '/keys', label: 'API keys' });
  expect(labelsOf('ann')).toEqual([]);
  expect(labelsOf('bob')).toEqual(['API keys']);
  recent.clear();
  expect(labelsOf('bob')).toEqual([]);
});
