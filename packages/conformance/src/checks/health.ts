import { isHealthyStatus, type Check, type RunContract } from '@mkt/protocol';
import { withAttempts } from '../calls/attempts.ts';
import type { CheckEnvironment } from './check-environment.ts';
import { failed, passed, skipped } from './outcomes.ts';
import { requestName, withoutResponse, type Pinger } from '../calls/ping.ts';

const HEALTH_FIX = 'Return 2xx while the service works, or remove healthEndpoint.';

/** `health`: GET on the health endpoint returns 2xx. Skipped if there is none. */
export async function checkHealth(
  { healthEndpoint }: RunContract,
  environment: CheckEnvironment,
  pinger: Pinger,
): Promise<Check> {
  if (healthEndpoint === undefined) return skipped('health', 'no healthEndpoint is given');
  const name = requestName('GET', healthEndpoint);
  const failure = await withAttempts(environment, async () => {
    const outcome = await pinger.ping('GET', healthEndpoint, 'healthEndpoint');
    if (outcome.kind !== 'response') {
      return withoutResponse(name, outcome, { fix: HEALTH_FIX, member: 'healthEndpoint' });
    }
    if (isHealthyStatus(outcome.status)) return undefined;
    return { message: `${name} returned ${outcome.status}; expected 2xx`, fix: HEALTH_FIX };
  });
  return failure ? failed('health', failure) : passed('health', `${name} returned 2xx`);
}
