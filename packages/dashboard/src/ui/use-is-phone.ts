import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as that of a phone: lists take the place of tables. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 639.98px)', undefined, { getInitialValueInEffect: false });
