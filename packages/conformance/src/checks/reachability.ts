import type { Check, RunContract } from '@mkt/protocol';
import { withAttempts, type AttemptFailure } from '../calls/attempts.ts';
import type { CheckEnvironment } from './check-environment.ts';
import { failed, passed } from './outcomes.ts';
import { requestName, withoutResponse, type Pinger } from '../calls/ping.ts';

const FIX =
  'Respond to HEAD and GET on the endpoint with 200 and an empty body, without requiring a signature until the service has its secret.';

/**
 * `reachability`: HEAD and GET on the endpoint return 200 without a body (docs/reference/seller-interface.md).
 * For a GET contract only HEAD is sent, because an unsigned GET may be refused.
 */
export async function checkReachability(
  { method, endpointPath }: RunContract,
  environment: CheckEnvironment,
  pinger: Pinger,
): Promise<Check> {
  const methods = method === 'GET' ? ['HEAD'] : ['HEAD', 'GET'];
  for (const each of methods) {
    const failure = await withAttempts(environment, () => emptyOk(pinger, each, endpointPath));
    if (failure) return failed('reachability', failure);
  }
  const names = methods.join(' and ');
  return passed('reachability', `${requestName(names, endpointPath)} returned 200 without a body`);
}

async function emptyOk(
  pinger: Pinger,
  method: string,
  url: string,
): Promise<AttemptFailure | undefined> {
  const name = requestName(method, url);
  const outcome = await pinger.ping(method, url, 'endpointPath');
  if (outcome.kind !== 'response') {
    return withoutResponse(name, outcome, { fix: FIX, member: 'endpointPath' });
  }
  if (outcome.status !== 200) {
    const fix = outcome.status === 404 ? `Check the path in endpointPath. ${FIX}` : FIX;
    return { message: `${name} returned ${outcome.status}; expected 200`, fix };
  }
  if (outcome.body.length === 0) return undefined;
  const message = `${name} returned a body of ${outcome.body.length} bytes; expected none`;
  return { message, fix: FIX };
}
