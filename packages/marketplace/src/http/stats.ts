import type { readStats } from '../flows/read-stats.ts';
import { presentOrderStats, presentSalesStats } from './present-stats.ts';
import type { Handlers, UseCase } from './route.ts';

export interface StatsUseCases {
  readStats: UseCase<typeof readStats>;
}

type StatsHandlers = Pick<Handlers, 'getOrderStats' | 'getSalesStats'>;

export function statsHandlers({ readStats }: StatsUseCases): StatsHandlers {
  return {
    getOrderStats: async ({ caller, query, reader }) => ({
      status: 200,
      json: presentOrderStats(await readStats('orders', caller, query, reader)),
    }),
    getSalesStats: async ({ caller, query, reader }) => ({
      status: 200,
      json: presentSalesStats(await readStats('sales', caller, query, reader)),
    }),
  };
}
