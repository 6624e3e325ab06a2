import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { runToCompletion } from '../../test-bed/marketplace-process.ts';
import type { ApiClient } from './api-client.ts';
import type { OrderAudit } from './order-audit.ts';
import type { OrderLedger } from './order-ledger.ts';
import type { Report } from './report.ts';
import { auditStats } from './stats-audit.ts';

/** What must have been looked at, whatever a rollback has lost. */
export const ROLLBACK_CHECKS = [
  'orders read back',
  'settled orders',
  'orders that were called',
  'activations with a key',
  'orders in statistics',
  'orders lost with a rollback',
  'orders settled as interrupted',
  'refusals',
] as const;

/** A server with so few concurrent calls that orders wait. */
export const rollbackEnvironment = () => ({
  MKT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  MKT_CALLS_PER_SELLER: '8',
  MKT_SHARE_WAITING_PER_BUYER: '10000',
  MKT_SHARE_WAITING_PER_PAIR: '10000',
  MKT_RATE_REQUESTS_PER_SECOND: '100000',
  MKT_RATE_BURST: '100000',
});

const SETTLED = /\bSettled (\d+) open orders? as interrupted\./;
const SETTLED_WITHIN_MS = 150_000;

/** Runs `recover` or `restore`. Returns how many orders it has settled as `interrupted`. */
export async function settleOpenOrders(report: Report, args: readonly string[]): Promise<number> {
  const { code, stderr } = await runToCompletion(args);
  const [, settled] = SETTLED.exec(stderr) ?? [];
  if (code !== 0 || settled === undefined)
    throw new Error(`${args.join(' ')}: exit ${code}: ${stderr}`);
  report.checked('orders settled as interrupted', Number(settled));
  return Number(settled);
}

/** Runs a command that must refuse, with this text in its message. */
export async function expectRefusal(
  report: Report,
  args: readonly string[],
  text: string,
): Promise<void> {
  const { code, stderr } = await runToCompletion(args);
  report.checked('refusals');
  if (code !== 1 || !stderr.includes(text))
    report.violation('not refused', `${args.join(' ')}: exit ${code}: ${stderr}`);
}

/** At the end of rollbacks: every order is settled, as `interrupted` only by them, and counted once. */
export async function auditRolledBack(
  given: {
    report: Report;
    ledger: OrderLedger;
    audit: OrderAudit;
    listings: readonly string[];
    /** How many orders the rollbacks have settled as `interrupted`. */
    settled: number;
  },
  api: ApiClient,
): Promise<void> {
  const { report, ledger, audit, settled } = given;
  await audit.replayAll(api);
  const sinceMs = performance.now();
  await audit.recent(api);
  while (ledger.open().length > 0 && performance.now() - sinceMs < SETTLED_WITHIN_MS) {
    await pause(200);
    await audit.recent(api);
  }
  for (const orderId of ledger.open()) report.violation('stuck', orderId);
  await audit.all(api);
  const { interrupted = 0 } = Object.fromEntries(await auditStats(given, api));
  if (interrupted !== settled)
    report.violation('miscounted', `${interrupted} orders interrupted, ${settled} by recoveries`);
}
