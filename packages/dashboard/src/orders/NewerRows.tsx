import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import classes from './orders.module.css';

interface NewerRowsProps {
  /** How many rows are held back; `many` if they are not counted. */
  count: number | 'many';
  onShow: () => void;
}

/**
 * Above a list whose new rows are held back: shows them immediately while the top of the list is in
 * view, and offers them to who reads further down.
 */
export function NewerRows({ count, onShow }: NewerRowsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const showIfInView = () => {
    const top = ref.current?.getBoundingClientRect().top ?? -1;
    if (count !== 0 && top >= 0) onShow();
  };
  useLayoutEffect(showIfInView);
  useEffect(() => {
    window.addEventListener('scroll', showIfInView, { passive: true });
    return () => window.removeEventListener('scroll', showIfInView);
  });
  const show = () => {
    onShow();
    ref.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      <div ref={ref} />
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
