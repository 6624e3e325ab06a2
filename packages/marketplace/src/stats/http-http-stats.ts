import { usageCsv } from '@mkt/protocol';
import type { readStats, readUsage } from './read-stats.ts';
import { presentOrderStats, presentSalesStats, presentUsage } from './http.ts';
import type { Handlers, UseCase } from '../http/route.ts';
import { wantsCsv } from './wants-csv.ts';

export interface StatsUseCases {
  readStats: UseCase<typeof readStats>;
  readUsage: UseCase<typeof readUsage>;
}

type StatsHandlers = Pick<Handlers, 'getOrderStats' | 'getSalesStats' | 'getUsage'>;

export function statsHandlers({ readStats, readUsage }: StatsUseCases): StatsHandlers {
  return {
    getOrderStats: async ({ caller, query, reader }) => ({
      status: 200,
      json: presentOrderStats(await readStats('orders', caller, query, reader)),
    }),
    getSalesStats: async ({ caller, query, reader }) => ({
      status: 200,
      json: presentSalesStats(await readStats('sales', caller, query, reader)),
    }),
    async getUsage({ caller, query, reader, req }) {
      const usage = presentUsage(await readUsage(caller, query, reader));
      const headers = { Vary: 'Accept' };
      if (!wantsCsv(req.headers.accept)) return { status: 200, json: usage, headers };
      const asCsv = { ...headers, 'Content-Type': 'text/csv; charset=utf-8' };
      return { status: 200, text: usageCsv(usage), headers: asCsv };
    },
  };
}
