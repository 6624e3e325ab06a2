import type { CatalogueHistoryEntry, HistoryActor, HistoryEntry } from '@mkt/protocol';
import { truncate } from '../terminal/text.ts';
import { findingText } from './check.ts';
import type { PageView } from './page.ts';
import { formatTime } from './price.ts';

const MAX_FIELDS = 40;
const MAX_FINDINGS = 5;
const MAX_MESSAGE = 70;
const MAX_NAME = 20;

function formatActor({ kind, name }: HistoryActor): string {
  return name === null ? kind : truncate(name, MAX_NAME);
}

/** The last part of each pointer: `/runContract/inputSchema` is `inputSchema`. */
const formatFields = ({ changes }: CatalogueHistoryEntry): string =>
  truncate(changes.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)).join(', '), MAX_FIELDS);

/** Its creation and its first publication change nothing for buyers, as there were none. */
const isFirst = ({ revision, changes }: CatalogueHistoryEntry): boolean =>
  revision === 1 &&
  changes.some(({ path }) => path === '/title' || path === '/listingState') &&
  changes.every(
    ({ path, from }) => from === null || (path === '/listingState' && from === 'draft'),
  );

/** The verdict with what it rests on, the most severe first. */
function formatVerdict(entry: CatalogueHistoryEntry): string {
  const { verdict, findings } = entry;
  if (findings.length === 0) return isFirst(entry) ? 'first' : verdict;
  const shown = findings
    .slice(0, MAX_FINDINGS)
    .map((finding) => truncate(findingText(finding), MAX_MESSAGE));
  const more = findings.length - shown.length;
  return `${verdict}: ${shown.join(' ')}${more > 0 ? ` (${more} more: --json)` : ''}`;
}

type Entry = CatalogueHistoryEntry | HistoryEntry;

/** A line for each change; only the owner's history says who made it. */
export function historyView(entries: readonly Entry[]): PageView<Entry> {
  const isOwn = entries.some((entry) => 'actor' in entry);
  return {
    headings: ['revision', 'changed', ...(isOwn ? ['by'] : []), 'fields', 'for buyers'],
    row: (entry) => [
      String(entry.revision),
      formatTime(entry.at) ?? '',
      ...('actor' in entry ? [formatActor(entry.actor)] : []),
      formatFields(entry),
      formatVerdict(entry),
    ],
    empty: 'Nothing has changed.',
  };
}
