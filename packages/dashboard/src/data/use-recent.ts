import { useEffect } from 'react';
import { recent } from './recent.ts';
import { useUser } from './session.ts';

/** Remembers the page that is open, as soon as its label is known. */
export function useRecent(label: string | undefined): void {
  const userId = useUser()?.id;
  const { pathname: path } = location;
  useEffect(() => {
    if (userId !== undefined && label !== undefined) recent.add(userId, { path, label });
  }, [userId, path, label]);
}
