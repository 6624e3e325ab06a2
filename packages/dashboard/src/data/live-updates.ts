import { AuthenticationError, type MarketEvent } from '@mkt/client';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isChanged } from './changed-queries.ts';
import { connection } from './connection.ts';
import { liveState } from './live-state.ts';
import { createRefresher } from './refresh.ts';
import { sessionEnded } from './session-ended.ts';
import { shareEvents } from './live.ts';

const EVERYTHING: MarketEvent = { type: 'resync', id: null };

/** Keeps what the pages show up to date for a person. Returns what ends it. */
function startUpdates(client: QueryClient, userId: string): () => void {
  const refresher = createRefresher(client);
  const announce = (event: MarketEvent) =>
    refresher.changed(({ queryKey }) => isChanged(queryKey, event), event.type !== 'resync');
  const stopEvents = shareEvents({
    userId,
    onEvent: announce,
    onOpen(isOpen) {
      liveState.set(isOpen);
      // Without events, polling begins with a request.
      if (!isOpen) announce(EVERYTHING);
    },
    onRefused(error) {
      if (error instanceof AuthenticationError) sessionEnded.set(true);
    },
  });
  const unsubscribe = connection.subscribe(() => {
    if (!connection.isLost()) announce(EVERYTHING);
  });
  return () => {
    unsubscribe();
    stopEvents();
    refresher.stop();
    liveState.set(false);
  };
}

/** Reads what pages show again when it has changed, for a person who is signed in. */
export function useLiveUpdates(userId: string): void {
  const client = useQueryClient();
  useEffect(() => startUpdates(client, userId), [client, userId]);
}
