import { UnstyledButton } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

/** A button within a sentence. */
export const TextButton = (props: {
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  children: ReactNode;
}) => <UnstyledButton {...props} c="inherit" fz="inherit" td="underline" />;
