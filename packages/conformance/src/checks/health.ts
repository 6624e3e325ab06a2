import type { Check, RunContract } from '@mkt/protocol';
import { withAttempts } from '../calls/attempts.ts';
import type { CheckEnvironment } from './check-environment.ts';
import { failed, passed, skipped } from './outcomes.ts';
import { requestName, type Pinger } from '../calls/ping.ts';

const FIX = 'Answer 2xx there while the service works, or leave healthEndpoint out.';

/** `health`: GET on the health endpoint answers 2xx. Skipped when there is none. */
export async function checkHealth(
  { healthEndpoint }: RunContract,
  environment: CheckEnvironment,
  pinger: Pinger,
): Promise<Check> {
  if (healthEndpoint === undefined) return skipped('health', 'no healthEndpoint is given');
  const name = requestName('GET', healthEndpoint);
  const failure = await withAttempts(environment, async () => {
    const outcome = await pinger.ping('GET', healthEndpoint);
    switch (outcome.kind) {
      case 'refused':
        return {
          message: `${name} is not allowed: the address ${outcome.message}`,
          fix: FIX,
          final: true,
        };
      case 'failed':
        return { message: `${name} failed: the service ${outcome.message}`, fix: FIX };
      case 'response':
        return outcome.status >= 200 && outcome.status < 300
          ? undefined
          : { message: `${name} answers ${outcome.status}; it must answer 2xx`, fix: FIX };
    }
  });
  return failure ? failed('health', failure) : passed('health', `${name} answers 2xx`);
}
