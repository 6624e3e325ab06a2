import type { Spinner as YoctoSpinner } from 'yocto-spinner';
import { printable } from './text.ts';
import type { Shell } from './shell.ts';
import { isUnattended } from './unattended.ts';

export interface Spinner {
  update(text: string): void;
  /** Can be called more than once. */
  stop(): void;
}

/** A spinner on stderr. Its library is loaded only when the spinner is shown. */
export function startSpinner(
  { stderr, env }: Shell,
  { text, isAllowed }: { text: string; isAllowed: boolean },
): Spinner {
  let isStopped = !isAllowed || stderr.isTTY !== true || isUnattended(env);
  let current = text;
  let shown: YoctoSpinner | undefined;
  const show = async () => {
    const { default: yoctoSpinner } = await import('yocto-spinner');
    if (isStopped) return;
    // main.ts handles signals: it sets the exit code and lets the command clean up.
    shown = yoctoSpinner({
      text: printable(current),
      stream: stderr,
      handleSignals: false,
    }).start();
  };
  // A command works without its spinner, so a failed import is ignored.
  if (!isStopped) show().catch(() => {});
  return {
    update: (next) => {
      current = next;
      if (shown && !isStopped) shown.text = printable(next);
    },
    stop: () => {
      isStopped = true;
      shown?.stop();
    },
  };
}
