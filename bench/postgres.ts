import { startCluster } from '../packages/marketplace/test/postgres/cluster.ts';

/** As durable as our SQLite: a commit is on disk when it returns. */
const DURABLE = [
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  'shared_buffers=256MB',
  'max_connections=300',
];

export interface RunningPostgres {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** A real Postgres for the benchmark; `undefined` where none can be installed. */
export async function startPostgres(
  settings: readonly string[] = [],
): Promise<RunningPostgres | undefined> {
  try {
    const cluster = await startCluster([...DURABLE, ...settings]);
    return { url: cluster.url('postgres'), pid: cluster.pid() ?? 0, stop: () => cluster.remove() };
  } catch (error) {
    console.error(`Postgres cannot be started here, and pg-boss is left out: ${String(error)}`);
    return undefined;
  }
}
