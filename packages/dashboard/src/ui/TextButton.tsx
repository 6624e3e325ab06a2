import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';

/** A button within a sentence. */
export const TextButton = (props: { onClick: () => void; children: ReactNode }) => (
  <UnstyledButton {...props} c="inherit" fz="inherit" td="underline" />
);
