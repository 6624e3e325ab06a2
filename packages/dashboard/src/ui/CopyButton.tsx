import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from './Icon.tsx';

/** Copies by a selection: browsers offer the clipboard to pages on https and on this machine only. */
function copySelected(text: string): boolean {
  const { activeElement } = document;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'visually-hidden';
  // Inside an open dialog, which keeps the focus.
  (activeElement?.parentElement ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
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
  /** What is copied; a function if it is expensive to make or has to be loaded, `undefined` if it failed. */
  value: string | (() => string | Promise<string | undefined>);
  /** After an attempt, with whether the text is in the clipboard. */
  onCopy?: (isCopied: boolean) => void;
  /** What the button says. */
  children?: string;
}

/** Copies a text, and says so. */
export function CopyButton({ value, onCopy, children = 'Copy', variant, size }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const text = typeof value === 'string' ? value : await value();
    if (text === undefined) return;
    const isCopied = await copyText(text);
    setOutcome(isCopied ? 'copied' : 'failed');
    onCopy?.(isCopied);
  };
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
