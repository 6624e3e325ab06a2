import { Button } from '@mantine/core';
import type { OrderSummary, SellerOrderSummary } from '@mkt/client';
import { csvLine } from '@mkt/protocol/csv';
import { useEffect, useRef, useState } from 'react';
import { shownError } from '../data/errors.ts';
import { orderPages, type OrderFilter, type OrderSource } from '../data/paged-orders.ts';
import { COUNT } from '../data/stats-words.ts';
import { downloadCsv } from '../ui/download.ts';
import { Icon } from '../ui/Icon.tsx';
import classes from './orders.module.css';

type Cell = string | number | null | undefined;
/** The columns of a file, each with its heading. */
export type CsvColumns<Row> = readonly (readonly [head: string, cell: (row: Row) => Cell])[];

interface DownloadCsvProps<Row extends OrderSummary | SellerOrderSummary> {
  source: OrderSource<Row>;
  filter: OrderFilter;
  isOpenOnly: boolean;
  /** Whether the list shows less than the filter selects. */
  isSearching: boolean;
  columns: CsvColumns<Row>;
  /** What the rows are: also the name of the file. */
  noun: string;
}

type Progress =
  | { state: 'idle' | 'done' }
  | { state: 'running'; count: number }
  | { state: 'failed'; reason: string };

/** Saves every order of the filter as a file, read page by page; it can be cancelled meanwhile. */
export function DownloadCsv<Row extends OrderSummary | SellerOrderSummary>(
  props: DownloadCsvProps<Row>,
) {
  const { source, filter, isOpenOnly, isSearching, columns, noun } = props;
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    if (isSearching) {
      const reason =
        'A search is not a filter: press Enter to keep the name that it found, or choose a state.';
      setProgress({ state: 'failed', reason });
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const parts = [csvLine(columns.map(([head]) => head))];
    let count = 0;
    setProgress({ state: 'running', count });
    try {
      for await (const rows of orderPages(source, filter, { isOpenOnly, signal })) {
        signal.throwIfAborted();
        parts.push(rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join(''));
        count += rows.length;
        setProgress({ state: 'running', count });
      }
      downloadCsv(`${noun}-${new Date().toISOString().slice(0, 10)}.csv`, parts);
      setProgress({ state: 'done' });
    } catch (error) {
      if (signal.aborted) return;
      setProgress({ state: 'failed', reason: shownError(error).title });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setProgress({ state: 'idle' });
  };
  const isRunning = progress.state === 'running';
  return (
    <div className={classes.download}>
      <span role={progress.state === 'failed' ? 'alert' : 'status'}>
        {isRunning && `${COUNT.format(progress.count)} ${noun} read …`}
        {progress.state === 'failed' && `Nothing was saved. ${progress.reason}`}
        {progress.state === 'done' && <span className="visually-hidden">The file was saved.</span>}
      </span>
      {/* One button, so that it keeps the focus. */}
      <Button
        variant="default"
        aria-label={isRunning ? 'Cancel' : 'Download CSV'}
        onClick={isRunning ? cancel : () => void start()}
      >
        <Icon name={isRunning ? 'x' : 'download'} />
        <span className={classes.label}>{isRunning ? 'Cancel' : 'Download CSV'}</span>
      </Button>
    </div>
  );
}
