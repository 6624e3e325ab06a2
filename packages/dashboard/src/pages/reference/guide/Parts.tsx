import { useEffect, useRef, useState } from 'react';
import type { Guide } from './model.ts';
import classes from './page.module.css';

/** The upper third of the window, where one reads. */
const READ_SHARE = 1 / 3;

/**
 * The part that is read: that of the address, where it is in view; or else the last one that begins in the upper third,
 * at the end of the text the last of all.
 */
function partAt(headings: readonly Element[], end: Element | null): string | undefined {
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  const isAtEnd = end !== null && topOf(end) < innerHeight;
  const limit = isAtEnd ? innerHeight : innerHeight * READ_SHARE;
  const named = headings.find(({ id }) => id === location.hash.slice(1));
  if (named && topOf(named) >= 0 && topOf(named) < limit) return named.id;
  const read = isAtEnd ? headings.at(-1) : headings.findLast((each) => topOf(each) < limit);
  return read?.id;
}

interface PartsProps {
  headings: Guide['headings'];
  /** Whether the text is there. */
  isShown: boolean;
}

/** The parts of a guide, that one marked which is read. */
export function Parts({ headings, isShown }: PartsProps) {
  const [current, setCurrent] = useState<string>();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isShown) return undefined;
    const found = headings.flatMap(({ id }) => document.getElementById(id) ?? []);
    const end = document.getElementById('end-of-guide');
    const update = () => {
      const id = partAt(found, end);
      setCurrent(id);
      const link = nav.current?.querySelector<HTMLElement>(`[href="#${CSS.escape(id ?? '')}"]`);
      // The list scrolls by itself, where it stands beside the text.
      if (link && nav.current) {
        nav.current.scrollTop = link.offsetTop - nav.current.clientHeight / 2;
      }
    };
    const observers = [
      new IntersectionObserver(update, { rootMargin: `0px 0px -${100 - 100 * READ_SHARE}% 0px` }),
      new IntersectionObserver(update),
    ];
    for (const heading of found) observers[0]?.observe(heading);
    if (end) observers[1]?.observe(end);
    // At the end of the text nothing moves.
    addEventListener('hashchange', update);
    return () => {
      removeEventListener('hashchange', update);
      for (const observer of observers) observer.disconnect();
    };
  }, [headings, isShown]);
  return (
    <nav ref={nav} className={classes.parts} aria-label="On this page">
      {headings.map(({ id, text }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
