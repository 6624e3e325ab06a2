import { useSyncExternalStore } from 'react';

const phone = matchMedia('(max-width: 639.98px)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

/** Whether the window is as narrow as that of a phone: lists take the place of tables. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
