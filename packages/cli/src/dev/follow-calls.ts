import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@mkt/client';
import { describeError } from '../errors/describe-error.ts';
import { followSales } from '../orders/follow-sales.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { DevReport } from './report.ts';

const RETRY_MS = 1_000;
const UNAUTHORIZED = 401;

/** Shows each call when it has settled, until the signal aborts. Never rejects. */
export async function followCalls(
  client: Client,
  report: DevReport,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const call of followSales(client, { signal })) {
        report.call(await client.providers.sale(call.id, { signal }));
        if (call.failure?.sellerStatus !== UNAUTHORIZED) continue;
        report.problem(
          'The service refused a signed call: it uses another secret.',
          `Compare: mkt secrets pull ${quoteArgument(call.listing.slug)} --print-secret`,
        );
      }
    } catch (error) {
      if (signal.aborted) return;
      report.problem(`Calls cannot be shown: ${(await describeError(error, {})).message}`);
      await pause(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
}
