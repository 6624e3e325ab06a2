import { useQueries } from '@tanstack/react-query';
import { useNow } from '../ui/RelativeTime.tsx';
import { publishedHealthQuery } from './catalogue.ts';
import { downInWords, recentOutages } from './outages.ts';

/** The day of `today` changes with an hour. */
const HOUR_MS = 3_600_000;

/** Of the first so many, the checks are read: a request each. */
const MANY = 12;

/**
 * What is said of the outages of the last day, by the slugs of the listings that had one, as far as it is read:
 * the catalogue has only the share of checks that succeeded.
 */
export function useDown(
  listings: readonly { slug: string; health: { uptime24h: number | null } }[] = [],
): ReadonlyMap<string, string> {
  const nowMs = useNow(HOUR_MS);
  const slugs = listings
    .flatMap(({ slug, health }) => ((health.uptime24h ?? 1) < 1 ? [slug] : []))
    .slice(0, MANY);
  const reports = useQueries({ queries: slugs.map((slug) => publishedHealthQuery(slug)) });
  return new Map(
    slugs.map((slug, index) => {
      const outages = recentOutages(reports[index]?.data?.history ?? []);
      return [slug, downInWords(outages, nowMs)];
    }),
  );
}
