import { createClient } from '@mkt/client';
import { AUTH_ROUTES } from '@mkt/protocol';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { API_OPTIONS } from './api.ts';
import { watchedFetch } from './connection.ts';

/** What an account owns, by the requests that read it; none of their responses has a secret. */
const RECORDS = [AUTH_ROUTES.getSession.path, '/v1/me', '/v1/profile'] as const;
const LISTS = [
  { path: '/v1/api-keys', name: 'keys' },
  { path: '/v1/webhooks', name: 'webhooks' },
  { path: '/v1/listings', name: 'listings' },
  { path: '/v1/orders', name: 'orders' },
  { path: '/v1/sales', name: 'sales' },
  { path: '/v1/audit', name: 'audit log entries' },
] as const;
const PAGE_SIZE = 100;

/** What is being read, and how many there are so far. */
interface ExportProgress {
  name: string;
  count: number;
}

interface Page {
  data: readonly unknown[];
  nextCursor: string | null;
}

/**
 * Everything that the account owns: a JSON array of requests and their responses, in which each response
 * is the text that the marketplace sent, so that numbers keep all their digits.
 */
async function exportAccount(
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const parts: string[] = [];
  let text = '';
  const client = createClient({
    ...API_OPTIONS,
    async fetch(url, init) {
      const response = await watchedFetch(url, init);
      if (response.ok) text = await response.clone().text();
      return response;
    },
  });
  const read = async (path: string, query: object = {}): Promise<unknown> => {
    const response = await client.request('GET', path, { query, signal });
    parts.push(`${parts.length === 0 ? '[' : ','}\n{"request":${JSON.stringify(path)},"response":`);
    parts.push(text, '}');
    return response;
  };
  for (const path of RECORDS) await read(path);
  for (const { path, name } of LISTS) {
    let cursor: string | null | undefined;
    let count = 0;
    do {
      onProgress({ name, count });
      const page = (await read(path, { limit: PAGE_SIZE, cursor })) as Page;
      count += page.data.length;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
  return new Blob([...parts, '\n]\n'], { type: 'application/json' });
}

function download(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads everything; it stops when the page is left or when it is told to. */
export function useExport() {
  const [progress, setProgress] = useState<ExportProgress>();
  const running = useRef<AbortController>(undefined);
  const mutation = useMutation({
    async mutationFn(fileName: string) {
      const { signal } = (running.current = new AbortController());
      try {
        download(await exportAccount(setProgress, signal), fileName);
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        setProgress(undefined);
      }
    },
  });
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);
  return { ...mutation, progress, stop };
}
