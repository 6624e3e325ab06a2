import { LIMITS } from '@mkt/protocol';
import { sql } from 'kysely';
import {
  all,
  type Dialect,
  execute,
  executeSql,
  first,
  now,
  nowPlus,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import { DAY_MS } from '../market/limits.ts';
import {
  type DueProbe,
  nextProbeMs,
  type Probe,
  type ProbeCapacity,
  retryAfterMs,
} from './health.ts';

/**
 * Resets health when a listing is published, leaves the catalogue or changes its health endpoint.
 * `probed`: probe it from the next tick on; only published listings are probed.
 */
export function* resetHealth(
  { db }: Dialect,
  { listingId, configured, probed }: { listingId: string; configured: boolean; probed: boolean },
): Operation<void> {
  const values = {
    status: configured ? ('unknown' as const) : ('not_configured' as const),
    checked_at: null,
    latency_ms: null,
    uptime_24h: null,
    next_probe_at: configured && probed ? now : null,
    probe_retries: 0,
  };
  yield* execute(
    db
      .insertInto('listing_health')
      .values({ listing_id: listingId, ...values, quality_json: null, quality_due_at: null })
      .onConflict((conflict) => conflict.column('listing_id').doUpdateSet(values)),
  );
}

/** Rows that one query reads; the next query excludes accounts without a free probe slot. */
const ROWS_PER_QUERY = 512;
const MAX_QUERIES = 4;

/**
 * Due listings of accounts with a free probe slot, longest due first. The cross join makes SQLite
 * use the index on due times; it would read every published listing otherwise.
 */
const dueListings = (dialect: Dialect, accountsWithoutSlot: readonly string[]) =>
  dialect.db
    .selectFrom('listing_health')
    .crossJoin('listing')
    .whereRef('listing.id', '=', 'listing_health.listing_id')
    .select([
      'listing.id',
      'listing.account_id',
      'listing.health_endpoint',
      'listing_health.next_probe_at',
      now.as('now'),
    ])
    .where('listing_health.next_probe_at', '<=', now)
    .where('listing.status', '=', 'published')
    .where('listing.health_endpoint', 'is not', null)
    .$if(accountsWithoutSlot.length > 0, (query) =>
      query.where('listing.account_id', 'not in', [...accountsWithoutSlot]),
    )
    .orderBy('listing_health.next_probe_at')
    .limit(ROWS_PER_QUERY);

/** Takes due listings while their accounts have free probe slots, and schedules their next probe. */
export function* takeDueProbes(
  dialect: Dialect,
  { limit, perAccount, running }: ProbeCapacity,
): Operation<DueProbe[]> {
  const { db } = dialect;
  const taken: DueProbe[] = [];
  const counts = new Map(running);
  for (let query = 1; query <= MAX_QUERIES && taken.length < limit; query++) {
    const full = [...counts].filter(([, count]) => count >= perAccount).map(([account]) => account);
    const due = yield* all(dueListings(dialect, full));
    for (const row of due) {
      const { id, account_id: accountId } = row;
      const count = counts.get(accountId) ?? 0;
      if (taken.length >= limit || count >= perAccount) continue;
      const changed = yield* execute(
        db
          .updateTable('listing_health')
          .set({ next_probe_at: nextProbeMs(id, row.now) })
          .where('listing_id', '=', id)
          // Another process may have taken it in the meantime.
          .where('next_probe_at', '=', row.next_probe_at),
      );
      if (changed === 0) continue;
      counts.set(accountId, count + 1);
      taken.push({ listingId: id, accountId, healthEndpoint: row.health_endpoint ?? '' });
    }
    // A result that is not full contains all due listings.
    if (due.length < ROWS_PER_QUERY) break;
  }
  return taken;
}

/**
 * After the clock was set back: probes and ratings that would be further away than they ever are become
 * due within their interval, probes at their own offset in it.
 */
export function* restartHealthWaits({ db }: Dialect): Operation<void> {
  const intervalMs = sql.lit(LIMITS.healthProbeIntervalMs);
  yield* executeSql(
    db,
    sql`UPDATE listing_health
      SET next_probe_at = ${now} + (next_probe_at - ${now}) % ${intervalMs}
      WHERE next_probe_at > ${nowPlus(LIMITS.healthProbeIntervalMs)}`,
  );
  yield* executeSql(
    db,
    sql`UPDATE listing_health SET quality_due_at = ${now}
      WHERE quality_due_at > ${nowPlus(2 * DAY_MS)}`,
  );
}

/** Records the health check of a review as the first probe and schedules the next. */
export function* recordFirstProbe(dialect: Dialect, probe: Probe): Operation<void> {
  yield* storeProbe(dialect, probe);
  const next = { next_probe_at: nextProbeMs(probe.listingId, probe.checkedAtMs) };
  yield* execute(
    dialect.db
      .updateTable('listing_health')
      .set(next)
      .where('listing_id', '=', probe.listingId)
      .where('status', '!=', 'not_configured'),
  );
}

export function* recordProbe(dialect: Dialect, probe: Probe): Operation<void> {
  const { db } = dialect;
  const { listingId } = probe;
  const before = yield* first(
    db
      .selectFrom('listing_health')
      .select(['status', 'probe_retries', now.as('now')])
      .where('listing_id', '=', listingId),
  );
  const waitMs =
    before && !probe.healthy ? retryAfterMs(before.status, before.probe_retries) : undefined;
  if (!before || waitMs === undefined) {
    yield* storeProbe(dialect, probe);
    return;
  }
  yield* execute(
    db
      .updateTable('listing_health')
      .set({ probe_retries: before.probe_retries + 1, next_probe_at: before.now + waitMs })
      .where('listing_id', '=', listingId)
      // Unless it was paused or archived in the meantime.
      .where('next_probe_at', 'is not', null),
  );
}

function* storeProbe({ db }: Dialect, probe: Probe): Operation<void> {
  const healthy = probe.healthy ? 1 : 0;
  const values = { healthy, status_code: probe.statusCode, latency_ms: probe.latencyMs } as const;
  yield* execute(
    db
      .insertInto('health_probe')
      .values({ listing_id: probe.listingId, checked_at: probe.checkedAtMs, ...values })
      .onConflict((conflict) => conflict.columns(['listing_id', 'checked_at']).doUpdateSet(values)),
  );
  const day = yield* first(
    db
      .selectFrom('health_probe')
      .select(sql<number>`avg(healthy * 1.0)`.as('uptime'))
      .where('listing_id', '=', probe.listingId)
      .where('checked_at', '>', probe.checkedAtMs - DAY_MS),
  );
  yield* execute(
    db
      .updateTable('listing_health')
      .set({
        status: probe.healthy ? 'healthy' : 'unhealthy',
        checked_at: probe.checkedAtMs,
        latency_ms: probe.latencyMs,
        uptime_24h: day?.uptime ?? healthy,
        probe_retries: 0,
      })
      .where('listing_id', '=', probe.listingId)
      // Unless the health endpoint was removed in the meantime.
      .where('status', '!=', 'not_configured'),
  );
}

export function probeHistory(
  { db }: Dialect,
  { listingId, sinceMs, limit }: { listingId: string; sinceMs: number; limit: number },
): SingleStatement<Probe[]> {
  const query = db
    .selectFrom('health_probe')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('checked_at', '>=', sinceMs)
    .orderBy('checked_at', 'desc')
    .limit(limit);
  return all(query).as((rows) =>
    rows.map((row) => ({
      listingId: row.listing_id,
      checkedAtMs: row.checked_at,
      healthy: row.healthy === 1,
      statusCode: row.status_code,
      latencyMs: row.latency_ms,
    })),
  );
}

export function pruneProbes({ db }: Dialect, limit: number): SingleStatement<number> {
  const old = sql`checked_at < mkt_now() - ${sql.lit(LIMITS.healthHistoryMs)}`;
  return executeSql(
    db,
    sql`DELETE FROM health_probe WHERE (listing_id, checked_at) IN (
      SELECT listing_id, checked_at FROM health_probe WHERE ${old} LIMIT ${limit})`,
  );
}
