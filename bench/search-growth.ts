import { loadOrders, startProject, type Contestant } from './contestants.ts';
import { COMMON, fillListings, FREQUENT, RARE } from './filled-listings.ts';
import { storeOf } from './filled-store.ts';
import { RAISED_LIMITS, startMarketplace } from './marketplace.ts';
import { startServer } from './measure/child-process.ts';
import { runLoad } from './measure/load.ts';
import { measureInRounds, type Measured, type Variant } from './measure/rounds.ts';
import type { Place } from './engines.ts';
import type { BenchmarkOptions } from './report/benchmark.ts';

export const LISTING_COUNT = 100_000;
const ORDER_CONNECTIONS = 16;

/** A word in one description of a thousand, one in every tenth title, and words in half of all texts. */
const QUERIES = {
  'a rare word': RARE,
  'a common word': COMMON,
  'two frequent words': FREQUENT.join(' '),
  'a word that does not exist': 'translte',
};

async function search({ url }: Contestant, query: string, seconds: number) {
  const path = `/v1/marketplace/listings?query=${encodeURIComponent(query)}`;
  const load = await runLoad({ url: url + path, connections: 1, seconds });
  if (load.refused > 0) throw new Error(`${load.refused} searches for ${query} were refused.`);
  return load;
}

export interface SearchTimes {
  alone: Measured;
  busy: Measured;
}

/** One buyer searches over HTTP, alone and while orders run. */
export async function measureSearch(
  { options, open }: Place,
  benchmark: BenchmarkOptions,
): Promise<SearchTimes> {
  const seller = await startServer('servers/quick-seller.ts');
  const env = { ...RAISED_LIMITS, ...options.env };
  const first = await startMarketplace({ ...options, env });
  await first.stop();
  const opened = storeOf(await open());
  await fillListings(opened, LISTING_COUNT, benchmark.seed);
  await opened.close();
  const project = await startProject(seller.url, { ...options, env });
  const searches = (busy: boolean): Variant[] =>
    Object.entries(QUERIES).map(([name, query]) => ({
      name,
      async measure(seconds) {
        const [found] = await Promise.all([
          search(project, query, seconds),
          busy ? loadOrders(project, ORDER_CONNECTIONS, seconds) : undefined,
        ]);
        return found;
      },
    }));
  const alone = await measureInRounds(searches(false), benchmark);
  const busy = await measureInRounds(searches(true), benchmark);
  await project.stop();
  await seller.stop();
  return { alone, busy };
}
