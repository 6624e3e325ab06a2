import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const PAGE_SIZE = 50;

/** Who did what to the account, newest first; further pages are loaded on demand. */
export const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  queryFn: async ({ pageParam, signal }) =>
    await api.audit.list(
      { limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  select: ({ pages }) => pages.flatMap(({ data }) => data),
});
