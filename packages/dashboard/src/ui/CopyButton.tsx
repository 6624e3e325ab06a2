import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';
import { Icon } from './Icon.tsx';

const SHOWN_MS = 2_000;

interface CopyButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  /** What is copied; a function if it is expensive to make. */
  value: string | (() => string);
  /** What the button says. */
  children?: string;
}

/** Copies a text, and says so. */
export function CopyButton({ value, children = 'Copy', variant, size }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () =>
    setOutcome((await copyText(typeof value === 'string' ? value : value())) ? 'copied' : 'failed');
  return (
    <Button
      variant={variant ?? 'default'}
      size={size ?? 'xs'}
      leftSection={<Icon name={outcome === 'copied' ? 'tick' : 'copy'} />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Select and copy it' : children}
      </span>
    </Button>
  );
}
