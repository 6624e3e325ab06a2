import { useQueries } from '@tanstack/react-query';
import { publishedHealthQuery } from '../../data/catalogue.ts';
import { type Outage, recentOutages } from '../../data/outages.ts';

/** Of so many, the times of an outage are read. */
const MANY_DOWN = 8;

/** The newest outage of each listing in the last day, by its id, as far as they are read; none for many listings. */
export function useLastOutages(listings: readonly { id: string; slug: string }[]) {
  const read = listings.length > MANY_DOWN ? [] : listings;
  const queries = useQueries({ queries: read.map(({ slug }) => publishedHealthQuery(slug)) });
  const last = new Map<string, Outage>();
  read.forEach(({ id }, index) => {
    const [newest] = recentOutages(queries[index]?.data?.history ?? []);
    if (newest) last.set(id, newest);
  });
  return { last, queries };
}
