import type { Spinner as YoctoSpinner } from 'yocto-spinner';
import type { Shell } from './shell.ts';

export interface Spinner {
  update(text: string): void;
  /** May be called more than once. */
  stop(): void;
}

/** A spinner on stderr, whose library is loaded only when it is shown. */
export function startSpinner(
  { stderr, env }: Shell,
  { text, isAllowed }: { text: string; isAllowed: boolean },
): Spinner {
  let isOver = !isAllowed || stderr.isTTY !== true || isUnattended(env);
  let current = text;
  let shown: YoctoSpinner | undefined;
  const show = async () => {
    const { default: yoctoSpinner } = await import('yocto-spinner');
    if (isOver) return;
    // Signals are the process's business: its exit code and what is put away depend on them.
    shown = yoctoSpinner({ text: current, stream: stderr, handleSignals: false }).start();
  };
  // Without it only the spinner is missing.
  if (!isOver) show().catch(() => {});
  return {
    update: (next) => {
      current = next;
      if (shown && !isOver) shown.text = next;
    },
    stop: () => {
      isOver = true;
      shown?.stop();
    },
  };
}

/** Whether nobody watches: CI systems set `CI`, some to `false` where it is not one. */
export function isUnattended(env: Shell['env']): boolean {
  const ci = env['CI'];
  return ci !== undefined && ci !== '' && ci !== 'false' && ci !== '0';
}
