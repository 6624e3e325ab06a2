import type { Check, RunContract } from '@mkt/protocol';
import { withAttempts, type AttemptFailure } from '../calls/attempts.ts';
import type { CheckEnvironment } from './check-environment.ts';
import { failed, passed } from './outcomes.ts';
import { requestName, type Pinger } from '../calls/ping.ts';

const FIX =
  'Answer HEAD and GET on the endpoint with 200 and an empty body, without asking for a signature.';

/**
 * `reachability`: HEAD and GET on the endpoint answer 200 with no body (docs/seller-interface.md);
 * of a GET contract only HEAD, for there an unsigned GET may be refused.
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
  const verb = methods.length > 1 ? 'answer' : 'answers';
  return passed('reachability', `${requestName(names, endpointPath)} ${verb} 200 with no body`);
}

async function emptyOk(
  pinger: Pinger,
  method: string,
  url: string,
): Promise<AttemptFailure | undefined> {
  const name = requestName(method, url);
  const outcome = await pinger.ping(method, url);
  switch (outcome.kind) {
    case 'refused':
      return {
        message: `${name} is not allowed: the address ${outcome.message}`,
        fix: FIX,
        final: true,
      };
    case 'failed':
      return { message: `${name} failed: the service ${outcome.message}`, fix: FIX };
    case 'response': {
      if (outcome.status !== 200) {
        return { message: `${name} answers ${outcome.status}; it must answer 200`, fix: FIX };
      }
      if (outcome.body.length === 0) return undefined;
      return {
        message: `${name} answers with a body of ${outcome.body.length} bytes; it must have none`,
        fix: FIX,
      };
    }
  }
}
