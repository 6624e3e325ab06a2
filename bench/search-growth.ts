import { loadOrders, startProject, type Contestant } from './contestants.ts';
import { COMMON, fillListings, RARE } from './filled-listings.ts';
import { openStore } from './filled-store.ts';
import { startServer } from './measure/child-process.ts';
import { runLoad } from './measure/load.ts';
import { measureInRounds, type Measured, type Variant } from './measure/rounds.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import type { BenchmarkOptions } from './report/benchmark.ts';

export const LISTING_COUNT = 100_000;
const ORDER_CONNECTIONS = 16;

/** A word in one description of a thousand, one in every tenth title, and a common prefix. */
const QUERIES = { 'a rare word': RARE, 'a common word': COMMON, 'a prefix': 'w1' };

async function search({ url }: Contestant, query: string, seconds: number) {
  const path = `/v1/marketplace/listings?query=${encodeURIComponent(query)}`;
  const load = await runLoad({ url: url + path, connections: 1, seconds });
  if (load.refused > 0) throw new Error(`${load.refused} searches for ${query} were refused.`);
  return load;
}

/** One buyer searches over HTTP, alone and while orders run. */
export async function measureSearch(options: BenchmarkOptions): Promise<Record<string, Measured>> {
  const dataDir = temporaryFolder();
  const opened = openStore(dataDir);
  await fillListings(opened, LISTING_COUNT, options.seed);
  await opened.close();
  const seller = await startServer('servers/quick-seller.ts');
  const project = await startProject(seller.url, { dataDir });
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
  const alone = await measureInRounds(searches(false), options);
  const busy = await measureInRounds(searches(true), options);
  await project.stop();
  await seller.stop();
  return { alone, 'while orders run': busy };
}
