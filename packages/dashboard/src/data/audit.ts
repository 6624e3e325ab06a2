import type { AuditListQuery } from '@mkt/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const PAGE_SIZE = 50;

/** Which entries are shown. */
export type AuditFilter = Pick<AuditListQuery, 'kind' | 'actor' | 'subject' | 'from' | 'to'>;

/** Who did what to the account, newest first; further pages are loaded on demand. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam, signal }) =>
      await api.audit.list(
        { limit: PAGE_SIZE, ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
