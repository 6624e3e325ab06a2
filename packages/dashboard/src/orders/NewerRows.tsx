import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { announce } from '../ui/announce.ts';
import { isInUse } from '../ui/DataTable.tsx';
import classes from './orders.module.css';

/** Whether the top of the list is in view and the list has neither the pointer nor the focus. */
function mayMove(top: HTMLElement | null): boolean {
  const list = top?.parentElement;
  if (!top || !list) return false;
  return top.getBoundingClientRect().top >= 0 && !isInUse(list);
}

interface NewerRowsProps {
  /** How many rows are held back; `many` if they are not counted. */
  count: number | 'many';
  /** How many rows no longer match and stay only so that nothing moves. */
  settled: number;
  /** What the list is called, as in `Orders`. */
  title: string;
  onShow: () => void;
  /** Called when rows that no longer belong to the list are kept. */
  onKeep: () => void;
}

/** How soon the first row of a list is drawn once the list is scrolled to its top. */
const MOST_FRAMES = 20;

/**
 * Shown above a list that holds back new rows and keeps those that no longer match. It brings the list
 * up to date immediately while the top of the list is in view and the list has neither the pointer nor
 * the focus; otherwise it offers the new rows.
 */
export function NewerRows({ count, settled, title, onShow, onKeep }: NewerRowsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const goUp = () => ref.current?.scrollIntoView({ block: 'start' });
  const showIfUnused = () => {
    if ((count !== 0 || settled > 0) && mayMove(ref.current)) onShow();
  };
  useEffect(() => {
    if (count !== 0) announce(`${count === 'many' ? 'Many' : count} new in ${title}`);
  }, [count, title]);
  useEffect(() => {
    if (settled === 0 || mayMove(ref.current)) return;
    announce(`${settled} no longer open in ${title}`);
    onKeep();
  }, [settled, title, onKeep]);
  useLayoutEffect(showIfUnused);
  useEffect(() => {
    const list = ref.current?.parentElement;
    // When the focus has arrived where it goes.
    const later = () => void setTimeout(showIfUnused);
    window.addEventListener('scroll', showIfUnused, { passive: true });
    list?.addEventListener('pointerleave', later);
    list?.addEventListener('focusout', later);
    return () => {
      window.removeEventListener('scroll', showIfUnused);
      list?.removeEventListener('pointerleave', later);
      list?.removeEventListener('focusout', later);
    };
  });
  const show = ({ detail }: { detail: number }) => {
    onShow();
    const list = ref.current?.parentElement;
    let frames = MOST_FRAMES;
    // The table measures its new rows first, and scrolls by what they differ from the ones before.
    const arrive = () => {
      goUp();
      const first = list?.querySelector<HTMLElement>('[aria-rowindex="2"] a');
      // The button disappears; with the keyboard one continues in the first row.
      if (first && detail === 0) first.focus();
      if (!first && frames-- > 0) requestAnimationFrame(arrive);
    };
    requestAnimationFrame(arrive);
  };
  return (
    <>
      <div ref={ref} className={classes.top} />
      {count !== 0 && (
        <div className={classes.place}>
          <Button size="xs" className={classes.button} onClick={show}>
            {count === 'many' ? 'Show the newest' : `Show ${count} new`}
          </Button>
        </div>
      )}
    </>
  );
}
