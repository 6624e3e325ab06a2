import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { LIMITS } from '@mkt/protocol';
import { nodeTransport } from './node-transport.ts';
import { urlPolicyFor } from './url-policy.ts';

const SOURCE = /\.(?:[cm]?[jt]sx?|py)$/;
/** Not the seller's own: dependencies, build output, and everything hidden. */
const SKIPPED = /^(?:\.|node_modules$|dist$|build$|coverage$|__pycache__$|test$|tests$)/;
const MAX_FILES = 2_000;
const MAX_DEPTH = 6;
/** `Last-Modified` has whole seconds. */
const PRECISION_MS = 1_000;

/**
 * The file of a project that was changed after its service on this machine was started, so that the
 * service still has the old contract. `undefined` if there is none, or if it cannot be known: the
 * seller kit sends the time of its start as `Last-Modified` of the contract, in development.
 */
export async function changedSinceStart(
  serviceUrl: string,
  folder: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const policy = urlPolicyFor(serviceUrl);
  if (!policy.allowPrivate) return undefined;
  const outcome = await nodeTransport(policy).request({
    method: 'GET',
    url: `${serviceUrl.replace(/\/+$/, '')}/contract`,
    timeoutMs: LIMITS.contractTimeoutMs,
    maxBytes: LIMITS.contractBytes,
    signal,
  });
  const header = outcome.kind === 'response' ? outcome.headers.get('last-modified') : undefined;
  const startedAt = Date.parse(header ?? '');
  if (Number.isNaN(startedAt)) return undefined;
  const newest = await newestSource(folder);
  const isNewer = newest !== undefined && newest.mtimeMs >= startedAt + PRECISION_MS;
  return isNewer ? relative(folder, newest.path) : undefined;
}

interface Source {
  path: string;
  mtimeMs: number;
}

/** Links are not followed. A folder that cannot be read has no files. */
async function newestSource(folder: string): Promise<Source | undefined> {
  let newest: Source | undefined;
  let left = MAX_FILES;
  async function visit(at: string, depth: number): Promise<void> {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (SKIPPED.test(entry.name) || left <= 0) continue;
      const path = join(at, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) await visit(path, depth + 1);
      if (!entry.isFile() || !SOURCE.test(entry.name)) continue;
      left--;
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs > (newest?.mtimeMs ?? 0))
        newest = { path, mtimeMs: found.mtimeMs };
    }
  }
  await visit(folder, 0);
  return newest;
}
