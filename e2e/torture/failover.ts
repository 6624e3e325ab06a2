// Kills the primary of a Postgres under load, and promotes a standby that has missed the last commits.
import { setTimeout as pause } from 'node:timers/promises';
import { startCluster } from '../../packages/marketplace/test/postgres/cluster.ts';
import { runStatements } from '../../packages/marketplace/test/postgres/databases.ts';
import { openHangingNetwork } from '../../test-bed/hanging-network.ts';
import { closedAddress } from '../../test-bed/local-server.ts';
import { pollUntil } from '../../test-bed/poll-until.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { publishAll } from './listings.ts';
import { createOrderAudit } from './order-audit.ts';
import { createOrderLedger } from './order-ledger.ts';
import { type OrderLoad, startOrderLoad, untilAccepted } from './order-load.ts';
import {
  auditRolledBack,
  expectRefusal,
  ROLLBACK_CHECKS,
  rollbackEnvironment,
  settleOpenOrders,
} from './recovery.ts';
import { startRecordingSeller } from './recording-seller.ts';
import { devServer, type ServerProcess } from './server-process.ts';
import { defineTorture, runAsProgram } from './torture-run.ts';

const CYCLES = 100;
const ORDERS_PER_SECOND = 30;
const SLOWEST_MS = 1_200;
const BEFORE_MS = 1_500;
/** How long before the end of the primary the standby receives nothing more. */
const LAG_MS = { from: 300, to: 3_000 };
const UNPROMOTED_MS = 1_000;
/** In every fifth cycle the operator comes after the sweep, which looks for waiting orders every 10 s. */
const OPERATOR_MS = 1_000;
const LATE_OPERATOR_MS = 12_000;
const READY_WITHIN_MS = 60_000;

interface Server {
  process: ServerProcess;
  api: ApiClient;
}

/** Loses the last commits in cycles: what was called must not be called again. */
export const failover = defineTorture(
  {
    name: 'failover',
    kinds: [
      'lost',
      'called twice',
      'ordered twice',
      'changed after the fact',
      'served unrecovered',
      'not refused',
      'not settled',
      'stuck',
      'miscounted',
    ],
    checks: ROLLBACK_CHECKS,
    env: rollbackEnvironment(),
  },
  async (run) => {
    const { report, random, folder, startServer, defer } = run;
    const { cycles = CYCLES, processes } = run.options;
    let primary = await startCluster();
    defer(() => primary.remove());
    await runStatements(primary.url('postgres'), ['CREATE DATABASE market']);
    const hosts = [primary.port, (await closedAddress()).port].map((port) => `127.0.0.1:${port}`);
    const database = `postgres://postgres@${hosts.join(',')}/market`;

    const seller = await startRecordingSeller();
    defer(seller.close);
    seller.onSecondCall = (orderId) => report.violation('called twice', orderId);
    const ledger = createOrderLedger({ report, seller, excuses: (kind) => kind === 'interrupted' });
    const audit = createOrderAudit({ report, ledger, seller, random: random.stream('audit') });

    /** Whether the database is one that must not be served. */
    let isUnrecovered = false;
    /** A request that was sent after the failover and is answered before the recovery must be refused. */
    function watched(api: ApiClient): ApiClient {
      return {
        ...api,
        async request(method, path, ...more) {
          const wasUnrecovered = isUnrecovered;
          const response = await api.request(method, path, ...more);
          if (wasUnrecovered && isUnrecovered && path.startsWith('/v1/') && response.status < 500)
            report.violation('served unrecovered', `${method} ${path}: ${response.status}`);
          return response;
        },
      };
    }

    const args = devServer(folder.dataDir, database);
    const servers: Server[] = [];
    while (servers.length < processes) {
      const process = startServer({ args });
      const { baseUrl, devApiKey } = await process.ready;
      servers.push({ process, api: watched(createApiClient(baseUrl, devApiKey)) });
    }
    const { api } = servers[0]!;
    const listings = await publishAll(api, seller.url);

    let isOut = false;
    const startLoad = (cycle: number): OrderLoad =>
      startOrderLoad({
        report,
        ledger,
        listings,
        ordersPerSecond: ORDERS_PER_SECOND,
        slowestMs: SLOWEST_MS,
        random: random.stream(cycle),
        name: `c${cycle}`,
        api: () => servers[random.int(0, servers.length - 1)]!.api,
        isOut: () => isOut,
      });

    /** Waits until every server says on `/readyz` that it is ready, or why it is not. */
    async function untilReadyz(status: 'ready' | 'not_recovered'): Promise<void> {
      for (const server of servers) {
        await pollUntil(
          `/readyz says ${status}`,
          async () => {
            const { body } = await server.api.request('GET', '/readyz');
            return [body?.status, body?.reason].includes(status) || undefined;
          },
          READY_WITHIN_MS,
        );
      }
    }

    let settled = 0;
    let missing = 0;
    let load = startLoad(1);
    defer(() => load.stop());
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const network = await openHangingNetwork(primary.url('postgres'));
      defer(() => network[Symbol.asyncDispose]());
      const port = Number(hosts.find((host) => !host.endsWith(`:${primary.port}`))?.split(':')[1]);
      const through = Number(new URL(network.url).port);
      const standby = await primary.startStandby({ port, through });
      defer(() => standby.remove());
      await pause(random.int(0, BEFORE_MS));

      const mark = ledger.mark();
      await primary.replicated();
      network.hang();
      await pause(random.int(LAG_MS.from, LAG_MS.to));
      isOut = true;
      await primary.stop('crash');
      isUnrecovered = true;
      const failedAtMs = Date.now();
      await pause(random.int(0, UNPROMOTED_MS));
      await standby.promote();
      await network[Symbol.asyncDispose]();
      await primary.remove();
      primary = standby;

      await untilReadyz('not_recovered');
      await expectRefusal(report, [...args, '--json'], 'mkt-marketplace recover');
      const called = seller.callCounts.size;
      await pause(cycle % 5 === 0 ? LATE_OPERATOR_MS : random.int(0, OPERATOR_MS));
      load.stop();
      await load.idle();
      if (seller.callCounts.size > called)
        report.violation('served unrecovered', `${seller.callCounts.size - called} calls`);
      const concerned = ledger.rollBack(mark);
      load = startLoad(cycle + 1);
      isUnrecovered = false;
      settled += await settleOpenOrders(report, ['recover', '--database', database]);
      await untilReadyz('ready');
      const probes = { report, ledger, listings, name: `probe-${cycle}`, isOut: () => isOut };
      for (const server of servers) await untilAccepted(probes, server.api, READY_WITHIN_MS);
      isOut = false;
      missing += await audit.rolledBack(api, concerned, failedAtMs);
      await audit.recent(api);
      await audit.replay(api);
      report.progress(
        `${cycle} failovers, ${ledger.acknowledged.size} orders kept, ${missing} lost with the last commits, ${settled} interrupted, ${report.found()} findings`,
      );
    }

    load.stop();
    await load.idle();
    await auditRolledBack({ report, ledger, audit, listings, settled }, api);
    for (const server of servers) {
      server.api.close();
      const { code, signal } = await server.process.end('SIGTERM');
      if (code !== 0) report.violation('unclean stops', `exit ${code ?? signal}`);
    }
    return {
      done: `${cycles} cycles`,
      figures: `of ${ledger.size()} orders; of the last moments ${missing} lost, ${settled} interrupted`,
    };
  },
);

await runAsProgram(import.meta.url, failover);
