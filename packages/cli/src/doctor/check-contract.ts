import type { Client } from '@mkt/client';
import type { PreviewListing, Provider } from '@mkt/protocol';
import { differencesOf, type Difference } from '../publish/differences.ts';
import { changedMembers } from '../publish/show-plan.ts';
import { isSameEndpoint } from '../store/loopback.ts';
import { quoteArgument } from '../terminal/text.ts';
import { advice, failed, failedRequest, passed, skipped, type Finding } from './finding.ts';

interface ContractCheck {
  client: Client;
  provider: Provider;
  scopes: readonly string[];
  /** Where the contract is served; `undefined` if it was not found. */
  serviceUrl: string | undefined;
  signal: AbortSignal;
}

/** Whether the service still has the contract that is listed, as the marketplace reads it. */
export async function checkContract(check: ContractCheck): Promise<Finding> {
  const { client, provider, scopes, serviceUrl, signal } = check;
  const { endpointPath } = provider.runContract;
  if (serviceUrl === undefined) {
    return skipped('contract', `not compared: there is none at or above ${endpointPath}`);
  }
  if (!scopes.includes('provider:create')) {
    return skipped('contract', 'not compared: the key lacks the scope provider:create');
  }
  const publish = `mkt publish --service-url ${quoteArgument(serviceUrl)}`;
  try {
    const { listing, warnings } = await client.listings.preview(serviceUrl, { signal });
    const hasPrice = warnings.every(({ code }) => code !== 'no_price');
    return compare(provider, hasPrice ? listing : { ...listing, price: provider.price }, publish);
  } catch (error) {
    signal.throwIfAborted();
    return await failedRequest('contract', error, publish);
  }
}

function compare(provider: Provider, listing: PreviewListing, publish: string): Finding {
  const [is, wanted] = [provider.runContract, listing.runContract];
  const isMoved = !isSameEndpoint(is.endpointPath, wanted.endpointPath);
  if (isMoved && isSameEndpoint(originOf(is.endpointPath), originOf(wanted.endpointPath))) {
    return failed(
      'contract',
      `the service is at ${wanted.endpointPath} now, and ${provider.slug} still at ${is.endpointPath}`,
      `${publish} --listing ${quoteArgument(provider.slug)}`,
    );
  }
  const { endpointPath, healthEndpoint } = is;
  const { healthEndpoint: wantedHealth, ...rest } = wanted;
  // An instance elsewhere is compared in everything but its addresses.
  const isSameHealth = isMoved || isSameEndpoint(healthEndpoint ?? '', wantedHealth ?? '');
  const health = isSameHealth ? healthEndpoint : wantedHealth;
  const runContract = { ...rest, endpointPath, ...(health ? { healthEndpoint: health } : {}) };
  const changed = differencesOf(provider, { ...listing, runContract }).flatMap(nameOf);
  if (changed.length === 0)
    return passed('contract', 'the service has the contract that is listed');
  return advice(
    'contract',
    `the service differs from ${provider.slug} in ${changed.join(', ')}: buyers see the listed contract`,
    publish,
  );
}

const nameOf = ({ field, from, to }: Difference): string[] =>
  field === 'runContract' ? changedMembers(from, to) : [field];

const originOf = (address: string): string => URL.parse(address)?.origin ?? address;
