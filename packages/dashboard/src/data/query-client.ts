import { AuthenticationError } from '@mkt/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionEnded } from './session-ended.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Its 401 is about a password, not about the session. */
      signsIn?: boolean;
    };
  }
}

const STALE_AFTER_MS = 30_000;

function onError(error: unknown): void {
  if (error instanceof AuthenticationError) sessionEnded.set(true);
}

/** Requests are retried by the client, and not by the cache too. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (!meta?.signsIn) onError(error);
      },
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: STALE_AFTER_MS },
      mutations: { retry: false },
    },
  });
