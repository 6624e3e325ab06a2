import type { Client } from '@mkt/client';
import { isObject } from '@mkt/protocol';
import { formatDuration } from '../show/time.ts';
import { quoteArgument } from '../terminal/text.ts';
import { version } from '../this-package.ts';
import { isCompatible } from './check-versions.ts';
import { checkClock, offsetOf } from './clock.ts';
import { advice, failedRequest, passed, skipped, type Finding } from './finding.ts';

const TIMEOUT = '10s';

export interface CheckedMarketplace {
  findings: Finding[];
  isReachable: boolean;
  /** How far the marketplace's clock is ahead of this machine's, in milliseconds. */
  offsetMs?: number | undefined;
}

/** Whether there is a marketplace at the address, its version, and the clock of this machine. */
export async function checkMarketplace(
  client: Client,
  signal: AbortSignal,
): Promise<CheckedMarketplace> {
  const startedAtMs = Date.now();
  try {
    const { data, response } = await client
      .openapi({ signal, retries: 0, timeout: TIMEOUT })
      .withResponse();
    const endedAtMs = Date.now();
    const offsetMs = offsetOf(response.headers.get('date'), { startedAtMs, endedAtMs });
    const reached = `${client.baseUrl} responded in ${formatDuration(endedAtMs - startedAtMs)}`;
    return {
      findings: [
        checkVersion(reached, versionOf(data)),
        offsetMs === undefined
          ? skipped('clock', 'not compared: the marketplace’s response has no Date')
          : checkClock('clock', 'this machine’s', -offsetMs),
      ],
      isReachable: true,
      offsetMs,
    };
  } catch (error) {
    signal.throwIfAborted();
    const url = quoteArgument(`${client.baseUrl}/v1/openapi.json`);
    return {
      findings: [await failedRequest('marketplace', error, `curl -sS --max-time 10 ${url}`)],
      isReachable: false,
    };
  }
}

function checkVersion(reached: string, theirs: string | undefined): Finding {
  const own = version();
  if (theirs === undefined) return passed('marketplace', reached);
  if (isCompatible(theirs, own)) return passed('marketplace', `${reached}, version ${theirs}`);
  return advice(
    'marketplace',
    `${reached}, but its version ${theirs} may not understand mkt ${own}`,
    `npm install --save-dev @mkt/cli@${quoteArgument(theirs)}`,
  );
}

function versionOf({ info }: Record<string, unknown>): string | undefined {
  const found = isObject(info) ? info['version'] : undefined;
  return typeof found === 'string' && /^\d+\.\d+\.\d+[\w.+-]{0,40}$/.test(found)
    ? found
    : undefined;
}
