import { Select } from '@mantine/core';
import { useSearchParams } from 'wouter';
import type { ListingName } from '../../data/listings.ts';
import { visibleString } from '../../ui/visible-text.ts';

/** What the URL says about the overview. */
export type OverviewParam = 'range' | 'listing' | 'bought';

/** A member of the URL's query, and how to change it; the others stay. */
export function useParam(name: OverviewParam) {
  const [params, setParams] = useSearchParams();
  const set = (value: string | undefined) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (value === undefined) next.delete(name);
      else next.set(name, value);
      return next;
    });
  return [params.get(name) ?? undefined, set] as const;
}

interface ListingFilterProps {
  label: string;
  param: 'listing' | 'bought';
  listings: readonly ListingName[];
}

/** Which listing the figures of a section are about; all of them without a choice. */
export function ListingFilter({ label, param, listings }: ListingFilterProps) {
  const [chosen, choose] = useParam(param);
  const titles = new Map(listings.map(({ slug, title }) => [slug, title]));
  if (chosen !== undefined && !titles.has(chosen)) titles.set(chosen, chosen);
  if (titles.size < 2 && chosen === undefined) return null;
  return (
    <Select
      aria-label={label}
      size="xs"
      data={[...titles]
        .map(([value, title]) => ({ value, label: visibleString(title) }))
        .toSorted((a, b) => a.label.localeCompare(b.label))}
      value={chosen ?? null}
      placeholder="All listings"
      clearable
      searchable
      nothingFoundMessage="No listing has this name"
      onChange={(next) => choose(next ?? undefined)}
    />
  );
}
