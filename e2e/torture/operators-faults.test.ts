// What happens to a marketplace in operation, with a few cycles each; e2e/torture/README.md describes the
// long runs.
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import build from '../acceptance/global-setup.ts';
import { startCluster } from '../../packages/marketplace/test/postgres/cluster.ts';
import { clock } from './clock.ts';
import { dnsAway } from './dns-away.ts';
import { failover } from './failover.ts';
import { findingsOf, isNotOfTime, WITHIN_MS } from './findings-of.ts';
import { outages } from './outages.ts';
import { restore } from './restore.ts';
import { upgrade } from './upgrade.ts';

beforeAll(build, WITHIN_MS);

describe('a marketplace under load', () => {
  // Both at once: they mostly wait.
  it.concurrent.for(['SQLite', 'Postgres'])(
    'stops nothing and fails no order when its clock is set or it is suspended, on %s',
    { timeout: 2 * WITHIN_MS },
    async (engine, context) => {
      const options = { cycles: 4 };
      if (engine === 'SQLite') {
        expect(await findingsOf(clock, options)).toEqual([]);
        return;
      }
      const postgres = await startCluster();
      context.onTestFinished(() => postgres.remove());
      const database = postgres.url('postgres');
      expect(await findingsOf(clock, { ...options, database })).toEqual([]);
    },
  );

  it.runIf(process.platform === 'linux')(
    'refuses orders while nothing can be written, says so on /readyz, and loses nothing',
    async () => {
      const findings = await findingsOf(outages, { cycles: 2 });
      expect(findings.filter(isNotOfTime)).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'calls nothing twice when a standby that lags takes the place of its database',
    async () => {
      expect(await findingsOf(failover, { cycles: 1 })).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'calls nothing twice when a copy of its database is put back, in whatever way',
    async () => {
      expect(await findingsOf(restore, { cycles: 3 })).toEqual([]);
    },
    2 * WITHIN_MS,
  );

  it(
    'loses nothing and blames no seller while its name server is away',
    async () => {
      expect(await findingsOf(dnsAway, { cycles: 2 })).toEqual([]);
    },
    WITHIN_MS,
  );
});

describe('a migration of a marketplace that is used', () => {
  it(
    'stops no order on SQLite, except while an index is built, however often it is killed',
    async () => {
      const findings = await findingsOf(upgrade, { orders: 20_000 });
      expect(findings.filter(isNotOfTime)).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'stops no order on Postgres, however often it is killed',
    async () => {
      const postgres = await startCluster();
      onTestFinished(() => postgres.remove());
      const database = postgres.url('postgres');
      const findings = await findingsOf(upgrade, { orders: 20_000, database });
      expect(findings.filter(isNotOfTime)).toEqual([]);
    },
    WITHIN_MS,
  );
});
