import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Contents } from './Contents.tsx';
import { OperationView } from './OperationView.tsx';
import classes from './page.module.css';
import { FIRST, operationAt, OPERATIONS } from './reference.ts';
import { shortNameOf } from './tasks.ts';

const HASH_EVENTS = ['hashchange', 'popstate'];

function subscribe(listener: () => void): () => void {
  for (const event of HASH_EVENTS) addEventListener(event, listener);
  return () => {
    for (const event of HASH_EVENTS) removeEventListener(event, listener);
  };
}

const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash);

/** The API, task by task; the fragment of the address names the operation that is open. */
export function Reference() {
  const hash = useHash();
  const operation = operationAt(hash) ?? FIRST;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(operation);
  const at = OPERATIONS.indexOf(operation);
  const [before, after] = [OPERATIONS[at - 1], OPERATIONS[at + 1]];
  useEffect(() => {
    document.title = `${operation.summary} · API reference · mkt`;
    if (shown.current === operation) return;
    shown.current = operation;
    // As at the start of a page.
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [operation, shown]);
  return (
    <div className={classes.columns}>
      <Contents current={operation} />
      <article className={classes.article} aria-labelledby="operation">
        <OperationView
          key={operation.id}
          operation={operation}
          heading={
            <div>
              <p className={classes.note}>{operation.task}</p>
              <h2 ref={heading} id="operation" className={classes.title} tabIndex={-1}>
                {operation.summary}
              </h2>
            </div>
          }
        />
        <nav className={classes.around} aria-label="Before and after">
          {before && <a href={`#${before.id}`}>← {shortNameOf(before)}</a>}
          {after && <a href={`#${after.id}`}>{shortNameOf(after)} →</a>}
        </nav>
      </article>
    </div>
  );
}
