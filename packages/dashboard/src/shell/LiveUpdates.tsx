import { useEffect } from 'react';
import { watchConnection } from '../data/connection.ts';
import { useLiveUpdates } from '../data/live-updates.ts';
import { useSharedSession } from '../data/session.ts';

/** Keeps every page up to date. On its own, so that nothing else is rendered again. */
export function LiveUpdates() {
  useEffect(watchConnection, []);
  useSharedSession();
  useLiveUpdates();
  return null;
}
