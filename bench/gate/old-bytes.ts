import type { RunningServer } from '../measure/child-process.ts';

/** What has outlived a collection or two of a server's young objects, in bytes. */
export async function oldBytes({ url }: Pick<RunningServer, 'url'>): Promise<number> {
  const answer = await fetch(`${url}/metrics`);
  const text = await answer.text();
  const [, bytes] = /^nodejs_heap_space_size_used_bytes\{space="old"\} (\S+)$/m.exec(text) ?? [];
  if (bytes === undefined)
    throw new Error(`${url}/metrics tells nothing of the old space: ${text}`);
  return Number(bytes);
}
