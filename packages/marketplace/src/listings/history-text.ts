import type { ListedHistoryEntry } from './history.ts';
import { iso } from '../http/response.ts';

/** Two arrays of JSON text as one. */
function joined(one: string, other: string): string {
  const items = [one, other].map((text) => text.slice(1, -1)).filter((text) => text !== '');
  return `[${items.join(',')}]`;
}

/** Changes and findings are stored as JSON text and inserted as they are. */
function entryText(
  { revision, atMs, verdict, findingsJson }: ListedHistoryEntry,
  more: object,
  changesJson: string,
): string {
  const short = JSON.stringify({ revision, at: iso(atMs), ...more, verdict });
  return `${short.slice(0, -1)},"changes":${changesJson},"findings":${findingsJson}}`;
}

/** An entry of the caller's own listing as JSON text. */
export const historyText = (entry: ListedHistoryEntry): string =>
  entryText(entry, { actor: entry.actor }, joined(entry.changesJson, entry.ownChangesJson));

/** An entry as buyers see it: not who made the change, nor the addresses of the service. */
export const catalogueHistoryText = (entry: ListedHistoryEntry): string =>
  entryText(entry, {}, entry.changesJson);
