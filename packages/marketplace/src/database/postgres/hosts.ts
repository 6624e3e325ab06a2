import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { HostList, SessionTarget } from './url.ts';

export type Host = Pick<Client, 'host' | 'port'>;

/** No host that responds is the primary. The code is that of a write on a standby. */
class NoPrimary extends Error {
  readonly code = '25006';

  constructor() {
    super('No host of the list accepts writes.');
    this.name = 'NoPrimary';
  }
}

/** How long one host may take to respond; a connection has 5 s for everything. */
const PROBE_TIMEOUT_MS = 4_000;
/** After this the next host is tried too, so that a machine that is gone causes little delay. */
const HEAD_START_MS = 250;

const WHAT_IT_IS = `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
  pg_is_in_recovery() AS "isStandby"`;

/** Connects to a host, to see whether it is suitable. */
async function probe(url: string, target: SessionTarget, config: ClientConfig): Promise<Host> {
  const client = new Client({
    ...config,
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isReadOnly: boolean; isStandby: boolean }>(WHAT_IT_IS);
    const isWanted = target === 'primary' ? !rows[0]?.isStandby : !rows[0]?.isReadOnly;
    if (!isWanted) throw new NoPrimary();
    return { host: client.host, port: client.port };
  } finally {
    // Not awaited: the host may be gone.
    void client.end().catch(() => undefined);
  }
}

async function search({ urls, target }: HostList, config: ClientConfig): Promise<Host> {
  const probes: Promise<Host>[] = [];
  for (const url of urls) {
    probes.push(probe(url, target ?? 'read-write', config));
    const found = Promise.any(probes).then(
      () => true,
      () => false,
    );
    if (await Promise.race([found, pause(HEAD_START_MS, false)])) break;
  }
  try {
    return await Promise.any(probes);
  } catch (error) {
    const { errors } = error as AggregateError & { errors: Error[] };
    throw errors.find((each) => each instanceof NoPrimary) ?? errors[0] ?? error;
  }
}

const searches = new Map<string, Promise<Host>>();

/**
 * The first host in the order of the list that takes writes now. Connections that are opened at the
 * same time share the search.
 */
export function findHost(hosts: HostList, config: ClientConfig): Promise<Host> {
  const key = hosts.urls.join(' ');
  const running = searches.get(key);
  if (running) return running;
  const started = search(hosts, config).finally(() => searches.delete(key));
  searches.set(key, started);
  return started;
}
