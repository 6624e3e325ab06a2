import type { RunningServer } from '../measure/child-process.ts';

/** The size of a server's old space in bytes: objects that survived the collection of young ones. */
export async function oldBytes({ url }: Pick<RunningServer, 'url'>): Promise<number> {
  const response = await fetch(`${url}/metrics`);
  const text = await response.text();
  const [, bytes] = /^nodejs_heap_space_size_used_bytes\{space="old"\} (\S+)$/m.exec(text) ?? [];
  if (bytes === undefined) throw new Error(`${url}/metrics does not report the old space: ${text}`);
  return Number(bytes);
}
