import { createClient } from '@mkt/client';
import { isApiKey, type Provider } from '@mkt/protocol';
import { projectListings } from '../store/project-listings.ts';
import type { Settings } from '../store/settings.ts';
import type { Shell } from '../terminal/shell.ts';
import { servedContract } from '../validate/served-contract.ts';
import { checkContract, checkService } from './check-service.ts';
import { checkKey, checkMarketplace, checkVersions } from './check-account.ts';
import { checkListings, checkOrders, checkSecret } from './check-listing.ts';
import { skipped, type Finding } from './findings.ts';

export interface DoctorOptions {
  settings: Settings;
  shell: Shell;
  /** Slug or id. */
  listing: string | undefined;
  serviceUrl: string | undefined;
  /** The `.env` file of the service. */
  secretFile: string;
  onStep(name: string): void;
}

export interface Diagnosis {
  /** The address of the marketplace. */
  baseUrl: string;
  findings: Finding[];
}

/** Looks at everything that selling depends on, in the order in which to fix it. Changes nothing. */
export async function runDoctor(options: DoctorOptions): Promise<Diagnosis> {
  const { settings, shell, listing: wanted, serviceUrl, secretFile, onStep } = options;
  const { signal } = shell;
  const { baseUrl, apiKey } = settings;
  // Even a public request is refused if it has an invalid key.
  const anonymous = createClient({ baseUrl, apiKey: null });
  const client = apiKey && isApiKey(apiKey) ? createClient({ baseUrl, apiKey }) : anonymous;
  const findings = await checkVersions(shell.cwd);
  onStep('marketplace');
  const market = await checkMarketplace(anonymous, signal);
  findings.push(...market.findings);
  const service = { serviceUrl, marketOffsetMs: market.offsetMs, signal };
  if (!market.isReachable) {
    findings.push(skipped('key', 'not tried: the marketplace cannot be reached'));
    onStep('service');
    findings.push(...(await checkService({ ...service, listing: undefined })));
    return { baseUrl: client.baseUrl, findings };
  }
  onStep('key');
  const key = await checkKey({ client, settings, shell });
  findings.push(...key.findings);
  const { scopes } = key;
  onStep('listing');
  const project = projectListings(shell.cwd, { ...settings, baseUrl: client.baseUrl });
  const listings = await checkListings({ client, scopes, wanted, project, serviceUrl, signal });
  for (const { finding, provider } of listings) {
    findings.push(finding);
    if (provider) {
      const base = await baseOf(provider, serviceUrl, signal);
      onStep('contract');
      findings.push(await checkContract({ client, provider, scopes, serviceUrl: base, signal }));
      onStep('secret');
      const secret = await checkSecret({ client, provider, scopes, shell, file: secretFile });
      findings.push(secret);
      onStep('orders');
      const near = base ?? new URL('.', provider.runContract.endpointPath).href.replace(/\/+$/, '');
      const hasSecret = secret.outcome === 'passed';
      findings.push(await checkOrders({ client, provider, serviceUrl: near, hasSecret, signal }));
    }
    // With an address, it is the same service for all.
    if (serviceUrl !== undefined) continue;
    onStep('service');
    findings.push(...(await checkService({ ...service, listing: provider })));
  }
  if (serviceUrl !== undefined) {
    onStep('service');
    findings.push(...(await checkService({ ...service, listing: listings[0]?.provider })));
  }
  return { baseUrl: client.baseUrl, findings };
}

/** The address to which `/contract` is appended; `undefined` if no contract is found. */
async function baseOf(
  { runContract }: Provider,
  serviceUrl: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (serviceUrl !== undefined) return serviceUrl;
  return (await servedContract(runContract.endpointPath, signal))?.serviceUrl;
}
