import type { Check, RunContract } from '@mkt/protocol';
import { urlProblems } from '../contract/run-contract-problems.ts';
import type { CheckEnvironment } from './check-environment.ts';
import { failed, passed } from './outcomes.ts';
import type { Pinger, ProbedUrl } from '../calls/ping.ts';
import type { TransportOutcome } from '../transport.ts';

const URL_FIX = 'Serve the endpoint over https on a public host name.';

/**
 * `url-policy`: the form of both URLs, then the addresses that their names resolve to, which only a
 * connection reveals. Therefore the first probes of `reachability` and `health` are sent here; those
 * checks evaluate the responses.
 */
export async function checkUrlPolicy(
  contract: RunContract,
  environment: CheckEnvironment,
  pinger: Pinger,
): Promise<Check> {
  const details = urlProblems(contract, environment.urlPolicy, '/runContract');
  const [first] = details;
  if (first) {
    const name = first.path.split('/').at(-1) ?? '';
    return failed('url-policy', { message: `${name} ${first.message}`, fix: URL_FIX, details });
  }
  const { endpointPath, healthEndpoint } = contract;
  const probes: { name: ProbedUrl; outcome: Promise<TransportOutcome> }[] = [
    { name: 'endpointPath', outcome: pinger.pingAhead('HEAD', endpointPath, 'endpointPath') },
  ];
  if (healthEndpoint !== undefined) {
    const outcome = pinger.pingAhead('GET', healthEndpoint, 'healthEndpoint');
    probes.push({ name: 'healthEndpoint', outcome });
  }
  for (const { name, outcome } of probes) {
    const probed = await outcome;
    if (probed.kind !== 'refused') continue;
    const { message } = probed;
    return failed('url-policy', {
      message: `${name} is not allowed: it ${message}`,
      fix: URL_FIX,
      details: [{ path: `/runContract/${name}`, message, keyword: 'url' }],
    });
  }
  const what = probes.length > 1 ? 'both addresses are' : 'the address is';
  return passed('url-policy', `${what} allowed`);
}
