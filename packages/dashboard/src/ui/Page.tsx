import { Skeleton, Stack } from '@mantine/core';
import { type ReactNode, use, useEffect, useRef } from 'react';
import { ConnectionLost, NOT_LOADED, Notice } from './Notice.tsx';
import classes from './Page.module.css';
import { VisibleText } from './VisibleText.tsx';
import { visibleString } from './visible-text.ts';

/** A page that is a short form. */
export const Narrow = ({ children }: { children: ReactNode }) => (
  <div className={classes.narrow}>{children}</div>
);

/** What a page shows until it is loaded; without a connection, its title too if that is known. */
export function PageSkeleton({ title }: { title?: string | undefined }) {
  if (use(ConnectionLost)) {
    const waiting = <Notice tone="mute" title={NOT_LOADED} />;
    return title === undefined ? waiting : <Page title={title}>{waiting}</Page>;
  }
  return (
    <Stack gap="lg" aria-busy="true">
      <span role="status" className="visually-hidden">
        Loading
      </span>
      <Skeleton height={30} width="12rem" />
      <Skeleton height={160} />
      <Skeleton height={160} />
    </Stack>
  );
}

interface PageProps {
  title: string;
  /** The heading, where it is more than the title as text. */
  heading?: ReactNode;
  /** Stands for what the page is about, before its title. */
  mark?: ReactNode;
  /** A sentence or two below the title. */
  intro?: ReactNode;
  /** Buttons beside the title: one of them at most is primary. */
  actions?: ReactNode;
  /** Links to the pages above this one. */
  above?: ReactNode;
  children: ReactNode;
}

/** Whether a page has been shown before this one. */
let moved = false;

/** The frame of every page: its title, also that of the tab, and its content. */
export function Page({ title, heading, mark, intro, actions, above, children }: PageProps) {
  const h1 = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${visibleString(title)} · mkt`;
  }, [title]);
  useEffect(() => {
    // With a keyboard or a screen reader, people start at the top of the new page.
    if (moved) h1.current?.focus();
    moved = true;
  }, []);
  return (
    <>
      {above && (
        <div className={classes.above} data-print="never">
          {above}
        </div>
      )}
      <div className={classes.head}>
        {mark}
        <div>
          <h1 ref={h1} tabIndex={-1}>
            {heading ?? <VisibleText>{title}</VisibleText>}
          </h1>
          {intro && <div className={classes.intro}>{intro}</div>}
        </div>
        {actions && (
          <div className={classes.actions} data-print="never">
            {actions}
          </div>
        )}
      </div>
      {children}
    </>
  );
}
