import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import type { Operation } from './model.ts';
import classes from './page.module.css';
import { OPERATIONS, search } from './reference.ts';
import { shortNameOf } from './tasks.ts';

interface OperationLinkProps {
  operation: Operation;
  current: Operation;
  why?: string;
  onOpen: () => void;
}

const OperationLink = ({ operation, current, why, onOpen }: OperationLinkProps) => (
  <li>
    <a
      href={`#${operation.id}`}
      aria-current={operation === current ? 'page' : undefined}
      onClick={onOpen}
    >
      {shortNameOf(operation)}
      {why && <small>{why}</small>}
    </a>
  </li>
);

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface ContentsProps {
  current: Operation;
}

/** Every operation, task by task, and a search over what is written about them. */
export function Contents({ current }: ContentsProps) {
  const [query, setQuery] = useState('');
  // On a phone, the list is above the operation and begins folded.
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector(`[href="#${current.id}"]`);
    // Within the list only: the page stays where it is.
    if (link && list.current && getComputedStyle(list.current).overflowY === 'auto') {
      const { top, bottom } = link.getBoundingClientRect();
      const frame = list.current.getBoundingClientRect();
      if (top < frame.top || bottom > frame.bottom) {
        list.current.scrollTop += top - frame.top - frame.height / 2;
      }
    }
  }, [current]);
  const hits = query.trim() === '' ? undefined : search(query);
  const tasks = Map.groupBy(OPERATIONS, ({ task }) => task);
  const open = () => setOpen(false);

  /** Arrows go from the search through the list; Escape comes back, and empties the search. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      setQuery('');
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
    <nav className={classes.contents} aria-label="Operations" onKeyDown={onKeyDown}>
      <TextInput
        ref={input}
        type="search"
        aria-label="Search the reference"
        placeholder="Search"
        rightSection={<kbd>/</kbd>}
        rightSectionPointerEvents="none"
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') list.current?.querySelector('a')?.click();
        }}
      />
      <Button
        className={classes.fold}
        variant="default"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        leftSection={<Icon name="more" />}
      >
        All operations
      </Button>
      <p className="visually-hidden" role="status">
        {hits && (hits.length === 1 ? '1 operation found' : `${hits.length} operations found`)}
      </p>
      <div ref={list} className={classes.list} data-open={isOpen || hits !== undefined}>
        {hits ? (
          hits.length > 0 ? (
            <ul>
              {hits.map(({ operation, why }) => (
                <OperationLink
                  key={operation.id}
                  operation={operation}
                  current={current}
                  why={why}
                  onOpen={open}
                />
              ))}
            </ul>
          ) : (
            <p className={classes.note}>No operation matches.</p>
          )
        ) : (
          [...tasks].map(([task, operations]) => (
            <section key={task}>
              <h2>{task}</h2>
              <ul>
                {operations.map((operation) => (
                  <OperationLink
                    key={operation.id}
                    operation={operation}
                    current={current}
                    onOpen={open}
                  />
                ))}
              </ul>
            </section>
          ))
        )}
      </div>
    </nav>
  );
}
