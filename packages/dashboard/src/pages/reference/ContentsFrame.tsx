import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Icon } from '../../ui/Icon.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';

export interface ContentsLink {
  /** A page, or a fragment of this one. */
  href: string;
  label: string;
  /** By what it was found, if not by its name. */
  why?: string;
  /** What is shown instead of both. */
  children?: ReactNode;
}

export interface ContentsSection {
  title: string;
  links: readonly ContentsLink[];
}

/** How many hits are shown at first. */
const MOST_HITS = 6;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface ContentsFrameProps {
  /** What is listed, as in "Operations". */
  label: string;
  /** What the search is called. */
  searchLabel: string;
  query: string;
  onQuery: (query: string) => void;
  sections: readonly ContentsSection[];
  /** What the query finds; undefined without one. */
  hits: readonly ContentsLink[] | undefined;
  currentHref: string;
}

/** A list of all there is, and a search over it: beside the page, or folded above it on a phone. */
export function ContentsFrame(props: ContentsFrameProps) {
  const { label, searchLabel, query, onQuery, sections, hits, currentHref } = props;
  const [isOpen, setOpen] = useState(false);
  /** The query whose hit was followed, here or on the page before: on a phone, its hits are folded away. */
  const [followed, setFollowed] = useState(query || undefined);
  /** The query whose hits are all shown. */
  const [whole, setWhole] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector(`[href="${currentHref}"]`);
    // Within the list only: the page stays where it is.
    if (link && list.current && getComputedStyle(list.current).overflowY === 'auto') {
      const { top, bottom } = link.getBoundingClientRect();
      const frame = list.current.getBoundingClientRect();
      if (top < frame.top || bottom > frame.bottom) {
        list.current.scrollTop += top - frame.top - frame.height / 2;
      }
    }
  }, [currentHref]);
  const toItem = ({ href, label: text, why, children }: ContentsLink) => {
    const link = {
      href,
      'aria-current': href === currentHref ? ('page' as const) : undefined,
      onClick: () => {
        setOpen(false);
        setFollowed(query);
      },
      children: children ?? (
        <>
          {text}
          {why && <small>{why}</small>}
        </>
      ),
    };
    // The browser follows a fragment of this page by itself.
    return <li key={href}>{href.startsWith('#') ? <a {...link} /> : <Link {...link} />}</li>;
  };

  /** Arrows go from the search through the list; Escape comes back, and empties the search. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      onQuery('');
      input.current?.focus();
    }
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [input.current, ...(list.current?.querySelectorAll('a') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLAnchorElement);
    stops[Math.max(0, Math.min(at + step, stops.length - 1))]?.focus();
  }

  return (
    <nav className={classes.contents} aria-label={label} onKeyDown={onKeyDown}>
      <TextInput
        ref={input}
        type="search"
        aria-label={searchLabel}
        placeholder={searchLabel}
        rightSection={<kbd>/</kbd>}
        rightSectionPointerEvents="none"
        value={query}
        maxLength={200}
        onChange={({ currentTarget }) => onQuery(currentTarget.value)}
        onFocus={() => setFollowed(undefined)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') list.current?.querySelector('a')?.click();
        }}
      />
      {sections.length > 0 && (
        <Button
          className={classes.fold}
          variant="default"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          leftSection={<Icon name="more" />}
        >
          Contents
        </Button>
      )}
      <p className={classes.note} role="status">
        {hits && hits.length > 0 && `${hits.length} found`}
      </p>
      <div
        ref={list}
        className={classes.list}
        data-open={isOpen || (hits !== undefined && followed !== query)}
      >
        {hits ? (
          hits.length > 0 ? (
            <>
              <ul>{hits.slice(0, whole === query ? undefined : MOST_HITS).map(toItem)}</ul>
              {hits.length > MOST_HITS && whole !== query && (
                <Button variant="subtle" size="xs" onClick={() => setWhole(query)}>
                  Show all {hits.length}
                </Button>
              )}
            </>
          ) : (
            <>
              <p className={classes.note}>
                Nothing matches “<VisibleText>{query.trim()}</VisibleText>”.
              </p>
              <Button variant="subtle" size="xs" onClick={() => onQuery('')}>
                Clear the search
              </Button>
            </>
          )
        ) : (
          sections.map(({ title, links }) => (
            <section key={title}>
              <h2>{title}</h2>
              <ul>{links.map(toItem)}</ul>
            </section>
          ))
        )}
      </div>
    </nav>
  );
}
