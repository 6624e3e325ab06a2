import { useEffect } from 'react';
import { watchConnection } from '../data/connection.ts';
import { useLiveUpdates } from '../data/live-updates.ts';
import { useSession, useSharedSession } from '../data/session.ts';

function SessionUpdates({ userId }: { userId: string }) {
  useLiveUpdates(userId);
  return null;
}

/** Keeps every page up to date. On its own, so that nothing else is rendered again. */
export function LiveUpdates() {
  const { data: user, dataUpdatedAt } = useSession();
  useEffect(watchConnection, []);
  useSharedSession();
  // A session that is entered again has another event stream.
  return user ? <SessionUpdates key={dataUpdatedAt} userId={user.id} /> : null;
}
