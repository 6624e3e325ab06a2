import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useLayoutEffect, useState } from 'react';

interface DialogProps {
  opened: boolean;
  title: string;
  /** Whether it has room for a document. */
  wide?: boolean;
  children: ReactNode;
  onClose: () => void;
}

const isInDialog = (element: Element | null): boolean =>
  element !== null && element.closest('[role="dialog"]') !== null;

/** Whether nothing has the focus, or only an element that is about to disappear. */
const isFocusLost = () =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  isInDialog(document.activeElement);

let openDialogs = 0;
/**
 * Where the focus can go when the dialog that opened last closes; the first element that still exists
 * gets it.
 */
let goals: readonly (Element | null)[] = [];

/**
 * When a dialog closes, the focus returns to the element that had it before or, if that is gone, to the
 * heading of the page. The focus stays where it is if the dialog's action has moved it, as a new page or
 * another dialog does.
 */
export function useReturnedFocus(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    // If it is in a dialog that closes as this one opens, it will be gone.
    const own = isInDialog(before) ? [before, ...goals] : [before];
    goals = own;
    openDialogs += 1;
    return () => {
      openDialogs -= 1;
      // The page must first show what comes next.
      setTimeout(() => {
        if (!isFocusLost()) return;
        const goal =
          own.find((element) => element instanceof HTMLElement && element.isConnected) ??
          document.querySelector('main h1');
        const isBehind = openDialogs > 0 && !isInDialog(goal);
        if (goal instanceof HTMLElement && !isBehind) goal.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}

/** Covers the page until it is closed; Escape closes it. */
export function Dialog({ opened, title, wide = false, children, onClose }: DialogProps) {
  useReturnedFocus(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      centered
      size={wide ? '48rem' : 'md'}
    >
      <Modal.Overlay />
      {/* What has the focus is scrolled clear of the title and of the buttons. */}
      <Modal.Content style={{ scrollPaddingBlock: '5rem' }}>
        {/* Its element would be a second banner of the page. */}
        <Modal.Header role="presentation">
          <Modal.Title fw="var(--fw-strong)">{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The buttons of a dialog, last in it: in view while what is above them scrolls. */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
  <Group
    justify="flex-end"
    gap="xs"
    pos="sticky"
    bottom={0}
    m="calc(-1 * var(--sp-4))"
    mt={0}
    p="md"
    bg="var(--bg)"
    style={{ zIndex: 2, borderTop: '1px solid var(--border)' }}
  >
    {children}
  </Group>
);

interface ConfirmDialogProps {
  opened: boolean;
  /** A question, as in `Archive text-insights?`. */
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** What the button says: the verb of the title, and its object. */
  confirm: string;
  /** What the other button says, where “Cancel” could mean either. */
  cancel?: string;
  /** Whether nothing is lost, so that the button need not warn. */
  isHarmless?: boolean;
  /** What has to be typed first, for what cannot be undone. */
  typed?: string;
  isPending?: boolean;
  /** Why it failed the last time: an `ErrorNotice`. */
  error?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

function ConfirmForm(props: Omit<ConfirmDialogProps, 'opened' | 'title'>) {
  const { children, confirm, cancel = 'Cancel', isHarmless, typed, isPending, error } = props;
  const { onConfirm, onClose } = props;
  const [given, setGiven] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (typed === undefined || given === typed) onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <div>{children}</div>
        {typed !== undefined && (
          <TextInput
            label={`Type ${typed} to confirm`}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={given}
            onChange={({ currentTarget }) => setGiven(currentTarget.value)}
          />
        )}
        {error}
        <DialogFoot>
          <Button
            variant="default"
            onClick={onClose}
            data-autofocus={typed === undefined || undefined}
          >
            {cancel}
          </Button>
          <Button
            type="submit"
            {...(isHarmless ? {} : { color: 'red' })}
            loading={isPending ?? false}
            disabled={typed !== undefined && given !== typed}
          >
            {confirm}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}

/** Asks before something destructive is done. Closing it forgets what was typed. */
export function ConfirmDialog({ opened, title, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} title={title} onClose={rest.onClose}>
      <ConfirmForm {...rest} />
    </Dialog>
  );
}
