import { LIMITS } from '@mkt/protocol';
import { sql } from 'kysely';
import { nextProbeMs, type Probe } from '../../domain/health.ts';
import type { DueProbe } from '../../domain/store.ts';
import { now } from '../now.ts';
import { all, execute, first, type Dialect, type Operation } from '../operation.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Health starts anew when a listing is published, leaves the catalogue, or has another endpoint.
 * `probed`: from the next tick on; what is not published is not probed.
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
  };
  yield* execute(
    db
      .insertInto('listing_health')
      .values({ listing_id: listingId, ...values })
      .onConflict((conflict) => conflict.column('listing_id').doUpdateSet(values)),
  );
}

/** By when they are due: SQLite, left to itself, would look at every published listing instead. */
export function* takeDueProbes(dialect: Dialect, limit: number): Operation<DueProbe[]> {
  const { db } = dialect;
  const due = yield* all(
    db
      .selectFrom('listing_health')
      .crossJoin('listing')
      .whereRef('listing.id', '=', 'listing_health.listing_id')
      .select(['listing.id', 'listing.health_endpoint', now.as('now')])
      .where('listing_health.next_probe_at', '<=', now)
      .where('listing.status', '=', 'published')
      .where('listing.health_endpoint', 'is not', null)
      .orderBy('listing_health.next_probe_at')
      .limit(limit)
      // What another process is taking is left to it.
      .$if(dialect.name === 'postgres', (query) => query.forUpdate('listing_health').skipLocked()),
  );
  for (const row of due) {
    yield* execute(
      db
        .updateTable('listing_health')
        .set({ next_probe_at: nextProbeMs(row.id, row.now) })
        .where('listing_id', '=', row.id),
    );
  }
  return due.map((row) => ({ listingId: row.id, healthEndpoint: row.health_endpoint ?? '' }));
}

export function* recordProbe({ db }: Dialect, probe: Probe): Operation<void> {
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
      })
      .where('listing_id', '=', probe.listingId)
      // A probe of an endpoint that was taken away meanwhile says nothing of the present one.
      .where('status', '!=', 'not_configured'),
  );
}

export function* probeHistory(
  { db }: Dialect,
  { listingId, sinceMs, limit }: { listingId: string; sinceMs: number; limit: number },
): Operation<Probe[]> {
  const rows = yield* all(
    db
      .selectFrom('health_probe')
      .selectAll()
      .where('listing_id', '=', listingId)
      .where('checked_at', '>=', sinceMs)
      .orderBy('checked_at', 'desc')
      .limit(limit),
  );
  return rows.map((row) => ({
    listingId: row.listing_id,
    checkedAtMs: row.checked_at,
    healthy: row.healthy === 1,
    statusCode: row.status_code,
    latencyMs: row.latency_ms,
  }));
}

export function* pruneProbes({ db }: Dialect, limit: number): Operation<number> {
  const old = sql`checked_at < mkt_now() - ${sql.lit(LIMITS.healthHistoryMs)}`;
  const outcome = yield sql`DELETE FROM health_probe WHERE (listing_id, checked_at) IN (
    SELECT listing_id, checked_at FROM health_probe WHERE ${old} LIMIT ${limit})`.compile(db);
  return outcome.changes;
}
