import { Select } from '@mantine/core';
import { useSearchParams } from 'wouter';

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
  slugs: readonly string[];
}

/** Which listing the figures of a section are about; all of them without a choice. */
export function ListingFilter({ label, param, slugs }: ListingFilterProps) {
  const [chosen, choose] = useParam(param);
  const known = [...new Set([...slugs, ...(chosen === undefined ? [] : [chosen])])];
  if (known.length < 2 && chosen === undefined) return null;
  return (
    <Select
      aria-label={label}
      size="xs"
      data={known.toSorted()}
      value={chosen ?? null}
      placeholder="All listings"
      clearable
      searchable
      nothingFoundMessage="No listing has this name"
      onChange={(next) => choose(next ?? undefined)}
    />
  );
}
