// Puts a copy of the database that was made under load back in its place, again and again.
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCluster } from '../../packages/marketplace/test/postgres/cluster.ts';
import { dumpRows } from '../../packages/marketplace/test/postgres/dump.ts';
import { runToCompletion } from '../../test-bed/marketplace-process.ts';
import { createApiClient } from './api-client.ts';
import { publishAll } from './listings.ts';
import { createOrderAudit } from './order-audit.ts';
import { createOrderLedger } from './order-ledger.ts';
import { startOrderLoad } from './order-load.ts';
import {
  auditRolledBack,
  expectRefusal,
  ROLLBACK_CHECKS,
  rollbackEnvironment,
  settleOpenOrders,
} from './recovery.ts';
import { startRecordingSeller } from './recording-seller.ts';
import { devServer, type ServerProcess } from './server-process.ts';
import { defineTorture, runAsProgram, type TortureRun } from './torture-run.ts';

const CYCLES = 50;
const ORDERS_PER_SECOND = 30;
const SLOWEST_MS = 1_200;
/** Of a cycle, before the copy is made and after. */
const BEFORE_MS = 1_500;
const AFTER_MS = { from: 300, to: 2_000 };

/** A copy of the database, made while it is served. */
interface Copy {
  /** Puts it in the place of the database, which no server uses. Returns how many orders were settled. */
  putBack(): Promise<number>;
}

/** A way in which operators copy a database and put it back. */
interface Way {
  name: string;
  copy(server: ServerProcess): Promise<Copy>;
}

interface Place {
  name: string;
  /** The arguments of `serve`. */
  args: readonly string[];
  ways: readonly [Way, ...Way[]];
}

async function run(args: readonly string[]): Promise<void> {
  const { code, stderr } = await runToCompletion(args);
  if (code !== 0) throw new Error(`${args.join(' ')}: exit ${code}: ${stderr}`);
}

/** `backup` and `restore`, and a snapshot of the data folder. */
function onSqlite({ report, folder }: TortureRun): Place {
  const { dataDir } = folder;
  const data = ['--data', dataDir];
  const serve = devServer(dataDir);
  const recover = ['recover', ...data];
  let copies = 0;
  const newName = (kind: string) => join(dataDir, '..', `${kind}-${(copies += 1)}`);

  async function removeDatabase(): Promise<void> {
    for (const name of await readdir(dataDir)) {
      if (name.startsWith('market.db')) await rm(join(dataDir, name));
    }
  }

  return {
    name: 'SQLite',
    args: serve,
    ways: [
      {
        name: 'backup',
        async copy() {
          const file = newName('backup');
          await run(['backup', file, ...data]);
          return {
            putBack: () => settleOpenOrders(report, ['restore', file, ...data, '--force']),
          };
        },
      },
      {
        name: 'backup that is copied by hand',
        async copy() {
          const file = newName('backup');
          await run(['backup', file, ...data]);
          return {
            async putBack() {
              await removeDatabase();
              await cp(file, join(dataDir, 'market.db'));
              await expectRefusal(report, [...serve, '--json'], 'mkt-marketplace recover');
              return settleOpenOrders(report, recover);
            },
          };
        },
      },
      {
        // Not noticed: an operator has to know what the snapshot is.
        name: 'snapshot',
        async copy(server) {
          const snapshot = newName('snapshot');
          await mkdir(snapshot);
          server.signal('SIGSTOP');
          try {
            for (const name of await readdir(dataDir)) {
              if (name.startsWith('market.db')) await cp(join(dataDir, name), join(snapshot, name));
            }
          } finally {
            server.signal('SIGCONT');
          }
          return {
            async putBack() {
              await removeDatabase();
              await cp(snapshot, dataDir, { recursive: true });
              await rm(snapshot, { recursive: true });
              await expectRefusal(report, recover, '--force');
              return settleOpenOrders(report, [...recover, '--force']);
            },
          };
        },
      },
    ],
  };
}

/** A dump that is restored without more, and a base backup of the server. */
async function onPostgres({ report, folder, defer }: TortureRun): Promise<Place> {
  const postgres = await startCluster();
  defer(() => postgres.remove());
  const url = postgres.url('postgres');
  const args = devServer(`${folder.dataDir}-postgres`, url);
  const recover = ['recover', '--database', url];
  return {
    name: 'Postgres',
    args,
    ways: [
      {
        name: 'dump',
        async copy() {
          const dump = await dumpRows(url);
          defer(() => dump.remove());
          return {
            async putBack() {
              await dump.restore(url);
              dump.remove();
              await expectRefusal(report, [...args, '--json'], 'mkt-marketplace recover');
              return settleOpenOrders(report, recover);
            },
          };
        },
      },
      {
        // Not noticed: the server is the same, and recovers as after a crash.
        name: 'base backup',
        async copy() {
          const backup = await postgres.backUp();
          return {
            async putBack() {
              await backup.restore();
              await expectRefusal(report, recover, '--force');
              return settleOpenOrders(report, [...recover, '--force']);
            },
          };
        },
      },
    ],
  };
}

async function restoreOn(run: TortureRun, place: Place, cycles: number): Promise<string> {
  const { report, startServer, defer } = run;
  const random = run.random.stream(place.name);
  const seller = await startRecordingSeller();
  defer(seller.close);
  seller.onSecondCall = (orderId) => report.violation('called twice', orderId);
  const ledger = createOrderLedger({ report, seller, excuses: (kind) => kind === 'interrupted' });
  const audit = createOrderAudit({ report, ledger, seller, random: random.stream('audit') });

  async function start() {
    const server = startServer({ args: place.args });
    const { baseUrl, devApiKey } = await server.ready;
    const api = createApiClient(baseUrl, devApiKey);
    defer(api.close);
    return { server, api };
  }

  let { server, api } = await start();
  const listings = await publishAll(api, seller.url);
  let settled = 0;
  let missing = 0;
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    let isOut = false;
    const load = startOrderLoad({
      report,
      ledger,
      listings,
      ordersPerSecond: ORDERS_PER_SECOND,
      slowestMs: SLOWEST_MS,
      random: random.stream(cycle),
      name: `c${cycle}`,
      api: () => api,
      isOut: () => isOut,
    });
    defer(load.stop);
    await pause(random.int(1, BEFORE_MS));
    const way = place.ways[(cycle - 1) % place.ways.length] ?? place.ways[0];
    const mark = ledger.mark();
    const copy = await way.copy(server);
    await pause(random.int(AFTER_MS.from, AFTER_MS.to));
    isOut = true;
    const endedAtMs = Date.now();
    await server.end(random.chance(0.5) ? 'SIGTERM' : 'SIGKILL');
    load.stop();
    await load.idle();
    api.close();

    const settledNow = await copy.putBack();
    settled += settledNow;
    const concerned = ledger.rollBack(mark);
    ({ server, api } = await start());
    const missingNow = await audit.rolledBack(api, concerned, endedAtMs);
    missing += missingNow;
    await audit.recent(api);
    await audit.replay(api);
    report.progress(
      `${cycle} on ${place.name}, ${way.name}: ${missingNow} orders lost since the copy, ${settledNow} interrupted, ${report.found()} findings`,
    );
  }
  await auditRolledBack({ report, ledger, audit, listings, settled }, api);
  api.close();
  const { code, signal } = await server.end('SIGTERM');
  if (code !== 0) report.violation('unclean stops', `exit ${code ?? signal}`);
  return `${place.name}: ${ledger.size()} orders, ${missing} placed after a copy lost, ${settled} interrupted`;
}

/** Loses in cycles what happened since a copy was made: what was called must not be called again. */
export const restore = defineTorture(
  {
    name: 'restore',
    kinds: [
      'lost',
      'called twice',
      'ordered twice',
      'changed after the fact',
      'not refused',
      'not settled',
      'stuck',
      'miscounted',
    ],
    checks: ROLLBACK_CHECKS,
    env: rollbackEnvironment(),
  },
  async (run) => {
    const { cycles = CYCLES } = run.options;
    const figures = [
      await restoreOn(run, onSqlite(run), cycles),
      await restoreOn(run, await onPostgres(run), cycles),
    ];
    return { done: `${cycles} cycles on each engine`, figures: figures.join('; ') };
  },
);

await runAsProgram(import.meta.url, restore);
