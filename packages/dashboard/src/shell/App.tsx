import { AuthenticationError, ConnectionError } from '@mkt/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { connection } from '../data/connection.ts';
import { sessionEnded } from '../data/session-ended.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Its 401 is about a password, not about the session. */
      signsIn?: boolean;
    };
    queryMeta: {
      /** How long after an event responses may still lack what it announces; 0 by default. */
      settlesMs?: number;
      /** How often events may cause a request at most; once a second by default. */
      everyMs?: number;
    };
  }
}

const STALE_AFTER_MS = 30_000;

function onError(error: unknown): void {
  if (error instanceof AuthenticationError) sessionEnded.set(true);
  // A request that timed out has a response no more than one that failed.
  if (error instanceof ConnectionError) connection.suspect();
}

/**
 * Requests are retried by the client, and not by the cache too. While the marketplace cannot be
 * reached, queries wait, and one notice says so; what a person sends fails with its error.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (!meta?.signsIn) onError(error);
      },
    }),
    defaultOptions: {
      queries: {
        retry: (_failures, error) => error instanceof ConnectionError && connection.isLost(),
        retryDelay: 0,
        staleTime: STALE_AFTER_MS,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
