import { ActionIcon, CloseButton, Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Icon } from '../ui/Icon.tsx';
import classes from './orders.module.css';

/** Whether Escape does something else: it closes a dialog, a menu or a list of options, or empties a search. */
const takesEscape = (target: Element): boolean =>
  document.querySelector('[aria-modal="true"], :popover-open') !== null ||
  // It may just have been closed.
  target.closest('[aria-modal="true"]') !== null ||
  target.matches('input[aria-expanded="true"]') ||
  (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '');

/** Calls `onEscape` wherever the focus is, unless Escape does something else there. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    let isTaken = false;
    // Before anything has been closed.
    const before = ({ target }: KeyboardEvent) => {
      isTaken = target instanceof Element && takesEscape(target);
    };
    const onKeyDown = ({ key, defaultPrevented, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isTaken && !defaultPrevented && !isComposing) onEscape();
    };
    window.addEventListener('keydown', before, { capture: true });
    document.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', before, { capture: true });
      document.removeEventListener('keydown', onKeyDown);
    };
  });
}

interface OrderDrawerProps {
  id: string;
  /** The kind of record that is open, as in `order`. */
  noun: string;
  /** Where the one above it in the list is, and the one below; undefined at the ends. */
  previous: string | undefined;
  next: string | undefined;
  onClose: () => void;
  /** What it shows, with the button that closes it. */
  children: (close: ReactNode) => ReactNode;
}

interface StepProps {
  label: string;
  turn: string;
  href: string | undefined;
  onStep: (label: string) => void;
}

/** Leads to a neighbour in the list. */
const Step = ({ label, turn, href, onStep }: StepProps) => {
  const icon = <Icon name="right" />;
  const look = { variant: 'subtle', color: 'gray', style: { rotate: turn } } as const;
  return href === undefined ? (
    <ActionIcon {...look} aria-label={label} disabled>
      {icon}
    </ActionIcon>
  ) : (
    <ActionIcon
      {...look}
      component={Link}
      href={href}
      aria-label={label}
      title={label}
      onClick={() => onStep(label)}
    >
      {icon}
    </ActionIcon>
  );
};

/** An order or a sale beside its list, which stays usable. Escape closes it. */
export function OrderDrawer(props: OrderDrawerProps) {
  const { id, noun, previous, next, onClose, children } = props;
  const drawer = useRef<HTMLElement>(null);
  const openedFrom = useRef<Element>(null);
  const shownId = useRef<string>(null);
  const stepped = useRef<string>(null);
  useEscape(onClose);
  useEffect(() => {
    if (shownId.current === id) return;
    shownId.current = id;
    const active = document.activeElement;
    if (!drawer.current?.contains(active)) openedFrom.current = active;
    const label = stepped.current;
    stepped.current = null;
    // After the heading, which has the focus when a page is opened. Who steps on goes on from there.
    setTimeout(() => {
      const step = label && drawer.current?.querySelector<HTMLElement>(`a[aria-label="${label}"]`);
      (step || drawer.current)?.focus({ preventScroll: true });
    });
  }, [id]);
  useEffect(
    () => () => {
      const link = openedFrom.current;
      if (link instanceof HTMLElement && link.isConnected) link.focus({ preventScroll: true });
    },
    [],
  );
  const onStep = (label: string) => {
    stepped.current = label;
  };
  return (
    <aside ref={drawer} className={classes.drawer} aria-label={`The open ${noun}`} tabIndex={-1}>
      {children(
        <Group gap={2} wrap="nowrap">
          <Step label={`Previous ${noun}`} turn="-90deg" href={previous} onStep={onStep} />
          <Step label={`Next ${noun}`} turn="90deg" href={next} onStep={onStep} />
          <CloseButton aria-label={`Close the ${noun}`} onClick={onClose} />
        </Group>,
      )}
    </aside>
  );
}
