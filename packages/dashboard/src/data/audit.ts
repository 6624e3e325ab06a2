import type { AuditListQuery } from '@mkt/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const PAGE_SIZE = 50;

/** What something can be done to. */
export type AuditKind = AuditListQuery['kind'];

/** Who did what to the account, newest first; further pages are loaded on demand. */
export const auditQuery = (kind: AuditKind) =>
  infiniteQueryOptions({
    queryKey: ['audit', kind ?? 'all'],
    queryFn: async ({ pageParam, signal }) =>
      await api.audit.list(
        { limit: PAGE_SIZE, kind, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
