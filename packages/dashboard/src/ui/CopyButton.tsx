import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from './Icon.tsx';

/** Copies by a selection: browsers offer the clipboard to pages on https and on this machine only. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'visually-hidden';
  // Inside an open dialog, which keeps the focus.
  (document.activeElement?.parentElement ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
  }
}

/** Whether the text is in the clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

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
