import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const MAX_DAYS = 729;
const DAY_MS = 24 * 3_600_000;

/** Whether people of the account, and programs with its keys, have ever called a service. */
export const usedByKeyQuery = queryOptions({
  queryKey: ['orders', 'used-by-key'],
  async queryFn({ signal }): Promise<{ byPeople: boolean; byKeys: boolean }> {
    const from = new Date(Date.now() - MAX_DAYS * DAY_MS).toISOString();
    const { data } = await api.stats.usage({ by: 'key', from }, { signal });
    return {
      byPeople: data.some(({ keyId }) => keyId === null),
      byKeys: data.some(({ keyId }) => keyId !== null),
    };
  },
  // The server adds settled orders to its statistics every 2 s.
  meta: { settlesMs: 3_000 },
});

export type Side = 'buying' | 'selling';

const keyOf = (userId: string, side: Side) => `mkt-first-steps:${userId}:${side}`;

/** Whether this browser shows a person the first steps of a side; a browser that stores nothing always does. */
export const firstStepsShown = {
  get(userId: string, side: Side): boolean {
    try {
      return localStorage.getItem(keyOf(userId, side)) === null;
    } catch {
      return true;
    }
  },
  hide(userId: string, side: Side): void {
    try {
      localStorage.setItem(keyOf(userId, side), 'hidden');
    } catch {
      // Then they are hidden until the page is left.
    }
  },
};
