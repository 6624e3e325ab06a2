import { Skeleton, Stack } from '@mantine/core';

/** What a page shows until it is loaded. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true">
      <span role="status" className="visually-hidden">
        Loading
      </span>
      <Skeleton height={30} width="12rem" />
      <Skeleton height={160} />
      <Skeleton height={160} />
    </Stack>
  );
}
