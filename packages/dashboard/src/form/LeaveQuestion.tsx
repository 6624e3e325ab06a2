import { useLayoutEffect, useState } from 'react';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { askBeforeLeaving, endQuestion } from './leaving.ts';

/** While a form has changes, asks before its page is left. */
export function LeaveQuestion({ changes }: { changes: string }) {
  const [leave, setLeave] = useState<() => void>();
  const hasChanges = changes !== '';
  // The question must end before the effects of the next page run, which may navigate.
  useLayoutEffect(() => {
    if (hasChanges) askBeforeLeaving((next) => setLeave(() => next));
    return endQuestion;
  }, [hasChanges]);
  return (
    <ConfirmDialog
      opened={leave !== undefined}
      title="Leave without saving?"
      confirm="Leave"
      cancel="Keep editing"
      isHarmless
      onConfirm={() => {
        endQuestion();
        setLeave(undefined);
        leave?.();
      }}
      onClose={() => setLeave(undefined)}
    >
      <p>
        Not saved: {changes}. This tab keeps what you typed until you come back to this form; if you
        close the tab, it is lost.
      </p>
    </ConfirmDialog>
  );
}
